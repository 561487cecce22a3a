# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets turnstile_backend_fault to why the kernels cannot be compiled, or to nothing. They are written for these
# processors, in vector extensions that GCC has from version 12 on.

include(CheckCXXSourceCompiles)
check_cxx_source_compiles(
  "#if !defined(__x86_64__) && !defined(__aarch64__)
   #error
   #endif
   typedef int Vector __attribute__((vector_size(16)));
   int main(int, char**) { Vector v{}; v = __builtin_shufflevector(v, v, 0, 4, 1, 5); return v[0]; }"
  turnstile_has_host_kernels
)
set(turnstile_backend_fault "")
if(NOT turnstile_has_host_kernels OR CMAKE_OSX_ARCHITECTURES MATCHES ";")
  set(turnstile_backend_fault "no native kernels for this processor or compiler")
endif()
