// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "policy.hpp"

#include <turnstile/problem.hpp>

#include <cuda_runtime_api.h>

/// \file
/// Starts a kernel on a stream of the current device. Compiled once per word size. No Kokkos in here.

namespace turnstile::cuda {

/// Starts `kernel`, which is kernel_for(problem, policy), for a problem of words of WordBytes bytes.
template <int WordBytes>
cudaError_t launch(Kernel kernel, Problem const& problem, TransposePolicy const& policy, cudaStream_t stream);

}  // namespace turnstile::cuda
