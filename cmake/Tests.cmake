# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How tests are found and registered. One program is one test: nothing runs while building.

include_guard(GLOBAL)

# What the loader writes where there is no driver, and what Kokkos writes besides where there is none or no GPU. Both show
# a test as skipped, whatever it returns: the second is for programs that do not know how to return 77.
set(turnstile_no_driver_message "libcuda.so.1: cannot open shared object file")
set(turnstile_no_device_message
    "cudaErrorNoDevice|cudaErrorInsufficientDriver|cudaErrorStubLibrary|${turnstile_no_driver_message}"
)

# Registers the test `name` with a label. A program that runs Kokkos where there is no device says so by returning 77
# (tests/support/kokkos_main.cpp) or by turnstile_no_device_message.
#
# turnstile_add_program_test(<name> <label> COMMAND <command> [<argument>...])
function(turnstile_add_program_test name label)
  add_test(NAME ${name} ${ARGN})
  set_tests_properties(
    ${name}
    PROPERTIES LABELS ${label}
               SKIP_RETURN_CODE 77
               SKIP_REGULAR_EXPRESSION "${turnstile_no_device_message}"
               TIMEOUT 900
               PROCESSORS 2
               ENVIRONMENT "OMP_NUM_THREADS=2;OMP_PROC_BIND=false"
  )
endfunction()

# Lets the test `name`, which does not run Kokkos, start without a driver: the loader takes the library that the CUDA
# toolkit has for linking.
function(turnstile_run_without_driver name)
  if(NOT "CUDA" IN_LIST Kokkos_DEVICES)
    return()
  endif()
  find_package(CUDAToolkit REQUIRED)
  find_library(
    turnstile_cuda_stub cuda PATHS ${CUDAToolkit_LIBRARY_DIR} PATH_SUFFIXES stubs NO_DEFAULT_PATH REQUIRED
  )
  mark_as_advanced(turnstile_cuda_stub)
  set(stub_dir "${PROJECT_BINARY_DIR}/cuda_stub")
  file(MAKE_DIRECTORY "${stub_dir}")
  file(CREATE_LINK "${turnstile_cuda_stub}" "${stub_dir}/libcuda.so.1" SYMBOLIC)
  set_tests_properties(${name} PROPERTIES ENVIRONMENT_MODIFICATION "LD_LIBRARY_PATH=path_list_append:${stub_dir}")
endfunction()

# Sets `variable` to whether `source` includes a header that is not installed.
function(turnstile_uses_internals source variable)
  file(STRINGS "${source}" includes REGEX "^#include \"")
  set(uses_internals OFF)
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "^#include \"(.*)\".*" "\\1" header "${include}")
    if(EXISTS "${PROJECT_SOURCE_DIR}/src/${header}" OR EXISTS "${PROJECT_SOURCE_DIR}/backends/${header}")
      set(uses_internals ON)
    endif()
  endforeach()
  set(${variable} ${uses_internals} PARENT_SCOPE)
endfunction()

# Every test_*.cpp in the current directory becomes a program of its name and a test `<label>/<name>`.
#
# A source that includes a header of Kokkos Kernels is linked with it. With BY_SUITE each test suite of GoogleTest in a
# program is a test `<label>/<suite>` of its own, so that one that is skipped shows as skipped. A program named *_memory
# needs many gigabytes: it gets the label `memory` as well and runs alone.
#
# A program that includes what the library keeps to itself cannot be linked with a shared one: its test shows as disabled.
#
# turnstile_discover_tests(LABEL <label> [BY_SUITE] LIBRARIES <what the programs link besides Turnstile>...)
function(turnstile_discover_tests)
  cmake_parse_arguments(PARSE_ARGV 0 arg "BY_SUITE" "LABEL" "LIBRARIES")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/test_*.cpp")
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM stem)
    string(REGEX REPLACE "^test_" "" name ${stem})
    turnstile_uses_internals("${source}" uses_internals)
    if(uses_internals AND BUILD_SHARED_LIBS)
      add_test(NAME ${arg_LABEL}/${name} COMMAND "${CMAKE_COMMAND}" -E false)
      set_tests_properties(${arg_LABEL}/${name} PROPERTIES DISABLED ON)
      continue()
    endif()
    turnstile_add_executable(${arg_LABEL}_${stem} "${source}")
    target_link_libraries(${arg_LABEL}_${stem} PRIVATE ${arg_LIBRARIES})
    file(STRINGS "${source}" kokkos_kernels_headers REGEX "^#include <Kokkos(Blas|Batched)")
    if(kokkos_kernels_headers)
      include(dependencies/kokkos_kernels)
      target_link_libraries(${arg_LABEL}_${stem} PRIVATE Kokkos::kokkoskernels)
    endif()
    # A test spends most of its life in the compiler.
    target_compile_options(
      ${arg_LABEL}_${stem} PRIVATE "$<$<AND:$<CONFIG:Release,RelWithDebInfo>,$<COMPILE_LANGUAGE:CXX>>:-O1>"
    )
    # Tests may look at what is not public.
    target_include_directories(
      ${arg_LABEL}_${stem} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/backends"
    )
    set(program ${arg_LABEL}_${stem})
    set(tests ${name})
    if(arg_BY_SUITE)
      file(STRINGS "${source}" tests REGEX "^(TYPED_)?TEST(_[FP])?\\(")
      list(TRANSFORM tests REPLACE "^[A-Z_]+\\(([A-Za-z0-9_]+),.*" "\\1")
      list(REMOVE_DUPLICATES tests)
    endif()
    foreach(test IN LISTS tests)
      set(filter "")
      if(arg_BY_SUITE)
        set(filter "--gtest_filter=${test}.*:${test}/*:*/${test}.*")
      endif()
      set(needs "")
      if(name MATCHES "_memory$")
        set(needs --all-or-skipped)
      endif()
      turnstile_add_program_test(${arg_LABEL}/${test} ${arg_LABEL} COMMAND ${program} ${filter} ${needs})
      # The return codes of tests/support/kokkos_main.cpp and of GoogleTest tell what happened.
      set_tests_properties(${arg_LABEL}/${test} PROPERTIES SKIP_REGULAR_EXPRESSION "${turnstile_no_driver_message}")
      if(name MATCHES "_memory$")
        set_tests_properties(
          ${arg_LABEL}/${test} PROPERTIES LABELS "${arg_LABEL};memory" RUN_SERIAL ON TIMEOUT 3600
        )
      endif()
      if("GTest::gtest_main" IN_LIST arg_LIBRARIES)
        turnstile_run_without_driver(${arg_LABEL}/${test})
      endif()
    endforeach()
  endforeach()
endfunction()
