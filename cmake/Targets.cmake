# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What every target of Turnstile has in common.

# Below 3.25.2 CMake drops the C++20 standard of CUDA sources without a word.
set(turnstile_cuda_standard_options "")
if(CMAKE_VERSION VERSION_LESS 3.25.2)
  set(turnstile_cuda_standard_options "$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>")
endif()

# Compiles the sources of `target` the way the Kokkos in use wants them compiled: as CUDA or HIP where Kokkos was built
# with CMake's language, as plain C++ (compiler wrappers and launchers included) otherwise.
function(turnstile_kokkos_sources target)
  if(NOT Kokkos_COMPILE_LANGUAGE OR Kokkos_COMPILE_LANGUAGE STREQUAL "CXX")
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set_source_files_properties(${sources} PROPERTIES LANGUAGE ${Kokkos_COMPILE_LANGUAGE})
endfunction()

# Compiles the sources of `target` as plain C++ for the host, also where the C++ compiler is Kokkos's nvcc_wrapper.
function(turnstile_host_sources target)
  if(CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper$")
    target_compile_options(${target} PRIVATE --host-only)
  endif()
endfunction()

# Warnings for our own sources. Device compilers see generated code, too, where conversions are none of ours. Clang counts
# changes of sign among conversions, g++ does not; g++ 12 sees overlaps in std::string that are not there.
function(turnstile_warnings target)
  if("CUDA" IN_LIST Kokkos_DEVICES)
    target_compile_options(
      ${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra> $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra>
    )
  else()
    target_compile_options(
      ${target} PRIVATE -Wall -Wextra -Wconversion -Wno-sign-conversion -Wshadow
                        $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    )
  endif()
endfunction()

# An executable that uses Turnstile and Kokkos.
function(turnstile_add_executable target)
  add_executable(${target} ${ARGN})
  target_link_libraries(${target} PRIVATE Turnstile::turnstile)
  turnstile_warnings(${target})
  turnstile_kokkos_sources(${target})
endfunction()

# Installs a program, which finds the library beside it and a shared Kokkos where it was found when building.
function(turnstile_install_program target)
  set_target_properties(
    ${target} PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}" INSTALL_RPATH_USE_LINK_PATH ON
  )
  if(Turnstile_INSTALL)
    install(TARGETS ${target} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  endif()
endfunction()
