# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fails when OBJECTS define a symbol outside NAMESPACE that another object may define, too.

execute_process(
  COMMAND "${NM}" --demangle --defined-only ${OBJECTS} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY
)
string(REPLACE "\n" ";" symbols "${symbols}")
set(inside "${symbols}")
list(FILTER inside INCLUDE REGEX "${NAMESPACE}::")
if(NOT inside)
  message(FATAL_ERROR "No symbol of ${NAMESPACE} in ${OBJECTS}")
endif()
list(FILTER symbols INCLUDE REGEX "^[0-9a-f]+ [A-Zuvw] ")
list(FILTER symbols EXCLUDE REGEX "${NAMESPACE}::")
if(symbols)
  list(JOIN symbols "\n  " symbols)
  message(FATAL_ERROR "Symbols that the linker may give to the whole program:\n  ${symbols}")
endif()
