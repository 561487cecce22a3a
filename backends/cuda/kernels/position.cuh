// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "word.cuh"

/// \file
/// Where a block works.

namespace turnstile::cuda {

/// Bytes from the start of both arrays, and which tile along rows and columns, or piece of a run, it is.
struct Position {
  std::int64_t in, out;
  std::uint32_t row_tile, column_tile, piece;
};

template <int Capacity>
__device__ __forceinline__ Position position_of(Grid<Capacity> const& grid, std::uint32_t block) {
  Position position{};
#pragma unroll 1
  for (int d = 0; d < grid.rank; ++d) {
    auto const& dimension = grid.dimensions[d];
    auto const rest       = divide(block, dimension.count);
    auto const index      = block - rest * dimension.count.divisor;
    position.in += index * dimension.in_step;
    position.out += index * dimension.out_step;
    if (d == grid.row_dimension) position.row_tile = index;
    if (d == grid.column_dimension) position.column_tile = index;
    if (d == grid.piece_dimension) position.piece = index;
    block = rest;
  }
  return position;
}

/// Offset of `index`, which is smaller than the fused index's count.
__device__ __forceinline__ std::int64_t fused_offset(FusedIndex const& fused, std::uint32_t index) {
  std::int64_t offset = 0;
#pragma unroll 1
  for (int d = 0; d < fused.rank; ++d) {
    auto const rest = divide(index, fused.extents[d]);
    offset += (index - rest * fused.extents[d].divisor) * fused.strides[d];
    index = rest;
  }
  return offset;
}

}  // namespace turnstile::cuda
