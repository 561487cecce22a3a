// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "position.cuh"
#include "register_transpose.cuh"

#include <turnstile/bank_model.hpp>

/// \file
/// Rows and columns of whole 16-byte vectors: loads, stores and both accesses of shared memory are 16 bytes a lane.
///
///     input, V words a vector             shared memory, one slot a vector       output
///     row 0     a0 a1 a2 a3 ...           a0 a1 a2 a3 ...   rows 0 .. V-1        column 0: a vector of every V rows
///     row 1     b0 b1 b2 b3 ...     ->    b0 b1 b2 b3 ...                   ->   column 1
///     ...                                 ...                                    ...
///     row V     e0 e1 e2 e3 ...           e1 e0 e3 e2 ...   rows V .. 2V-1
///
/// Slots of a row are XORed with the number of its group of V rows, modulo 8. A lane reads the V vectors of V rows in
/// one column of vectors, transposes them in registers and stores V vectors into V rows of the output. Lanes that are
/// served together (8 of them, 16 bytes each) store 8 slots of one row, and read 8 groups of rows, whose XORs differ:
/// one pass each, which BankPasses proves for every shape.
///
/// One tile a block, many small blocks in the order of the output: persistent blocks, rings of asynchronous copies and
/// bulk copies were all slower (docs/gpus.md).

namespace turnstile::cuda {

template <int WordBytes, int RowVectors, int ColumnVectors, int Threads, int BlocksPerMultiprocessor>
struct VectorTile {
  static constexpr int word_bytes = WordBytes;
  static constexpr int threads = Threads, blocks = BlocksPerMultiprocessor;
  static constexpr int vector_words = vector_bytes / WordBytes;
  static constexpr int row_vectors = RowVectors, column_vectors = ColumnVectors;
  static constexpr int rows = RowVectors * vector_words, columns = ColumnVectors * vector_words;
  static constexpr int vectors      = rows * ColumnVectors;
  static constexpr int loads        = vectors / Threads;                     ///< vectors that a lane loads
  static constexpr int squares      = RowVectors * ColumnVectors / Threads;  ///< squares that a lane transposes
  static constexpr int shared_bytes = vectors * vector_bytes;

  static_assert(loads * Threads == vectors && squares * Threads == RowVectors * ColumnVectors);

  /// Where the vector of number `vector`, row by row, is kept.
  TURNSTILE_FUNCTION static constexpr int slot(int vector) {
    return vector ^ ((vector / (vector_words * ColumnVectors)) & 7);
  }

  /// The vector of row `k` of square `square`; squares are numbered along the rows.
  TURNSTILE_FUNCTION static constexpr int square_vector(int square, int k) {
    return (square % RowVectors * vector_words + k) * ColumnVectors + square / RowVectors;
  }

  struct BankPasses {
    static constexpr int of_store() {
      int worst = 0;
      for (int first = 0; first < vectors; first += warp_lanes)
        worst =
            std::max(worst, turnstile::detail::access_cost(banks::nvidia, warp_lanes, vector_bytes, [first](int lane) {
                              return std::int64_t{slot(first + lane)} * vector_bytes;
                            }).degree);
      return worst;
    }
    static constexpr int of_load() {
      int worst = 0;
      for (int first = 0; first < RowVectors * ColumnVectors; first += warp_lanes)
        worst =
            std::max(worst, turnstile::detail::access_cost(banks::nvidia, warp_lanes, vector_bytes, [first](int lane) {
                              return std::int64_t{slot(square_vector(first + lane, 0))} * vector_bytes;
                            }).degree);
      return worst;
    }
  };
};

/// Rows and columns of one pitch each.
template <class Tile>
struct PlainOffsets {
  std::int64_t in_row_stride, out_column_stride;

  __device__ std::int64_t row(int row) const { return row * in_row_stride; }
  __device__ std::int64_t column(int column) const { return column * out_column_stride; }
};

/// Rows and columns fused from several dimensions, whose offsets were put into shared memory.
template <class Tile>
struct TabledOffsets {
  std::int64_t const *rows, *columns;

  __device__ std::int64_t row(int row) const { return rows[row]; }
  __device__ std::int64_t column(int column) const { return columns[column]; }
};

/// Moves the tile at `in` and `out`, of which `rows x columns` words, whole vectors both, lie inside the matrix.
template <class Tile, class Offsets>
__device__ __forceinline__ void move_vector_tile(std::byte const* in, std::byte* out, std::int64_t rows,
                                                 std::int64_t columns, Offsets const& offsets, uint4* tile) {
  constexpr int vector_words = Tile::vector_words;
  int const thread           = static_cast<int>(threadIdx.x);
  uint4 loaded[Tile::loads];
#pragma unroll
  for (int i = 0; i < Tile::loads; ++i) {
    int const vector = thread + i * Tile::threads;
    int const row = vector / Tile::column_vectors, column_vector = vector % Tile::column_vectors;
    if (row < rows && column_vector * vector_words < columns)
      loaded[i] = load<uint4>(in + offsets.row(row) + column_vector * vector_bytes);
  }
#pragma unroll
  for (int i = 0; i < Tile::loads; ++i) tile[Tile::slot(thread + i * Tile::threads)] = loaded[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < Tile::squares; ++i) {
    int const square     = thread + i * Tile::threads;
    int const row_vector = square % Tile::row_vectors, column = square / Tile::row_vectors * vector_words;
    uint4 words[vector_words];
#pragma unroll
    for (int k = 0; k < vector_words; ++k) words[k] = tile[Tile::slot(Tile::square_vector(square, k))];
    transpose<Tile::word_bytes>(words);
    if (row_vector * vector_words < rows && column < columns) {
#pragma unroll
      for (int k = 0; k < vector_words; ++k)
        store(out + offsets.column(column + k) + row_vector * vector_bytes, words[k]);
    }
  }
}

template <class Tile>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    vector_tile(__grid_constant__ MatrixMovement const movement) {
  __shared__ uint4 tile[Tile::vectors];
  auto const position = position_of(movement.grid, blockIdx.x);
  move_vector_tile<Tile>(movement.in + position.in, movement.out + position.out,
                         movement.rows - std::int64_t{position.row_tile} * Tile::rows,
                         movement.columns - std::int64_t{position.column_tile} * Tile::columns,
                         PlainOffsets<Tile>{movement.in_row_stride, movement.out_column_stride}, tile);
}

/// Dimensions of any number and extents. Every thread calculates few offsets, instead of every access its own: tables
/// in global memory would cost two dependent loads before the first one of data (2^23 reversed: .94 instead of .97).
template <class Tile>
__global__ void __launch_bounds__(Tile::threads) fused_vector_tile(__grid_constant__ FusedMovement const movement) {
  __shared__ uint4 tile[Tile::vectors];
  __shared__ std::int64_t row_offsets[Tile::rows], column_offsets[Tile::columns];
  auto const position     = position_of(movement.grid, blockIdx.x);
  auto const first_row    = position.row_tile * Tile::rows;
  auto const first_column = position.column_tile * Tile::columns;
  for (auto k = threadIdx.x; k < Tile::rows + Tile::columns; k += Tile::threads) {
    auto const column = k - Tile::rows;
    if (k < Tile::rows && first_row + k < movement.rows.count)
      row_offsets[k] = fused_offset(movement.rows, first_row + k);
    else if (k >= Tile::rows && first_column + column < movement.columns.count)
      column_offsets[column] = fused_offset(movement.columns, first_column + column);
  }
  __syncthreads();
  move_vector_tile<Tile>(
      movement.in + position.in, movement.out + position.out, std::int64_t{movement.rows.count} - first_row,
      std::int64_t{movement.columns.count} - first_column, TabledOffsets<Tile>{row_offsets, column_offsets}, tile);
}

}  // namespace turnstile::cuda
