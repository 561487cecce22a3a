# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds TARGET of BINARY_DIR and checks that the compiler says what the `// expect: TEXT` of SOURCE says.

file(STRINGS "${SOURCE}" expectations REGEX "^// expect: ")
list(LENGTH expectations count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "${SOURCE} must have exactly one line `// expect: TEXT`")
endif()
string(REGEX REPLACE "^// expect: " "" expected "${expectations}")

execute_process(
  COMMAND "${CMAKE_COMMAND}" --build "${BINARY_DIR}" --target ${TARGET}
  RESULT_VARIABLE status
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output
)
if(status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles, but must be refused with: ${expected}")
endif()
string(FIND "${output}" "${expected}" position)
if(position EQUAL -1)
  message(FATAL_ERROR "${SOURCE} is refused without the text: ${expected}\n${output}")
endif()
