// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bench/workload.hpp"

/// \file
/// Transposes of libraries that CUDA devices have.

namespace turnstile::perf {

/// Starts the transpose of one matrix on `stream`, a cudaStream_t.
using MoveMatrix = void (*)(Workload const& workload, void const* in, void* out, void* stream);

/// cuBLAS's geam for elements of `element_bytes`: 4, 8 or 16; nullptr for others, and in a build without cuBLAS. It has
/// no batched form.
MoveMatrix cublas_geam(int element_bytes);

}  // namespace turnstile::perf
