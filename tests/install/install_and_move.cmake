# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs BINARY_DIR and moves the result to PREFIX: the package must not depend on where it was installed first.

file(REMOVE_RECURSE "${PREFIX}" "${PREFIX}.first")
execute_process(
  COMMAND "${CMAKE_COMMAND}" --install "${BINARY_DIR}" --prefix "${PREFIX}.first" COMMAND_ERROR_IS_FATAL ANY
)
file(RENAME "${PREFIX}.first" "${PREFIX}")
