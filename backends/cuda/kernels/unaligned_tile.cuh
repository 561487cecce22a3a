// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../shared_memory.hpp"
#include "bank_passes.cuh"
#include "position.cuh"

/// \file
/// Rows that start anywhere, of any pitch. Loads, and stores to shared memory, are still 16 bytes a lane: the aligned
/// vectors that hold a row are staged as they are, and the pitch in shared memory is congruent to the pitch of the rows
/// modulo 16, so that word (row, column) lies at `phase + row * pitch + column * word_bytes` although every row starts
/// at its own phase.
///
///     input rows, | marks multiples of 16 bytes      shared memory, rows 16 k + (pitch mod 16) bytes apart
///     |..aaaaaa|aaaaaaaa|aa......|                   |..aaaaaa|aaaaaaaa|aa......|
///     |.....bbb|bbbbbbbb|bbbbb...|             ->             .....bbb|bbbbbbbb|bbbbb...|
///     |cccccccc|cccccccc|........|                                     cccccccc|cccccccc|........|
///
/// A lane gathers one store unit (4 bytes of narrow words, else a word) down a column. A run of `lanes_along` lanes
/// writes consecutive units of one row of the output, the others the columns beside it. Each row of the output starts
/// its tile at a multiple of Alignment bytes, for which the tile has Alignment bytes more rows than it writes: no
/// sector is written in part but at the edges of the matrix. Odd pitches are conflict-free with 32 lanes along the
/// output; where all rows have one phase modulo 4 bytes the pitch is free, and rows are staged by 4-byte units
/// (ByUnits) into one that is.
///
/// The maximum of shared memory must not be asked for: it takes the cache that holds what neighbouring rows share, and
/// costs 15 to 30 % (H200).

namespace turnstile::cuda {

template <int WordBytes, int Rows, int RowVectors, int Threads, int BlocksPerMultiprocessor, int Alignment>
struct UnalignedTile {
  static constexpr int word_bytes = WordBytes, threads = Threads, blocks = BlocksPerMultiprocessor;
  static constexpr int alignment    = Alignment;
  static constexpr int vector_words = vector_bytes / WordBytes;
  static constexpr int vectors     = RowVectors;  ///< that are loaded of a row; any phase of the columns fits into them
  static constexpr int halo        = Alignment / WordBytes;
  static constexpr int rows        = Rows;
  static constexpr int columns     = WordBytes == vector_bytes ? RowVectors : (RowVectors - 1) * vector_words;
  static constexpr int staged_rows = Rows + halo;
  static constexpr int rows_at_once = Threads / RowVectors;
  static constexpr int loads        = (staged_rows + rows_at_once - 1) / rows_at_once;
  static constexpr int unit_words   = store_bytes<WordBytes> / WordBytes;

  /// 69 or 133 units of 4 bytes: with 4 or 2 rows a unit and 8 lanes along the output no two lanes share a bank.
  static constexpr int free_pitch   = RowVectors * vector_bytes + 20;
  static constexpr int shared_bytes = unaligned_tile_bytes({Rows, RowVectors, Threads, blocks, Alignment}, WordBytes);

  static_assert(Threads % RowVectors == 0 && shared_bytes <= usual_shared_bytes);

  /// Of a warp that gathers, rows `pitch` bytes apart, `lanes_along` lanes along the output.
  static constexpr int load_degree(int pitch, int lanes_along) {
    return worst_degree(warp_lanes, WordBytes, [=](int lane) {
      return lane % lanes_along * unit_words * pitch + lane / lanes_along * WordBytes;
    });
  }
};

/// Where a block's tile lies. Rows and columns that are left are counted from the first staged row, which lies in front
/// of the matrix in the first tile.
struct UnalignedPosition {
  std::byte const* in;  ///< the first staged row, at the tile's first column
  std::byte* out;       ///< the first column, at the tile's first row
  int first_row, rows, columns;
  std::uint32_t pitch;  ///< of rows in shared memory
  std::uint32_t start;  ///< where the first staged row begins there
};

/// Stages the tile's rows. An inner tile has all of them, and nothing but the array around it.
template <class Tile, bool ByUnits, bool IsInner>
__device__ __forceinline__ void stage_rows(MatrixMovement const& movement, UnalignedPosition const& position,
                                           std::byte* tile) {
  constexpr bool is_even = Tile::staged_rows % Tile::rows_at_once == 0;
  int const thread       = static_cast<int>(threadIdx.x);
  int const vector = thread % Tile::vectors, row0 = thread / Tile::vectors;
  auto const stride            = movement.in_row_stride;
  auto const* const row_start  = position.in + row0 * stride;
  auto const row_phase         = phase<16>(row_start);
  auto const* const from       = row_start - row_phase + vector * vector_bytes;
  auto const step              = Tile::rows_at_once * stride;
  std::uint32_t const tile_row = position.start + row0 * position.pitch;
  tile += vector * vector_bytes;
  auto const source = [&](int i) { return from + ((row_phase + i * step) & ~std::int64_t{15}); };
  auto const staged = [&](int i) {
    auto const at = tile_row + i * Tile::rows_at_once * position.pitch;
    return tile + (ByUnits ? at - (static_cast<std::uint32_t>(row_phase + i * step) & 15) : at & ~15u);
  };
  auto const is_wanted = [&](int i) {
    int const row = row0 + i * Tile::rows_at_once;
    if (!is_even && row >= Tile::staged_rows) return false;
    return IsInner || (row >= position.first_row && row < position.rows &&
                       source(i) < position.in + row * stride + position.columns * Tile::word_bytes);
  };
  uint4 loaded[Tile::loads];
#pragma unroll
  for (int i = 0; i < Tile::loads; ++i)
    if (is_wanted(i) && (IsInner || is_within(source(i), movement.span))) loaded[i] = load<uint4>(source(i));
#pragma unroll
  for (int i = 0; i < Tile::loads; ++i) {
    if (is_wanted(i) && (IsInner || is_within(source(i), movement.span))) {
      if constexpr (ByUnits) {
        store(staged(i), loaded[i].x);
        store(staged(i) + 4, loaded[i].y);
        store(staged(i) + 8, loaded[i].z);
        store(staged(i) + 12, loaded[i].w);
      } else {
        store(staged(i), loaded[i]);
      }
    }
  }
  if constexpr (!IsInner) {
#pragma unroll 1
    for (int i = 0; i < Tile::loads; ++i)
      if (is_wanted(i) && !is_within(source(i), movement.span))
        copy_within<Tile::word_bytes>(staged(i), source(i), movement.span);
  }
}

/// Writes the tile's columns as rows of the output.
template <class Tile, int LanesAlong, bool IsInner>
__device__ __forceinline__ void write_columns(MatrixMovement const& movement, UnalignedPosition const& position,
                                              std::byte const* tile) {
  constexpr int word_bytes = Tile::word_bytes, unit_bytes = store_bytes<word_bytes>, unit_words = Tile::unit_words;
  constexpr int columns_at_once = Tile::threads / LanesAlong, units = Tile::rows / (LanesAlong * unit_words);
  static_assert(Tile::rows % (LanesAlong * unit_words) == 0);
  int const lane    = static_cast<int>(threadIdx.x) % LanesAlong;
  int const column0 = static_cast<int>(threadIdx.x) / LanesAlong;
  int const pitch   = static_cast<int>(position.pitch);
  int const columns = IsInner ? Tile::columns : min(Tile::columns, position.columns);
  auto const step   = columns_at_once * movement.out_column_stride;
  auto* to          = position.out + column0 * movement.out_column_stride;
  auto const* from  = tile + position.start + (Tile::halo + lane * unit_words) * pitch + column0 * word_bytes;
#pragma unroll 4
  for (int column = column0; column < columns; column += columns_at_once) {
    int const shift          = static_cast<int>(phase<Tile::alignment>(to)) / word_bytes;
    auto* const unit_to      = to - shift * word_bytes + lane * unit_bytes;
    auto const* const gather = from - shift * pitch;
#pragma unroll
    for (int k = 0; k < units; ++k) {
      auto* const at              = unit_to + k * LanesAlong * unit_bytes;
      auto const* const column_at = gather + k * LanesAlong * unit_words * pitch;
      int const row               = Tile::halo + (k * LanesAlong + lane) * unit_words - shift;
      if (IsInner || (row >= position.first_row && row + unit_words <= position.rows)) {
        store(at, gather_column<word_bytes>(column_at, position.pitch));
      } else {
#pragma unroll
        for (int j = 0; j < unit_words; ++j)
          if (row + j >= position.first_row && row + j < position.rows)
            store(at + j * word_bytes, load<Word<word_bytes>>(column_at + j * pitch));
      }
    }
    to += step;
    from += columns_at_once * word_bytes;
  }
}

template <class Tile, int LanesAlong, bool ByUnits>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    unaligned_tile(__grid_constant__ MatrixMovement const movement) {
  extern __shared__ uint4 shared[];
  auto* const tile         = reinterpret_cast<std::byte*>(shared);
  auto const tile_position = position_of(movement.grid, blockIdx.x);
  auto const stride        = movement.in_row_stride;
  auto const left          = [](std::int64_t extent) { return static_cast<int>(min(extent, std::int64_t{1} << 20)); };
  auto const pitch_phase   = static_cast<std::uint32_t>(stride) & 15;
  UnalignedPosition position;
  position.in        = movement.in + tile_position.in - Tile::halo * stride;
  position.out       = movement.out + tile_position.out;
  position.first_row = tile_position.row_tile == 0 ? Tile::halo : 0;
  position.rows      = left(movement.rows - std::int64_t{tile_position.row_tile} * Tile::rows + Tile::halo);
  position.columns   = left(movement.columns - std::int64_t{tile_position.column_tile} * Tile::columns);
  position.pitch =
      ByUnits ? Tile::free_pitch : Tile::vectors * vector_bytes + (pitch_phase != 0 ? pitch_phase : vector_bytes);
  position.start = phase<16>(position.in) + (ByUnits ? vector_bytes : 0);

  auto const* const last_row = position.in + (Tile::staged_rows - 1) * stride;
  auto const* const lowest   = stride < 0 ? last_row : position.in;
  auto const* const highest  = stride < 0 ? position.in : last_row;
  bool const is_inner        = position.first_row == 0 && position.rows >= Tile::staged_rows &&
                        position.columns >= Tile::vectors * Tile::vector_words &&
                        lowest - vector_bytes >= movement.span.first &&
                        highest + (Tile::vectors + 1) * vector_bytes <= movement.span.last;
  if (is_inner) {
    stage_rows<Tile, ByUnits, true>(movement, position, tile);
    __syncthreads();
    write_columns<Tile, LanesAlong, true>(movement, position, tile);
  } else {
    stage_rows<Tile, ByUnits, false>(movement, position, tile);
    __syncthreads();
    write_columns<Tile, LanesAlong, false>(movement, position, tile);
  }
}

}  // namespace turnstile::cuda
