// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/problem.hpp>

#include <cstddef>
#include <cstdint>

/// \file
/// A problem as the kernels see it, small enough for a kernel's parameters. Offsets and strides are 64-bit bytes;
/// positions that a kernel divides are 32-bit, which make_movement.hpp proves to be enough. No Kokkos in here.

namespace turnstile::cuda {

inline constexpr int vector_bytes = 16;  ///< the widest load, store and access of shared memory that a lane has
inline constexpr int line_bytes = 256;  ///< DRAM and second-level cache are fastest where runs start at multiples of it

/// Division of numbers below 2^31 by a constant: `(high(number * multiplier) + number) >> shift`.
/// (Granlund and Montgomery, Division by Invariant Integers using Multiplication, 1994.)
struct Divisor {
  std::uint32_t divisor = 1, multiplier = 1, shift = 0;
};

/// One dimension of a grid: how often a block steps along it, and how far that is in both arrays.
struct GridDimension {
  Divisor count;
  std::int64_t in_step, out_step;
};

/// The blocks of a launch: a product of dimensions, the first one fastest. Some may count tiles along the rows, tiles
/// along the columns or pieces of a run; the rest is the batch.
template <int Capacity>
struct Grid {
  std::uint32_t blocks = 1;
  int rank             = 0;
  int row_dimension = -1, column_dimension = -1, piece_dimension = -1;
  GridDimension dimensions[Capacity];
};

/// The largest number of batch dimensions of the kernels that fuse nothing.
inline constexpr int usual_batch_rank = 4;

/// Bytes that a kernel may read: those of the input. Gaps between rows are among them, and are read with their
/// neighbours, never written.
struct Span {
  std::byte const *first, *last;
};

/// How far the first tile begins in front of a matrix, in words, so that tiles begin at multiples of a line in memory.
struct Margins {
  int rows = 0, columns = 0;
};

/// Matrices: word (row, column) of matrix b lies at `in + batch.in(b) + row * in_row_stride + column * word_bytes` and
/// goes to `out + batch.out(b) + column * out_column_stride + row * word_bytes`. Rows and columns are counted from the
/// margins' start: those of the matrix are [margins.rows, margins.rows + rows), and alike for columns.
struct MatrixMovement {
  std::byte const* in;
  std::byte* out;
  Span span;
  Margins margins;
  std::int64_t rows, columns;
  std::int64_t in_row_stride, out_column_stride;
  Grid<usual_batch_rank + 2> grid;
};

/// Several dimensions walked as one index, the first one fastest. Strides are those of the array in which the index is
/// not contiguous.
struct FusedIndex {
  static constexpr int capacity = 12;

  std::uint32_t count = 1;
  int rank            = 0;
  Divisor extents[capacity];
  std::int64_t strides[capacity];
};

/// Matrices whose rows and columns are fused from several dimensions each: as MatrixMovement, with `rows(row)` instead
/// of `row * in_row_stride` and `columns(column)` instead of `column * out_column_stride`.
struct FusedMovement {
  std::byte const* in;
  std::byte* out;
  int tile_rows, tile_columns;  ///< at most what the kernel holds
  int pitch;                    ///< bytes from row to row of a tile that is moved word by word
  Margins margins;
  FusedIndex rows, columns;
  Grid<Problem::capacity> grid;
};

/// A dense batch of small dense matrices: both arrays are one piece of `matrices * rows * columns` words.
struct BatchMovement {
  std::byte const* in;
  std::byte* out;
  std::int64_t matrices;
  int rows, columns;
};

/// Runs of `run_words` that are contiguous on both sides. A block moves `tile_i x tile_j` runs: i is the output's next
/// dimension, j the input's.
struct RunMovement {
  std::byte const* in;
  std::byte* out;
  std::int64_t run_words;
  std::int64_t extent_i, in_stride_i, out_stride_i;
  std::int64_t extent_j, in_stride_j, out_stride_j;
  int tile_i, tile_j, tile_words;
  Grid<Problem::capacity + 1> grid;  ///< rows are tiles along i, columns along j, pieces `tile_words` of a run
};

/// Single words, the last dimension fastest in the output.
struct StridedMovement {
  std::byte const* in;
  std::byte* out;
  std::int64_t words;
  int rank;
  std::int64_t extents[Problem::capacity], in_strides[Problem::capacity], out_strides[Problem::capacity];
};

}  // namespace turnstile::cuda
