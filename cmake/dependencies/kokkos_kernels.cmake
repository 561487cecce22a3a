# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Provides Kokkos::kokkoskernels, for tests and measurements only. Built here it is header-only in effect: BLAS and
# batched kernels, nothing instantiated beforehand.

include_guard(GLOBAL)

# Kokkos 5 has no View::stride_0() and its like, which these headers call; stride(0) is the same in every version.
function(turnstile_patch_kokkos_kernels_for_kokkos5 source_dir)
  file(GLOB_RECURSE headers "${source_dir}/batched/*.hpp" "${source_dir}/blas/*.hpp")
  foreach(header IN LISTS headers)
    file(READ "${header}" text)
    string(REGEX REPLACE "stride_([0-7])\\(\\)" "stride(\\1)" patched "${text}")
    if(NOT patched STREQUAL text)
      file(WRITE "${header}" "${patched}")
    endif()
  endforeach()
endfunction()

function(turnstile_add_kokkos_kernels)
  include(FetchSource)
  turnstile_fetch_source(
    KokkosKernels source_dir
    URL https://github.com/kokkos/kokkos-kernels/releases/download/4.7.02/kokkos-kernels-4.7.02.tar.gz
    SHA256 2d3b3e10ac112e382b88c50d66e4222ce543fca5d42be6d8376a684b82b8b238
    DISTRIBUTION pygenten 0.1.5 e620f05c742905e2db705d875f1cac92ef0ed453f9e6734e9beda26cc0f9cce7 tpls/kokkos-kernels
    PATCH turnstile_patch_kokkos_kernels_for_kokkos5
  )
  set(KokkosKernels_ADD_DEFAULT_ETI OFF CACHE BOOL "Instantiate the common types beforehand")
  set(KokkosKernels_ENABLE_ALL_COMPONENTS OFF CACHE BOOL "Build every component")
  set(KokkosKernels_ENABLE_COMPONENT_BLAS ON CACHE BOOL "Build BLAS")
  set(KokkosKernels_ENABLE_COMPONENT_BATCHED ON CACHE BOOL "Build the batched kernels")
  foreach(library IN ITEMS BLAS LAPACK CUBLAS CUSPARSE CUSOLVER)
    set(KokkosKernels_ENABLE_TPL_${library} OFF CACHE BOOL "Use ${library}")
  endforeach()
  set(CMAKE_CXX_STANDARD 20)
  set(CMAKE_CXX_EXTENSIONS OFF)
  if(Kokkos_COMPILE_LANGUAGE STREQUAL "CUDA" AND CMAKE_VERSION VERSION_LESS 3.25.2)
    string(APPEND CMAKE_CUDA_FLAGS " -std=c++20")
  endif()
  set(CMAKE_MESSAGE_LOG_LEVEL ERROR)
  add_subdirectory("${source_dir}" "${PROJECT_BINARY_DIR}/_deps/kokkoskernels-build" EXCLUDE_FROM_ALL SYSTEM)
endfunction()

if(NOT TARGET Kokkos::kokkoskernels)
  find_package(KokkosKernels CONFIG QUIET GLOBAL)
endif()
if(NOT TARGET Kokkos::kokkoskernels)
  turnstile_add_kokkos_kernels()
endif()
