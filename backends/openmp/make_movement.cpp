// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "make_movement.hpp"

#include "tile_limits.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace turnstile::host {
namespace {

/// Adds dimension `d` as the fastest of `index`.
void add_dimension(FusedIndex& index, Problem const& problem, int d, std::int64_t const* strides) {
  index.extents[index.rank] = problem.extents[d];
  index.strides[index.rank] = strides[d] * problem.word_bytes;
  index.count *= problem.extents[d];
  ++index.rank;
}

/// Adds dimension `d` as the fastest of `batch`.
void add_dimension(BatchIndex& batch, Problem const& problem, int d) {
  batch.extents[batch.rank]     = problem.extents[d];
  batch.in_strides[batch.rank]  = problem.in_strides[d] * problem.word_bytes;
  batch.out_strides[batch.rank] = problem.out_strides[d] * problem.word_bytes;
  batch.count *= problem.extents[d];
  ++batch.rank;
}

/// The dimensions of `list`, whose fastest comes first, in the order that keeps both arrays' addresses close: by the
/// smaller of the two distances that a step makes.
void put_by_locality(BatchIndex& batch, Problem const& problem, DimensionList const& list) {
  for (int k = list.rank - 1; k >= 0; --k) add_dimension(batch, problem, list.dimensions[k]);
  auto const step = [&batch](int d) { return std::min(std::abs(batch.in_strides[d]), batch.out_strides[d]); };
  for (int d = 1; d < batch.rank; ++d) {
    for (int k = d; k > 0 && step(k - 1) < step(k); --k) {
      std::swap(batch.extents[k - 1], batch.extents[k]);
      std::swap(batch.in_strides[k - 1], batch.in_strides[k]);
      std::swap(batch.out_strides[k - 1], batch.out_strides[k]);
    }
  }
}

/// The dimension, of those up to `last`, along which the input's neighbours are nearest; `last` itself if none is
/// nearer.
int nearest_in_input(Problem const& problem, int last) {
  int nearest = last;
  for (int d = last - 1; d >= 0; --d)
    if (std::abs(problem.in_strides[d]) < std::abs(problem.in_strides[nearest])) nearest = d;
  return nearest;
}

}  // namespace

Movement matrix_movement(Problem const& problem) noexcept {
  int const row = problem.output_fastest(), column = problem.input_fastest();
  Movement movement;
  movement.in  = static_cast<std::byte const*>(problem.in);
  movement.out = static_cast<std::byte*>(problem.out);
  add_dimension(movement.rows, problem, row, problem.in_strides.data());
  add_dimension(movement.columns, problem, column, problem.out_strides.data());
  for (int d = 0; d < problem.rank; ++d)
    if (d != row && d != column) add_dimension(movement.batch, problem, d);
  return movement;
}

Movement fused_movement(Problem const& problem, TileShape const& shape) noexcept {
  // Several tiles, so that the last, incomplete one weighs little. Rows in place need one pitch.
  auto const fusion = fuse(problem, {.rows         = shape.is_staged ? 8 * shape.rows : 0,
                                     .columns      = shape.columns,
                                     .largest      = std::numeric_limits<std::int64_t>::max(),
                                     .largest_rank = Problem::capacity});
  Movement movement;
  movement.in  = static_cast<std::byte const*>(problem.in);
  movement.out = static_cast<std::byte*>(problem.out);
  for (int k = fusion.rows.rank - 1; k >= 0; --k)
    add_dimension(movement.rows, problem, fusion.rows.dimensions[k], problem.in_strides.data());
  for (int k = fusion.columns.rank - 1; k >= 0; --k)
    add_dimension(movement.columns, problem, fusion.columns.dimensions[k], problem.out_strides.data());
  put_by_locality(movement.batch, problem, fusion.batch);
  return movement;
}

RunMovement run_movement(Problem const& problem) noexcept {
  bool taken[Problem::capacity]{};
  RunMovement movement;
  movement.in        = static_cast<std::byte const*>(problem.in);
  movement.out       = static_cast<std::byte*>(problem.out);
  movement.run_bytes = problem.word_bytes;
  movement.extent_i = movement.extent_j = 1;
  movement.in_stride_i = movement.out_stride_i = movement.in_stride_j = movement.out_stride_j = 0;
  int i = problem.output_fastest();
  if (i >= 0 && direction_of(problem) == Direction::same) {
    movement.run_bytes *= problem.extents[i];
    taken[i--] = true;
  }
  if (i >= 0) {
    movement.extent_i     = problem.extents[i];
    movement.in_stride_i  = problem.in_strides[i] * problem.word_bytes;
    movement.out_stride_i = problem.out_strides[i] * problem.word_bytes;
    taken[i]              = true;
  }
  int const j = nearest_in_input(problem, i);
  if (j >= 0 && j != i) {
    movement.extent_j     = problem.extents[j];
    movement.in_stride_j  = problem.in_strides[j] * problem.word_bytes;
    movement.out_stride_j = problem.out_strides[j] * problem.word_bytes;
    taken[j]              = true;
  }
  DimensionList rest;
  for (int d = problem.rank - 1; d >= 0; --d)
    if (!taken[d]) rest.add(d);
  put_by_locality(movement.batch, problem, rest);
  return movement;
}

bool has_short_dense_rows(Problem const& problem) noexcept {
  int const row = problem.output_fastest(), column = problem.input_fastest();
  auto const rows = problem.extents[row];
  return column == row - 1 && problem.out_strides[column] == rows && rows * problem.word_bytes < short_row_bytes;
}

}  // namespace turnstile::host
