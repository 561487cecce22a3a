// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/policy.hpp>
#include <turnstile/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>

/// \file
/// How a transposing problem is cut into tiles: rows along the output's fastest dimension, columns along the input's,
/// one grid of tiles for each combination of the other (batch) dimensions.

namespace turnstile::detail {

/// Where one tile lies. Offsets in words; rows and cols are cut at the edge of the matrix.
struct TilePosition {
  std::int64_t in_offset, out_offset;
  int rows, cols;
};

/// The tiles of a problem, numbered from 0.
struct TileGrid {
  static constexpr int batch_capacity = 6;

  std::int64_t in_row_stride, in_col_stride, out_row_stride, out_col_stride;
  std::int64_t rows, cols;
  int row_tiles, col_tiles, batch_rank, tiles;
  BlockOrder order;
  int batch_extents[batch_capacity];
  std::int64_t in_batch_strides[batch_capacity], out_batch_strides[batch_capacity];

  /// Position of tile number `tile`, for tiles of TileRows x TileCols.
  template <int TileRows, int TileCols>
  KOKKOS_FUNCTION TilePosition position(int tile) const {
    int row_tile, col_tile;
    if (order == BlockOrder::along_output) {
      row_tile = tile % row_tiles;
      tile /= row_tiles;
      col_tile = tile % col_tiles;
      tile /= col_tiles;
    } else {
      col_tile = tile % col_tiles;
      tile /= col_tiles;
      row_tile = tile % row_tiles;
      tile /= row_tiles;
    }
    auto const row = std::int64_t{row_tile} * TileRows;
    auto const col = std::int64_t{col_tile} * TileCols;
    TilePosition position{row * in_row_stride + col * in_col_stride, row * out_row_stride + col * out_col_stride,
                          static_cast<int>(rows - row < TileRows ? rows - row : TileRows),
                          static_cast<int>(cols - col < TileCols ? cols - col : TileCols)};
    for (int d = batch_rank - 1; d >= 0; --d) {
      int const index = tile % batch_extents[d];
      tile /= batch_extents[d];
      position.in_offset += index * in_batch_strides[d];
      position.out_offset += index * out_batch_strides[d];
    }
    return position;
  }
};

/// Number of tiles of `tile_rows` x `tile_cols` that a transposing `problem` has, or 0 when a TileGrid cannot number
/// them (too many batch dimensions, or more tiles than a league can have teams).
inline int count_tiles(Problem const& problem, int tile_rows, int tile_cols) noexcept {
  if (problem.rank - 2 > TileGrid::batch_capacity) return 0;
  std::int64_t tiles = 1;
  for (int d = 0; d < problem.rank; ++d) {
    auto const side = d == problem.output_fastest() ? tile_rows : d == problem.input_fastest() ? tile_cols : 1;
    auto const here = (problem.extents[d] + side - 1) / side;
    if (here > std::numeric_limits<int>::max() / tiles) return 0;
    tiles *= here;
  }
  return static_cast<int>(tiles);
}

/// Whether two policies have the same tile, in whatever block order and with whatever stores.
constexpr bool is_same_tile(TransposePolicy a, TransposePolicy const& b) {
  a.order  = b.order;
  a.stores = b.stores;
  return a == b;
}

/// Whether `problem` goes through a tile under `policy`.
inline bool takes_tile(Problem const& problem, TransposePolicy const& policy) noexcept {
  return !is_same_tile(policy, no_tile) && problem.is_transposing() &&
         count_tiles(problem, policy.tile_rows, policy.tile_cols) > 0;
}

/// The grid of a transposing problem whose tiles can be counted.
inline TileGrid tile_grid(Problem const& problem, int tile_rows, int tile_cols, BlockOrder order) noexcept {
  int const row_dimension = problem.output_fastest();
  int const col_dimension = problem.input_fastest();
  TileGrid grid{};
  grid.in_row_stride  = problem.in_strides[row_dimension];
  grid.out_row_stride = problem.out_strides[row_dimension];
  grid.in_col_stride  = problem.in_strides[col_dimension];
  grid.out_col_stride = problem.out_strides[col_dimension];
  grid.rows           = problem.extents[row_dimension];
  grid.cols           = problem.extents[col_dimension];
  grid.row_tiles      = static_cast<int>((grid.rows + tile_rows - 1) / tile_rows);
  grid.col_tiles      = static_cast<int>((grid.cols + tile_cols - 1) / tile_cols);
  grid.tiles          = count_tiles(problem, tile_rows, tile_cols);
  grid.order          = order;
  for (int d = 0; d < problem.rank; ++d) {
    if (d == row_dimension || d == col_dimension) continue;
    grid.batch_extents[grid.batch_rank]     = static_cast<int>(problem.extents[d]);
    grid.in_batch_strides[grid.batch_rank]  = problem.in_strides[d];
    grid.out_batch_strides[grid.batch_rank] = problem.out_strides[d];
    ++grid.batch_rank;
  }
  return grid;
}

}  // namespace turnstile::detail
