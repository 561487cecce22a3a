# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Provides Kokkos::kokkos and sets Kokkos_VERSION, Kokkos_DEVICES and Kokkos_COMPILE_LANGUAGE, whether Kokkos is
# installed, part of a surrounding project, or built here.

include_guard(GLOBAL)
set(turnstile_minimum_kokkos 4.7)

# What find_package(Kokkos) would set, read from a Kokkos that is a subdirectory of this build.
macro(turnstile_describe_kokkos_subdirectory)
  get_target_property(kokkos_source_dir Kokkos::kokkos SOURCE_DIR)
  get_directory_property(Kokkos_VERSION DIRECTORY "${kokkos_source_dir}" DEFINITION Kokkos_VERSION)
  get_directory_property(Kokkos_COMPILE_LANGUAGE DIRECTORY "${kokkos_source_dir}" DEFINITION KOKKOS_COMPILE_LANGUAGE)
  get_directory_property(Kokkos_CUDA_ARCHITECTURES DIRECTORY "${kokkos_source_dir}" DEFINITION KOKKOS_CUDA_ARCHITECTURES)
  get_directory_property(Kokkos_DEVICES DIRECTORY "${kokkos_source_dir}" DEFINITION KOKKOS_ENABLED_DEVICES)
  foreach(device IN LISTS Kokkos_DEVICES)
    set(Kokkos_ENABLE_${device} ON)
  endforeach()
endmacro()

# An installed Kokkos that lacks a device which was asked for must not be taken silently.
function(turnstile_check_kokkos_devices)
  foreach(device IN ITEMS CUDA HIP SYCL OPENMP THREADS)
    if("$CACHE{Kokkos_ENABLE_${device}}" AND NOT device IN_LIST Kokkos_DEVICES)
      message(FATAL_ERROR "Kokkos_ENABLE_${device} is ON, but the Kokkos in ${Kokkos_DIR} has only ${Kokkos_DEVICES}. "
                          "Point Kokkos_ROOT at another one, or pass -DCMAKE_DISABLE_FIND_PACKAGE_Kokkos=ON to build "
                          "Kokkos here."
      )
    endif()
  endforeach()
endfunction()

# Enables CMake's CUDA language for a Kokkos that is compiled with it.
# Also where Kokkos's own compiler wrapper compiles the rest: the native kernels are CUDA sources.
# They are for Kokkos's architecture at least: where an enclosing project has enabled CUDA, the list may be the compiler's
# default, whose code would not run beside Kokkos's.
macro(turnstile_enable_cuda)
  if(Kokkos_CUDA_ARCHITECTURES AND NOT "${CMAKE_CUDA_ARCHITECTURES}" MATCHES "${Kokkos_CUDA_ARCHITECTURES}")
    set(CMAKE_CUDA_ARCHITECTURES ${Kokkos_CUDA_ARCHITECTURES})
  endif()
  enable_language(CUDA)
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.2)
    message(FATAL_ERROR "CUDA ${CMAKE_CUDA_COMPILER_VERSION} is too old for Kokkos in C++20: 12.2 or newer is needed")
  endif()
endmacro()

# Kokkos built here: Serial, OpenMP where the compiler has it, and what the caller switched on with Kokkos_ENABLE_*.
function(turnstile_add_kokkos)
  include(FetchSource)
  include(dependencies/kokkos_cuda13)
  turnstile_fetch_source(
    Kokkos source_dir
    URL https://github.com/kokkos/kokkos/releases/download/4.7.02/kokkos-4.7.02.tar.gz
    SHA256 a81826ac0a167933d13506bc2a986fb5517038df9abb780fe9bb2c1d4e80803b
    DISTRIBUTION pygenten 0.1.5 e620f05c742905e2db705d875f1cac92ef0ed453f9e6734e9beda26cc0f9cce7 tpls/kokkos
    PATCH turnstile_patch_kokkos_for_cuda13
  )
  find_package(OpenMP QUIET COMPONENTS CXX)
  set(Kokkos_ENABLE_SERIAL ON CACHE BOOL "Build Kokkos with Serial")
  set(Kokkos_ENABLE_OPENMP ${OpenMP_CXX_FOUND} CACHE BOOL "Build Kokkos with OpenMP")
  set(CMAKE_CXX_STANDARD 20)
  set(CMAKE_CXX_EXTENSIONS OFF)
  if(Kokkos_ENABLE_CUDA AND CMAKE_VERSION VERSION_LESS 3.25.2)
    string(APPEND CMAKE_CUDA_FLAGS " -std=c++20")
  endif()
  add_subdirectory("${source_dir}" "${PROJECT_BINARY_DIR}/_deps/kokkos-build" SYSTEM)
endfunction()

if(TARGET Kokkos::kokkos)
  get_target_property(kokkos_is_imported Kokkos::kokkos IMPORTED)
else()
  set(kokkos_is_imported TRUE)
endif()

if(kokkos_is_imported)
  find_package(Kokkos ${turnstile_minimum_kokkos} CONFIG QUIET)
endif()
if(Kokkos_FOUND AND kokkos_is_imported)
  message(STATUS "Kokkos ${Kokkos_VERSION} (${Kokkos_DEVICES}) in ${Kokkos_DIR}")
  turnstile_check_kokkos_devices()
else()
  if(NOT TARGET Kokkos::kokkos)
    if(Kokkos_ENABLE_CUDA AND NOT CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper")
      set(Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE ON CACHE BOOL "Compile Kokkos with CMake's CUDA language")
      turnstile_enable_cuda()
    endif()
    turnstile_add_kokkos()
  endif()
  turnstile_describe_kokkos_subdirectory()
  message(STATUS "Kokkos ${Kokkos_VERSION} (${Kokkos_DEVICES}) is built here from ${kokkos_source_dir}")
endif()
if(Kokkos_COMPILE_LANGUAGE STREQUAL "CUDA" OR ("CUDA" IN_LIST Kokkos_DEVICES AND Turnstile_ENABLE_CUDA_BACKEND))
  turnstile_enable_cuda()
endif()
