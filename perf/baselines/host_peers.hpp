// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bench/workload.hpp"

#include <cstdint>

/// \file
/// Transposes of libraries that hosts have. Neither uses threads of its own, so that each thread of a space is given a
/// range of columns.

namespace turnstile::perf {

/// Columns `first` to `last` of one matrix of `workload`, from `in` to `out`, which are where that matrix starts.
using MoveColumns = void (*)(Workload const& workload, void const* in, void* out, std::int64_t first,
                             std::int64_t last);

/// OpenBLAS's omatcopy for elements of `element_bytes`: 4, 8 or 16; nullptr for others, and in a build without
/// OpenBLAS.
MoveColumns openblas_columns(int element_bytes);

/// The assignment of a transposed matrix in Eigen; nullptr in a build without Eigen.
MoveColumns eigen_columns(int element_bytes);

}  // namespace turnstile::perf
