# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How tests are found and registered. One program is one test: nothing runs while building.

include_guard(GLOBAL)

# Registers the test `name` with a label. A program that runs Kokkos where there is no device must say so by returning
# 77, and is then shown as skipped.
#
# turnstile_add_program_test(<name> <label> COMMAND <command> [<argument>...])
function(turnstile_add_program_test name label)
  add_test(NAME ${name} ${ARGN})
  set_tests_properties(
    ${name}
    PROPERTIES LABELS ${label}
               SKIP_RETURN_CODE 77
               TIMEOUT 900
               PROCESSORS 2
               ENVIRONMENT "OMP_NUM_THREADS=2;OMP_PROC_BIND=false"
  )
endfunction()

# Every test_*.cpp in the current directory becomes a program of its name and a test `<label>/<name>`.
#
# A source that includes a header of Kokkos Kernels is linked with it.
#
# turnstile_discover_tests(LABEL <label> LIBRARIES <what the programs link besides Turnstile>...)
function(turnstile_discover_tests)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "LABEL" "LIBRARIES")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/test_*.cpp")
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM stem)
    string(REGEX REPLACE "^test_" "" name ${stem})
    turnstile_add_executable(${arg_LABEL}_${stem} "${source}")
    target_link_libraries(${arg_LABEL}_${stem} PRIVATE ${arg_LIBRARIES})
    file(STRINGS "${source}" kokkos_kernels_headers REGEX "^#include <Kokkos(Blas|Batched)")
    if(kokkos_kernels_headers)
      include(dependencies/kokkos_kernels)
      target_link_libraries(${arg_LABEL}_${stem} PRIVATE Kokkos::kokkoskernels)
    endif()
    # Tests may look at what is not public.
    target_include_directories(${arg_LABEL}_${stem} PRIVATE "${PROJECT_SOURCE_DIR}/src")
    turnstile_add_program_test(${arg_LABEL}/${name} ${arg_LABEL} COMMAND ${arg_LABEL}_${stem})
  endforeach()
endfunction()
