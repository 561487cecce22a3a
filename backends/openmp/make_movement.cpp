// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "make_movement.hpp"

#include "tile_limits.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace turnstile::host {
namespace {

/// Which dimensions of a problem an index has taken.
using Taken = bool[Problem::capacity];

/// Adds a dimension as the slowest of `index`.
void put_in_front(FusedIndex& index, std::int64_t extent, std::int64_t stride) {
  for (int k = index.rank; k > 0; --k) {
    index.extents[k] = index.extents[k - 1];
    index.strides[k] = index.strides[k - 1];
  }
  index.extents[0] = extent;
  index.strides[0] = stride;
  index.count *= extent;
  ++index.rank;
}

/// The dimension that continues `last` contiguously in the array with `strides`, or -1.
int continuation(Problem const& problem, std::int64_t const* strides, int last, Taken const& taken) {
  for (int d = problem.rank - 1; d >= 0; --d)
    if (!taken[d] && strides[d] == strides[last] * problem.extents[last]) return d;
  return -1;
}

/// The dimensions that are not taken, in the order of the output.
void put_rest_by_output(BatchIndex& batch, Problem const& problem, Taken const& taken) {
  for (int d = 0; d < problem.rank; ++d) {
    if (taken[d]) continue;
    batch.extents[batch.rank]     = problem.extents[d];
    batch.in_strides[batch.rank]  = problem.in_strides[d] * problem.word_bytes;
    batch.out_strides[batch.rank] = problem.out_strides[d] * problem.word_bytes;
    batch.count *= problem.extents[d];
    ++batch.rank;
  }
}

/// The same in the order that keeps both arrays' addresses close: by the smaller of the two distances that a step
/// makes.
void put_rest_by_locality(BatchIndex& batch, Problem const& problem, Taken const& taken) {
  put_rest_by_output(batch, problem, taken);
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

Movement without_fusing(Problem const& problem, Taken& taken) {
  int const row = problem.output_fastest(), column = problem.input_fastest();
  Movement movement;
  movement.in  = static_cast<std::byte const*>(problem.in);
  movement.out = static_cast<std::byte*>(problem.out);
  put_in_front(movement.rows, problem.extents[row], problem.in_strides[row] * problem.word_bytes);
  put_in_front(movement.columns, problem.extents[column], problem.out_strides[column] * problem.word_bytes);
  taken[row] = taken[column] = true;
  return movement;
}

}  // namespace

Direction direction_of(Problem const& problem) noexcept {
  if (problem.rank == 0) return Direction::same;
  auto const out_fastest = problem.output_fastest();
  auto const in_fastest  = problem.input_fastest();
  if (in_fastest < 0 || problem.out_strides[out_fastest] != 1 || problem.in_strides[in_fastest] != 1)
    return Direction::strided;
  return in_fastest == out_fastest ? Direction::same : Direction::different;
}

Movement matrix_movement(Problem const& problem) noexcept {
  Taken taken{};
  auto movement = without_fusing(problem, taken);
  put_rest_by_output(movement.batch, problem, taken);
  return movement;
}

Movement fused_movement(Problem const& problem, TileShape const& shape) noexcept {
  Taken taken{};
  auto movement = without_fusing(problem, taken);
  int row = problem.output_fastest(), column = problem.input_fastest();
  // Several tiles, so that the last, incomplete one weighs little.
  auto const wanted_rows = std::int64_t{8} * shape.rows, wanted_columns = shape.columns;
  while (true) {
    bool const more_rows    = shape.is_staged && movement.rows.count < wanted_rows;
    bool const more_columns = movement.columns.count < wanted_columns;
    int const next_row      = more_rows ? continuation(problem, problem.out_strides.data(), row, taken) : -1;
    int const next_column   = more_columns ? continuation(problem, problem.in_strides.data(), column, taken) : -1;
    if (next_row < 0 && next_column < 0) break;
    // The index that is farther from what it wants goes first: both may want the same dimension.
    bool const rows_first = next_column < 0 || (next_row >= 0 && movement.rows.count * wanted_columns <=
                                                                     movement.columns.count * wanted_rows);
    int const taken_now   = rows_first ? next_row : next_column;
    auto const extent     = problem.extents[taken_now];
    if (rows_first)
      put_in_front(movement.rows, extent, problem.in_strides[taken_now] * problem.word_bytes);
    else
      put_in_front(movement.columns, extent, problem.out_strides[taken_now] * problem.word_bytes);
    (rows_first ? row : column) = taken_now;
    taken[taken_now]            = true;
  }
  put_rest_by_locality(movement.batch, problem, taken);
  return movement;
}

RunMovement run_movement(Problem const& problem) noexcept {
  Taken taken{};
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
  put_rest_by_locality(movement.batch, problem, taken);
  return movement;
}

bool has_short_dense_rows(Problem const& problem) noexcept {
  if (direction_of(problem) != Direction::different) return false;
  int const row = problem.output_fastest(), column = problem.input_fastest();
  auto const rows = problem.extents[row];
  return column == row - 1 && problem.out_strides[column] == rows && rows * problem.word_bytes < short_row_bytes;
}

}  // namespace turnstile::host
