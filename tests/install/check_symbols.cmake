# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fails when an object file that is listed in OBJECTS, one a line, defines a symbol outside namespace turnstile that
# another library cannot define, too. What templates and inline functions of other headers leave behind is weak, and may
# be anywhere. Fails, too, when what backends keep to themselves is not hidden. Objects, and not the library: a shared
# one holds what is linked statically into it, be it Kokkos or the C++ library.

cmake_minimum_required(VERSION 3.25)
file(STRINGS "${OBJECTS}" objects)
execute_process(
  COMMAND "${NM}" --demangle --extern-only --defined-only ${objects} OUTPUT_VARIABLE symbols
  COMMAND_ERROR_IS_FATAL ANY
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
  message(FATAL_ERROR "The objects have only ${count} symbols: are they the library's?")
endif()
if(outside)
  list(JOIN outside "\n  " outside)
  message(FATAL_ERROR "Symbols outside namespace turnstile:\n  ${outside}")
endif()

# Only strong ones: what nvcc makes of unnamed namespaces is unique (u) and has a name of its own.
execute_process(
  COMMAND "${OBJDUMP}" --syms --demangle ${objects} OUTPUT_VARIABLE table COMMAND_ERROR_IS_FATAL ANY
)
string(REGEX MATCHALL "\n[0-9a-f]+ g[^\n]*turnstile::(cuda|host)::[^\n]*" internal "${table}")
set(exported "${internal}")
list(FILTER exported EXCLUDE REGEX "\\.hidden")
if(exported)
  message(FATAL_ERROR "Internal symbols that are not hidden:${exported}")
endif()
if(NOT table MATCHES "\\.hidden turnstile::detail::processor_name")
  message(FATAL_ERROR "Nothing is hidden")
endif()
list(LENGTH internal internal_count)
message(STATUS "${count} symbols, all in namespace turnstile; ${internal_count} of backends, all hidden")
