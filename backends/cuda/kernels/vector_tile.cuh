// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bank_passes.cuh"
#include "position.cuh"
#include "register_transpose.cuh"

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
/// one pass each, which store_degree() and load_degree() prove for every shape.
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
  static constexpr int vectors = rows * ColumnVectors;
  static constexpr int loads   = vectors / Threads;                     ///< vectors that a lane loads
  static constexpr int squares = RowVectors * ColumnVectors / Threads;  ///< squares that a lane transposes

  static_assert(loads * Threads == vectors && squares * Threads == RowVectors * ColumnVectors);

  /// Where the vector of number `vector`, row by row, is kept.
  TURNSTILE_FUNCTION static constexpr int slot(int vector) {
    return vector ^ ((vector / (vector_words * ColumnVectors)) & 7);
  }

  /// The vector of row `k` of square `square`; squares are numbered along the rows.
  TURNSTILE_FUNCTION static constexpr int square_vector(int square, int k) {
    return (square % RowVectors * vector_words + k) * ColumnVectors + square / RowVectors;
  }

  static constexpr int store_degree() {
    return worst_degree(vectors, vector_bytes, [](int number) { return slot(number) * vector_bytes; });
  }
  static constexpr int load_degree() {
    return worst_degree(RowVectors * ColumnVectors, vector_bytes,
                        [](int number) { return slot(square_vector(number, 0)) * vector_bytes; });
  }
};

/// Rows and columns of one pitch each.
struct PlainOffsets {
  std::int64_t in_row_stride, out_column_stride;

  __device__ std::int64_t row(int row) const { return row * in_row_stride; }
  __device__ std::int64_t column(int column) const { return column * out_column_stride; }
};

/// Rows and columns fused from several dimensions, whose offsets were put into shared memory.
struct TabledOffsets {
  std::int64_t const *rows, *columns;

  __device__ std::int64_t row(int row) const { return rows[row]; }
  __device__ std::int64_t column(int column) const { return columns[column]; }
};

/// The words of a tile that lie in the matrix: rows [first_row, last_row) and columns alike.
struct Window {
  int first_row, last_row, first_column, last_column;

  __device__ bool has_row(int row) const { return row >= first_row && row < last_row; }
  __device__ bool has_column(int column) const { return column >= first_column && column < last_column; }
};

/// The window of a tile that begins `row` and `column` words behind the margins' start.
template <class Tile>
__device__ __forceinline__ Window window_of(Margins const& margins, std::int64_t row, std::int64_t column,
                                            std::int64_t rows, std::int64_t columns) {
  auto const clipped = [](std::int64_t position, int side) {
    return static_cast<int>(max(std::int64_t{0}, min(position, std::int64_t{side})));
  };
  return {clipped(margins.rows - row, Tile::rows), clipped(margins.rows + rows - row, Tile::rows),
          clipped(margins.columns - column, Tile::columns), clipped(margins.columns + columns - column, Tile::columns)};
}

/// The positions of [first, last) that are in no whole vector: a head and a tail, fewer than a vector's words each.
template <int VectorWords>
struct Ends {
  int first, head, tail_first, count;

  __device__ Ends(int first_position, int last_position) : first(first_position) {
    int const first_whole = (first_position + VectorWords - 1) / VectorWords * VectorWords;
    int const last_whole  = last_position / VectorWords * VectorWords;
    head                  = min(first_whole, last_position) - first_position;
    tail_first            = max(last_whole, first_position + head);
    count                 = head + last_position - tail_first;
  }
  __device__ int operator[](int number) const { return number < head ? first + number : tail_first + number - head; }
};

/// Calls `move(line, end)` for every line of [first, last) and each of its ends, all threads together.
template <class Tile, class Move>
__device__ __forceinline__ void for_each_end(Ends<Tile::vector_words> const& ends, int first, int last,
                                             Move const& move) {
  int const total = ends.count * (last - first);
#pragma unroll 4
  for (int k = static_cast<int>(threadIdx.x); k < total; k += Tile::threads)
    move(first + k / ends.count, ends[k % ends.count]);
}

/// Moves the tile at `in` and `out`. An inner tile lies in the matrix as a whole; in others, vectors that do not are
/// moved word by word.
template <class Tile, bool IsInner, class Offsets>
__device__ __forceinline__ void move_vector_tile(std::byte const* in, std::byte* out, Window const& window,
                                                 Offsets const& offsets, uint4* tile) {
  constexpr int words_of_vector = Tile::vector_words, word_bytes = Tile::word_bytes;
  constexpr bool has_ends = !IsInner && words_of_vector > 1;
  using Value             = Word<word_bytes>;
  int const thread        = static_cast<int>(threadIdx.x);
  // Where word `column` of `row` is kept.
  auto const word_at = [tile](int row, int column) {
    return reinterpret_cast<std::byte*>(tile + Tile::slot(row * Tile::column_vectors + column / words_of_vector)) +
           column % words_of_vector * word_bytes;
  };
  uint4 loaded[Tile::loads];
  auto const is_loaded = [&](int i) {
    int const vector = thread + i * Tile::threads;
    int const row = vector / Tile::column_vectors, column = vector % Tile::column_vectors * words_of_vector;
    return IsInner ||
           (window.has_row(row) && window.has_column(column) && window.has_column(column + words_of_vector - 1));
  };
#pragma unroll
  for (int i = 0; i < Tile::loads; ++i) {
    int const vector = thread + i * Tile::threads;
    int const row = vector / Tile::column_vectors, column = vector % Tile::column_vectors * words_of_vector;
    if (is_loaded(i)) loaded[i] = load<uint4>(in + offsets.row(row) + column * word_bytes);
  }
#pragma unroll
  for (int i = 0; i < Tile::loads; ++i)
    if (is_loaded(i)) tile[Tile::slot(thread + i * Tile::threads)] = loaded[i];
  if constexpr (has_ends) {
    Ends<words_of_vector> const columns(window.first_column, window.last_column);
    for_each_end<Tile>(columns, window.first_row, window.last_row, [&](int row, int column) {
      store(word_at(row, column), load<Value>(in + offsets.row(row) + column * word_bytes));
    });
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < Tile::squares; ++i) {
    int const square = thread + i * Tile::threads;
    int const row = square % Tile::row_vectors * words_of_vector, column = square / Tile::row_vectors * words_of_vector;
    if (!IsInner && !(window.has_row(row) && window.has_row(row + words_of_vector - 1))) continue;
    uint4 words[words_of_vector];
#pragma unroll
    for (int k = 0; k < words_of_vector; ++k) words[k] = tile[Tile::slot(Tile::square_vector(square, k))];
    transpose<word_bytes>(words);
#pragma unroll
    for (int k = 0; k < words_of_vector; ++k)
      if (IsInner || window.has_column(column + k))
        store(out + offsets.column(column + k) + row * word_bytes, words[k]);
  }
  if constexpr (has_ends) {
    Ends<words_of_vector> const rows(window.first_row, window.last_row);
    for_each_end<Tile>(rows, window.first_column, window.last_column, [&](int column, int row) {
      store(out + offsets.column(column) + row * word_bytes, load<Value>(word_at(row, column)));
    });
  }
}

template <class Tile, class Offsets>
__device__ __forceinline__ void move_vector_tile(std::byte const* in, std::byte* out, Window const& window,
                                                 Offsets const& offsets, uint4* tile) {
  if (window.first_row == 0 && window.last_row == Tile::rows && window.first_column == 0 &&
      window.last_column == Tile::columns)
    move_vector_tile<Tile, true>(in, out, window, offsets, tile);
  else
    move_vector_tile<Tile, false>(in, out, window, offsets, tile);
}

template <class Tile>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    vector_tile(__grid_constant__ MatrixMovement const movement) {
  __shared__ uint4 tile[Tile::vectors];
  auto const position = position_of(movement.grid, blockIdx.x);
  auto const window =
      window_of<Tile>(movement.margins, std::int64_t{position.row_tile} * Tile::rows,
                      std::int64_t{position.column_tile} * Tile::columns, movement.rows, movement.columns);
  move_vector_tile<Tile>(movement.in + position.in, movement.out + position.out, window,
                         PlainOffsets{movement.in_row_stride, movement.out_column_stride}, tile);
}

/// Dimensions of any number and extents. Every thread calculates few offsets, instead of every access its own: tables
/// in global memory would cost two dependent loads before the first one of data (2^23 reversed: .94 instead of .97).
template <class Tile>
__global__ void __launch_bounds__(Tile::threads) fused_vector_tile(__grid_constant__ FusedMovement const movement) {
  __shared__ uint4 tile[Tile::vectors];
  __shared__ std::int64_t row_offsets[Tile::rows], column_offsets[Tile::columns];
  auto const position    = position_of(movement.grid, blockIdx.x);
  int const first_row    = static_cast<int>(position.row_tile) * Tile::rows;
  int const first_column = static_cast<int>(position.column_tile) * Tile::columns;
  auto const window =
      window_of<Tile>(movement.margins, first_row, first_column, movement.rows.count, movement.columns.count);
  for (int k = static_cast<int>(threadIdx.x); k < Tile::rows + Tile::columns; k += Tile::threads) {
    int const column = k - Tile::rows;
    if (k < Tile::rows && window.has_row(k))
      row_offsets[k] = fused_offset(movement.rows, static_cast<std::uint32_t>(first_row + k - movement.margins.rows));
    else if (k >= Tile::rows && window.has_column(column))
      column_offsets[column] =
          fused_offset(movement.columns, static_cast<std::uint32_t>(first_column + column - movement.margins.columns));
  }
  __syncthreads();
  move_vector_tile<Tile>(movement.in + position.in, movement.out + position.out, window,
                         TabledOffsets{row_offsets, column_offsets}, tile);
}

}  // namespace turnstile::cuda
