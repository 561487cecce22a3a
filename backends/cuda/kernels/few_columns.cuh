// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../shared_memory.hpp"
#include "position.cuh"
#include "staging.cuh"

/// \file
/// Many short rows without gaps: a block's rows are one contiguous piece of the input, staged as it is. Lanes gather
/// words down a column, and write runs of it that start at multiples of Alignment bytes.
///
///     input, 3 columns                    shared memory       output, rows of 1000003 words
///     a0 a1 a2 b0 b1 b2 c0 c1 c2 ...  ->  the same      ->    row 0   .. |a0 b0 c0 d0 ...|
///                                                             row 1      ..|a1 b1 c1 d1 ...|
///
/// Words of a column lie `columns` apart: conflict-free for odd numbers of columns, and skewed by a unit every 128
/// bytes for even ones.

namespace turnstile::cuda {

template <int WordBytes, int Alignment, bool IsSkewed>
__global__ void __launch_bounds__(256)
    few_columns(__grid_constant__ MatrixMovement const movement, int tile_rows_log2) {
  constexpr int unit_bytes = store_bytes<WordBytes>, unit_words = unit_bytes / WordBytes, halo = Alignment / WordBytes;
  constexpr int unit_words_log2 = unit_words == 4 ? 2 : unit_words == 2 ? 1 : 0;
  extern __shared__ uint4 shared[];
  auto* const tile      = reinterpret_cast<std::byte*>(shared);
  auto const position   = position_of(movement.grid, blockIdx.x);
  int const tile_rows   = 1 << tile_rows_log2;
  int const columns     = static_cast<int>(movement.columns);
  int const row_bytes   = columns * WordBytes;
  bool const is_first   = position.row_tile == 0;
  int const before      = is_first ? 0 : halo;  // staged rows in front of the tile's
  auto const rest       = movement.rows - (std::int64_t{position.row_tile} << tile_rows_log2);
  auto const* const in  = movement.in + position.in - before * row_bytes;
  int const staged_rows = static_cast<int>(min(rest, std::int64_t{tile_rows})) + before;
  stage_piece<WordBytes, IsSkewed>(tile, phase<16>(in), in, in + staged_rows * row_bytes);
  __syncthreads();

  auto const word_at = [&](int row, int column) {  // from the tile's first row
    auto const byte = phase<16>(in) + static_cast<std::uint32_t>((row + before) * row_bytes + column * WordBytes);
    return tile + staged_at<WordBytes, IsSkewed>(byte);
  };
  auto* const out      = movement.out + position.out;
  int const units_log2 = tile_rows_log2 - unit_words_log2;
  if (!is_first && rest >= tile_rows) {
#pragma unroll 4
    for (int k = static_cast<int>(threadIdx.x); k < columns << units_log2; k += static_cast<int>(blockDim.x)) {
      int const unit = k & ((1 << units_log2) - 1), column = k >> units_log2;
      auto* const to  = out + column * movement.out_column_stride;
      int const shift = static_cast<int>(phase<Alignment>(to));
      int const row   = unit * unit_words - shift / WordBytes;
      auto* const at  = to - shift + unit * unit_bytes;
      if constexpr (WordBytes >= 4) {
        store(at, load<Word<WordBytes>>(word_at(row, column)));
      } else {
        std::uint32_t value = 0;
#pragma unroll
        for (int j = 0; j < unit_words; ++j)
          value |= std::uint32_t{load<Word<WordBytes>>(word_at(row + j, column))} << (8 * WordBytes * j);
        store(at, value);
      }
    }
    return;
  }
  for (int k = static_cast<int>(threadIdx.x); k < columns << tile_rows_log2; k += static_cast<int>(blockDim.x)) {
    int const column = k >> tile_rows_log2;
    auto* const to   = out + column * movement.out_column_stride;
    int const row    = (k & (tile_rows - 1)) - static_cast<int>(phase<Alignment>(to)) / WordBytes;
    if (row >= -before && row < rest) store(to + row * WordBytes, load<Word<WordBytes>>(word_at(row, column)));
  }
}

}  // namespace turnstile::cuda
