# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fails when LIBRARY defines a symbol outside namespace turnstile that another library cannot define, too. What templates
# and inline functions of other headers leave behind is weak, and may be anywhere. Fails, too, when what backends keep to
# themselves is not hidden.

cmake_minimum_required(VERSION 3.25)
set(table "")
if(LIBRARY MATCHES "\\.(so|dylib)[.0-9]*$")
  set(table --dynamic)
endif()
execute_process(
  COMMAND "${NM}" ${table} --demangle --extern-only --defined-only "${LIBRARY}"
  OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY
)
string(REPLACE ";" "," symbols "${symbols}")
string(REPLACE "[" "(" symbols "${symbols}")
string(REPLACE "]" ")" symbols "${symbols}")
string(REPLACE "\n" ";" symbols "${symbols}")
list(FILTER symbols INCLUDE REGEX "^[0-9a-f]+ [ABCDGRST] ")
set(outside "${symbols}")
list(FILTER outside EXCLUDE REGEX "^[0-9a-f]+ . (typeinfo (name )?for |vtable for )?turnstile::")
list(FILTER outside EXCLUDE REGEX "^[0-9a-f]+ . [^(]* turnstile::")
list(LENGTH symbols count)
if(count LESS 20)
  message(FATAL_ERROR "${LIBRARY} has only ${count} symbols: is it the library?")
endif()
if(outside)
  list(JOIN outside "\n  " outside)
  message(FATAL_ERROR "Symbols of ${LIBRARY} outside namespace turnstile:\n  ${outside}")
endif()

# Only strong ones: what nvcc makes of unnamed namespaces is unique (u) and has a name of its own.
execute_process(
  COMMAND "${OBJDUMP}" --syms --demangle "${LIBRARY}" OUTPUT_VARIABLE table COMMAND_ERROR_IS_FATAL ANY
)
string(REGEX MATCHALL "\n[0-9a-f]+ g[^\n]*turnstile::(cuda|host)::[^\n]*" exported "${table}")
list(FILTER exported EXCLUDE REGEX "\\.hidden")
if(exported)
  message(FATAL_ERROR "${LIBRARY} has internal symbols that are not hidden:${exported}")
endif()
# The linker makes hidden symbols of a shared library local.
if(NOT table MATCHES "( l [^\n]*|\\.hidden )turnstile::detail::processor_name")
  message(FATAL_ERROR "Nothing is hidden in ${LIBRARY}")
endif()
message(STATUS "${count} symbols of ${LIBRARY}, all in namespace turnstile")
