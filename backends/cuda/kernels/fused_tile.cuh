// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../shared_memory.hpp"
#include "bank_passes.cuh"
#include "position.cuh"

/// \file
/// Rows and columns fused from any dimensions, word by word: for extents and addresses that no vector fits. A warp
/// loads whole rows of the tile, then stores whole columns, so that all its lanes look up one offset.
///
///     input: rows lie anywhere        shared memory, odd pitch      output: columns lie anywhere
///     row 0   a0 a1 a2 ...            a0 a1 a2 ..                    column 0   a0 b0 c0 ...
///     row 1   b0 b1 b2 ...      ->    b0 b1 b2 ..              ->    column 1   a1 b1 c1 ...
///
/// A pitch of an odd number of 4-byte units, or of words above 4 bytes, lets the lanes of a column meet no bank twice.

namespace turnstile::cuda {

template <int WordBytes, int Warps, int MaxRows, int MaxColumns>
struct FusedTile {
  static constexpr int word_bytes = WordBytes, warps = Warps, threads = Warps * warp_lanes;
  static constexpr int max_rows = MaxRows, max_columns = MaxColumns;
  static constexpr int rows_of_warp    = (MaxRows + Warps - 1) / Warps;
  static constexpr int columns_of_warp = (MaxColumns + Warps - 1) / Warps;
  static constexpr int row_pieces      = (MaxColumns + warp_lanes - 1) / warp_lanes;
  static constexpr int column_pieces   = (MaxRows + warp_lanes - 1) / warp_lanes;

  static constexpr int largest_shared_bytes = fused_tile_bytes(WordBytes, MaxRows, MaxColumns);
  static constexpr int static_shared_bytes  = offset_bytes(MaxRows, MaxColumns);

  /// Of a warp that loads a piece of a column, over all tiles.
  static constexpr int load_degree() {
    int worst = 0;
    for (int columns = 1; columns <= MaxColumns; ++columns)
      worst = std::max(worst, worst_degree(warp_lanes, WordBytes,
                                           [columns](int row) { return row * fused_pitch(WordBytes, columns); }));
    return worst;
  }
};

template <class Tile>
__global__ void __launch_bounds__(Tile::threads) fused_tile(__grid_constant__ FusedMovement const movement) {
  constexpr int word_bytes = Tile::word_bytes;
  using Value              = Word<word_bytes>;
  extern __shared__ uint4 shared[];
  __shared__ std::int64_t row_offsets[Tile::max_rows], column_offsets[Tile::max_columns];
  auto* const tile        = reinterpret_cast<std::byte*>(shared);
  auto const position     = position_of(movement.grid, blockIdx.x);
  auto const first_row    = position.row_tile * movement.tile_rows;
  auto const first_column = position.column_tile * movement.tile_columns;
  int const rows          = static_cast<int>(min(movement.rows.count - first_row, movement.tile_rows));
  int const columns       = static_cast<int>(min(movement.columns.count - first_column, movement.tile_columns));
  int const pitch         = movement.pitch;
  for (int k = static_cast<int>(threadIdx.x); k < rows + columns; k += Tile::threads) {
    if (k < rows)
      row_offsets[k] = fused_offset(movement.rows, first_row + k);
    else
      column_offsets[k - rows] = fused_offset(movement.columns, first_column + (k - rows));
  }
  __syncthreads();
  int const lane = static_cast<int>(threadIdx.x) % warp_lanes, warp = static_cast<int>(threadIdx.x) / warp_lanes;
  auto const* const in = movement.in + position.in + lane * word_bytes;
  Value loaded[Tile::rows_of_warp][Tile::row_pieces];
#pragma unroll
  for (int i = 0; i < Tile::rows_of_warp; ++i) {
    int const row = warp + i * Tile::warps;
    if (row >= rows) break;
    auto const* const from = in + row_offsets[row];
#pragma unroll
    for (int k = 0; k < Tile::row_pieces; ++k)
      if (k * warp_lanes + lane < columns) loaded[i][k] = load<Value>(from + k * warp_lanes * word_bytes);
  }
#pragma unroll
  for (int i = 0; i < Tile::rows_of_warp; ++i) {
    int const row = warp + i * Tile::warps;
    if (row >= rows) break;
#pragma unroll
    for (int k = 0; k < Tile::row_pieces; ++k)
      if (k * warp_lanes + lane < columns)
        store(tile + row * pitch + (k * warp_lanes + lane) * word_bytes, loaded[i][k]);
  }
  __syncthreads();
  auto* const out = movement.out + position.out + lane * word_bytes;
#pragma unroll
  for (int i = 0; i < Tile::columns_of_warp; ++i) {
    int const column = warp + i * Tile::warps;
    if (column >= columns) break;
    auto* const to = out + column_offsets[column];
#pragma unroll
    for (int k = 0; k < Tile::column_pieces; ++k)
      if (k * warp_lanes + lane < rows)
        store(to + k * warp_lanes * word_bytes,
              load<Value>(tile + (k * warp_lanes + lane) * pitch + column * word_bytes));
  }
}

}  // namespace turnstile::cuda
