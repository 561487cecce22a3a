# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets turnstile_backend_fault to why the kernels cannot be compiled, or to nothing. They need the shared memory of
# compute capability 8.0.

set(turnstile_backend_fault "")
foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
  if(architecture MATCHES "^[0-9]+" AND CMAKE_MATCH_0 LESS 80)
    set(turnstile_backend_fault "no native kernels for CUDA architecture ${architecture}")
  endif()
endforeach()
