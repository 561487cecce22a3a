# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fails when OBJECTS define a function outside NAMESPACE that another object may define, too. Data, which sanitizers add,
# is compiled for no instruction set.

cmake_minimum_required(VERSION 3.25)
execute_process(
  COMMAND "${NM}" --demangle --defined-only ${OBJECTS} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY
)
string(REPLACE "\n" ";" symbols "${symbols}")
set(inside "${symbols}")
list(FILTER inside INCLUDE REGEX "${NAMESPACE}::")
if(NOT inside)
  message(FATAL_ERROR "No symbol of ${NAMESPACE} in ${OBJECTS}")
endif()
list(FILTER symbols INCLUDE REGEX "^[0-9a-f]+ [TWiu] ")
list(FILTER symbols EXCLUDE REGEX "${NAMESPACE}::")
if(symbols)
  list(JOIN symbols "\n  " symbols)
  message(FATAL_ERROR "Functions that the linker may give to the whole program:\n  ${symbols}")
endif()
