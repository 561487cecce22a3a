# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What a fetched Kokkos needs for CUDA 13.

# Replaces the only occurrence of `old` in `file`.
function(turnstile_replace_in_file file old new)
  file(READ "${file}" text)
  string(FIND "${text}" "${old}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "${file} is not that of Kokkos 4.7.0: it lacks\n${old}")
  endif()
  string(REPLACE "${old}" "${new}" text "${text}")
  file(WRITE "${file}" "${text}")
endfunction()

# nvcc 12.9 and newer lay out members marked [[no_unique_address]] differently on host and device, so that Views arrive
# broken in kernels (illegal addresses on an H200). Kokkos 5.0 leaves the mark out for them; so do we for older ones.
function(turnstile_patch_mdspan_for_cuda13 source_dir)
  set(config "${source_dir}/tpls/mdspan/include/experimental/__p0009_bits/config.hpp")
  set(old "(!defined(__NVCC__) || MDSPAN_HAS_CXX_20)")
  file(READ "${config}" text)
  string(FIND "${text}" "${old}" position)
  if(NOT position EQUAL -1)
    string(CONCAT new "(!defined(__NVCC__) || (MDSPAN_HAS_CXX_20 && "
                      "__CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 1209))"
    )
    turnstile_replace_in_file("${config}" "${old}" "${new}")
  endif()
endfunction()

function(turnstile_patch_kokkos_for_cuda13 source_dir)
  turnstile_patch_mdspan_for_cuda13("${source_dir}")
  file(STRINGS "${source_dir}/CMakeLists.txt" lines REGEX "^set\\(Kokkos_VERSION_(MAJOR|MINOR|PATCH) [0-9]+\\)")
  string(REGEX REPLACE "[^0-9;]" "" version "${lines}")
  list(JOIN version "." version)
  if(version VERSION_GREATER_EQUAL 4.7.1) # has the rest
    return()
  endif()

  set(instance "${source_dir}/core/src/Cuda/Kokkos_Cuda_Instance.hpp")
  # One more argument: data of the edges.
  set(call "    return cudaGraphAddDependencies(graph, from, to, numDependencies);\n")
  set(call_13 "    return cudaGraphAddDependencies(graph, from, to, nullptr, numDependencies);\n")
  turnstile_replace_in_file("${instance}" "${call}" "#if CUDART_VERSION >= 13000\n${call_13}#else\n${call}#endif\n")
  # A location instead of a device number.
  set(call "    return cudaMemPrefetchAsync(devPtr, count, dstDevice, m_stream);\n")
  string(CONCAT call_13 "    cudaMemLocation const location{cudaMemLocationTypeDevice, dstDevice};\n"
                        "    return cudaMemPrefetchAsync(devPtr, count, location, 0, m_stream);\n"
  )
  turnstile_replace_in_file("${instance}" "${call}" "#if CUDART_VERSION >= 13000\n${call_13}#else\n${call}#endif\n")
  # The architecture that the wrapper compiles for when it is not told one.
  turnstile_replace_in_file("${source_dir}/bin/nvcc_wrapper" "default_arch=\"sm_70\"" "default_arch=\"sm_75\"")
endfunction()
