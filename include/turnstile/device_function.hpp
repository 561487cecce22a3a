// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \def TURNSTILE_FUNCTION
/// Marks a constexpr function that kernels call. Only nvcc needs the mark: other device compilers accept a call of any
/// constexpr function, and Kokkos asks nvcc for that (`--expt-relaxed-constexpr`) only when it is built with
/// `Kokkos_ENABLE_CUDA_CONSTEXPR`. `KOKKOS_FUNCTION` does not do, as these headers must not need Kokkos.

#ifdef __CUDACC__
#define TURNSTILE_FUNCTION __host__ __device__
#else
#define TURNSTILE_FUNCTION
#endif
