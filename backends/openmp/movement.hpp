// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/problem.hpp>

#include <cstddef>
#include <cstdint>

/// \file
/// A problem as the host kernels see it: long rows that are contiguous in the output, long columns that are contiguous
/// in the input, and the rest as a batch. Includes no Kokkos header, and defines no function, since every instruction
/// set's kernels are compiled with it.

namespace turnstile::host {

/// Several dimensions walked as one index, the last one fastest. Strides are bytes on the side where the index is not
/// contiguous.
struct FusedIndex {
  int rank           = 0;
  std::int64_t count = 1;
  std::int64_t extents[Problem::capacity];
  std::int64_t strides[Problem::capacity];
};

/// The dimensions that are in neither index, the last one fastest. Strides are bytes.
struct BatchIndex {
  int rank           = 0;
  std::int64_t count = 1;
  std::int64_t extents[Problem::capacity];
  std::int64_t in_strides[Problem::capacity];
  std::int64_t out_strides[Problem::capacity];
};

/// `out(b, column, row) = in(b, row, column)`: word (row, column) of matrix b lies at
/// `in + batch.in(b) + rows(row) + column * word_bytes` and goes to
/// `out + batch.out(b) + columns(column) + row * word_bytes`.
struct Movement {
  std::byte const* in;
  std::byte* out;
  FusedIndex rows;     ///< contiguous in the output; strides of the input
  FusedIndex columns;  ///< contiguous in the input; strides of the output
  BatchIndex batch;
};

/// Runs of `run_bytes` that are contiguous on both sides; single words where nothing is. Run (i, j) of batch b lies at
/// `in + batch.in(b) + i * in_stride_i + j * in_stride_j`, and alike in the output.
struct RunMovement {
  std::byte const* in;
  std::byte* out;
  std::int64_t run_bytes;
  std::int64_t extent_i, in_stride_i, out_stride_i;  ///< the output's fastest dimension of runs
  std::int64_t extent_j, in_stride_j, out_stride_j;  ///< the input's fastest dimension of runs; extent 1 if the same
  BatchIndex batch;
};

/// How the tile kernel works.
struct TileShape {
  std::int64_t rows, columns;  ///< words of a tile: whole lines of 64 bytes on both sides
  bool is_staged;              ///< the tile's rows are first copied into a compact buffer
  bool is_streaming;           ///< stores bypass the cache
};

/// The part of the work that one thread does: number `number` of `count` nearly equal ones.
struct Share {
  int number, count;
};

}  // namespace turnstile::host
