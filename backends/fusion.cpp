// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion.hpp"

namespace turnstile {
namespace {

/// Which dimensions have been shared out.
using Taken = bool[Problem::capacity];

/// The dimension that continues `last` contiguously in the array with `strides`, or -1.
int continuation(Problem const& problem, std::int64_t const* strides, int last, Taken const& taken) noexcept {
  for (int d = problem.rank - 1; d >= 0; --d)
    if (!taken[d] && strides[d] == strides[last] * problem.extents[last]) return d;
  return -1;
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

Fusion fuse(Problem const& problem, FusionGoal const& goal) noexcept {
  Taken taken{};
  Fusion fusion;
  auto const add = [&](DimensionList& list, std::int64_t& count, int dimension) {
    list.add(dimension);
    count *= problem.extents[dimension];
    taken[dimension] = true;
  };
  add(fusion.rows, fusion.row_count, problem.output_fastest());
  add(fusion.columns, fusion.column_count, problem.input_fastest());
  auto const next = [&](DimensionList const& list, std::int64_t count, std::int64_t wanted, std::int64_t tile,
                        auto const& strides) {
    bool const is_long = count >= wanted || (tile > 0 && count % tile == 0);
    if (is_long || list.rank >= goal.largest_rank) return -1;
    int const d = continuation(problem, strides.data(), list.dimensions[list.rank - 1], taken);
    return d >= 0 && problem.extents[d] <= goal.largest / count ? d : -1;
  };
  while (true) {
    int const row    = next(fusion.rows, fusion.row_count, goal.rows, goal.row_tile, problem.out_strides);
    int const column = next(fusion.columns, fusion.column_count, goal.columns, goal.column_tile, problem.in_strides);
    if (row < 0 && column < 0) break;
    // The index that is farther from what it wants goes first: both may want the same dimension.
    bool const rows_first =
        column < 0 || (row >= 0 && fusion.row_count * goal.columns <= fusion.column_count * goal.rows);
    if (rows_first)
      add(fusion.rows, fusion.row_count, row);
    else
      add(fusion.columns, fusion.column_count, column);
  }
  for (int d = problem.rank - 1; d >= 0; --d)
    if (!taken[d]) fusion.batch.add(d);
  return fusion;
}

}  // namespace turnstile
