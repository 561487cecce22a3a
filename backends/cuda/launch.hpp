// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "policy.hpp"

#include <turnstile/problem.hpp>

#include <cuda_runtime_api.h>

/// \file
/// Starts a kernel on a stream of the current device. Compiled once per word size. No Kokkos in here.

namespace turnstile::cuda {

/// What a launch came to: the CUDA call that was made last, and its answer.
struct LaunchResult {
  cudaError_t error;
  char const* call;
};

/// Starts `kernel`, which is kernel_for(problem, policy) and not `none`, for a problem of words of WordBytes bytes.
template <int WordBytes>
LaunchResult launch(Kernel kernel, Problem const& problem, TransposePolicy const& policy, cudaStream_t stream);

}  // namespace turnstile::cuda
