# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds TARGET of BINARY_DIR, which must succeed.

execute_process(COMMAND "${CMAKE_COMMAND}" --build "${BINARY_DIR}" --target ${TARGET} COMMAND_ERROR_IS_FATAL ANY)
