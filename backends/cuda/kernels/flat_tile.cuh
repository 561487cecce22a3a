// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bank_passes.cuh"
#include "position.cuh"
#include "register_transpose.cuh"

/// \file
/// Matrices of few rows of whole 16-byte vectors: the output's rows are one to four vectors long. A lane loads V words
/// of each of V rows, transposes them in registers and leaves V vectors in shared memory, in the order of the output.
///
///     input, V rows                        shared memory, the output's order
///     a0 a1 a2 a3 | a4 ...                 a0 b0 c0 d0     column 0
///     b0 b1 b2 b3 | b4 ...           ->    a1 b1 c1 d1     column 1
///     ...                                  ...
///
/// Slots of a column are XORed with the number of its group of V columns, shifted so that 8 lanes that are served
/// together differ in the lowest three bits: one pass for the store and one for the load.

namespace turnstile::cuda {

template <int WordBytes, int RowVectors, int ColumnVectors>
struct FlatTile {
  static constexpr int word_bytes   = WordBytes;
  static constexpr int vector_words = vector_bytes / WordBytes;
  static constexpr int row_vectors = RowVectors, column_vectors = ColumnVectors;
  static constexpr int rows = RowVectors * vector_words, columns = ColumnVectors * vector_words;
  static constexpr int threads = RowVectors * ColumnVectors;  ///< one square a lane
  static constexpr int vectors = columns * RowVectors;

  static_assert(ColumnVectors >= 8 && vector_words * RowVectors % 8 == 0);

  TURNSTILE_FUNCTION static constexpr int slot(int vector) {
    return vector ^ ((vector / (vector_words * RowVectors)) & 7);
  }

  /// The vector of column `k` of square `square`; squares are numbered along the columns.
  TURNSTILE_FUNCTION static constexpr int square_vector(int square, int k) {
    return (square % ColumnVectors * vector_words + k) * RowVectors + square / ColumnVectors;
  }

  static constexpr int store_degree() {
    return worst_degree(threads, vector_bytes,
                        [](int number) { return slot(square_vector(number, 0)) * vector_bytes; });
  }
  static constexpr int load_degree() {
    return worst_degree(vectors, vector_bytes, [](int number) { return slot(number) * vector_bytes; });
  }
};

template <class Tile>
__global__ void __launch_bounds__(Tile::threads) flat_tile(__grid_constant__ MatrixMovement const movement) {
  constexpr int vector_words = Tile::vector_words;
  __shared__ uint4 tile[Tile::vectors];
  auto const position     = position_of(movement.grid, blockIdx.x);
  auto const rows         = movement.rows - std::int64_t{position.row_tile} * Tile::rows;
  auto const columns      = movement.columns - std::int64_t{position.column_tile} * Tile::columns;
  int const thread        = static_cast<int>(threadIdx.x);
  int const column_vector = thread % Tile::column_vectors, row = thread / Tile::column_vectors * vector_words;
  uint4 words[vector_words];
  if (row < rows && column_vector * vector_words < columns) {
#pragma unroll
    for (int k = 0; k < vector_words; ++k)
      words[k] =
          load<uint4>(movement.in + position.in + (row + k) * movement.in_row_stride + column_vector * vector_bytes);
  }
  transpose<Tile::word_bytes>(words);
#pragma unroll
  for (int k = 0; k < vector_words; ++k) tile[Tile::slot(Tile::square_vector(thread, k))] = words[k];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < Tile::vectors / Tile::threads; ++i) {
    int const vector = thread + i * Tile::threads;
    int const column = vector / Tile::row_vectors, row_vector = vector % Tile::row_vectors;
    if (column < columns && row_vector * vector_words < rows)
      store(movement.out + position.out + column * movement.out_column_stride + row_vector * vector_bytes,
            tile[Tile::slot(vector)]);
  }
}

}  // namespace turnstile::cuda
