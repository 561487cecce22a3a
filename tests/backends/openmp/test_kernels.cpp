// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "case_runner.hpp"
#include "openmp/instruction_set.hpp"
#include "openmp/make_movement.hpp"
#include "openmp/tile_limits.hpp"

#include <turnstile/planner.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <string>
#include <vector>

namespace turnstile_test {
namespace {

using turnstile::Problem;
using turnstile::host::InstructionSet;
using turnstile::host::Share;
using turnstile::host::TileShape;

/// Each kernel of each compiled instruction set, on the processors that have it.
class HostKernels : public testing::TestWithParam<InstructionSet> {
 protected:
  using Runner = CaseRunner<Kokkos::DefaultHostExecutionSpace>;

  void SetUp() override {
    if (!GetParam().is_here()) GTEST_SKIP() << "this processor has no " << GetParam().name;
  }

  static Problem problem_of(Runner const& runner) {
    auto const& problem    = runner.problem();
    auto const description = turnstile::describe(runner.in(), runner.out(), problem.element_bytes, problem.extents,
                                                 problem.in_strides, problem.out_strides, problem.axes);
    return turnstile::canonical_problem(description, turnstile::element_word(description.element_bytes));
  }

  static auto const& words_of(Problem const& problem) {
    return GetParam().kernels->words[std::countr_zero(static_cast<unsigned>(problem.word_bytes))];
  }

  /// Runs `move(share)` for each of `shares` shares and compares the output.
  template <class Move>
  static testing::AssertionResult solves(Runner& runner, int shares, Move const& move) {
    return runner.solved_by(Kokkos::DefaultHostExecutionSpace(), [&] {
      for (int number = 0; number < shares; ++number) move(Share{number, shares});
    });
  }

  static testing::AssertionResult tile_solves(PermuteCase const& problem, TileShape const& shape, int shares) {
    Runner runner(problem);
    auto const canonical = problem_of(runner);
    if (!canonical.is_transposing()) return testing::AssertionFailure() << "nothing to transpose";
    auto const movement = turnstile::host::fused_movement(canonical, shape);
    return solves(runner, shares, [&](Share const& share) { words_of(canonical).tile(movement, shape, share); });
  }

  static testing::AssertionResult image_solves(PermuteCase const& problem, bool is_streaming, int shares) {
    Runner runner(problem);
    auto const canonical = problem_of(runner);
    if (!turnstile::host::has_short_dense_rows(canonical)) return testing::AssertionFailure() << "rows are not short";
    auto const movement = turnstile::host::matrix_movement(canonical);
    return solves(runner, shares,
                  [&](Share const& share) { words_of(canonical).image(movement, is_streaming, share); });
  }

  static testing::AssertionResult direct_solves(PermuteCase const& problem, int shares) {
    Runner runner(problem);
    auto const canonical = problem_of(runner);
    if (!canonical.is_transposing()) return testing::AssertionFailure() << "nothing to transpose";
    auto const movement = turnstile::host::matrix_movement(canonical);
    return solves(runner, shares, [&](Share const& share) { words_of(canonical).direct(movement, share); });
  }

  static testing::AssertionResult runs_solve(PermuteCase const& problem, bool is_streaming, int shares) {
    Runner runner(problem);
    auto const canonical = problem_of(runner);
    auto const movement  = turnstile::host::run_movement(canonical);
    bool const is_same   = turnstile::direction_of(canonical) == turnstile::Direction::same;
    auto const move      = is_same ? GetParam().kernels->runs : words_of(canonical).strided;
    return solves(runner, shares, [&](Share const& share) { move(movement, is_streaming, share); });
  }

  /// A matrix whose rows lie `in_gap` and `out_gap` elements apart, at a shift of some elements.
  static PermuteCase matrix(std::size_t bytes, std::int64_t rows, std::int64_t columns, std::int64_t in_gap,
                            std::int64_t out_gap, std::size_t shift) {
    auto problem        = packed_case(bytes, {rows, columns}, {1, 0});
    problem.in_strides  = {columns + in_gap, 1};
    problem.out_strides = {rows + out_gap, 1};
    problem.in_shift    = shift * bytes;
    problem.out_shift   = 3 * shift * bytes;
    return problem;
  }
};

/// Sides around those of blocks and tiles of words of `bytes`. Not 1: nothing is then left to transpose.
std::vector<std::int64_t> sides(std::int64_t bytes) {
  std::int64_t const lane = 16 / bytes, line = 64 / bytes, tile = 256 / bytes;
  std::vector<std::int64_t> result{2, 3, lane, lane + 1, 2 * lane + 1, line - 1, line, line + 1, tile, 2 * tile + 7};
  std::erase(result, 1);
  std::ranges::sort(result);
  result.erase(std::ranges::unique(result).begin(), result.end());
  return result;
}

TEST_P(HostKernels, Tiles) {
  for (std::int64_t const bytes : {1, 2, 4, 8, 16}) {
    std::vector<TileShape> const shapes{
        {64 / bytes, 64 / bytes, true, false},
        {256 / bytes, 512 / bytes, true, true},
        {256 / bytes, 512 / bytes, true, false},
        {64 / bytes, 128 / bytes, false, true},
        {256 / bytes, 512 / bytes, false, true},
        {1024 / bytes, std::min<std::int64_t>(2048 / bytes, turnstile::host::max_tile_columns), false, false},
    };
    for (auto const rows : sides(bytes)) {
      for (auto const columns : sides(bytes)) {
        for (auto const& shape : shapes) {
          auto const shift = static_cast<std::size_t>((rows + columns) % 5);
          ASSERT_TRUE(tile_solves(matrix(bytes, rows, columns, 0, 0, shift), shape, 1));
          ASSERT_TRUE(tile_solves(matrix(bytes, rows, columns, 1, 3, shift), shape, 3));
        }
      }
    }
  }
}

/// Rows that are walked backwards, that are all the same, and that lie apart.
TEST_P(HostKernels, UnusualPitches) {
  for (std::int64_t const bytes : {1, 2, 4, 8, 16}) {
    for (std::int64_t const rows : {33, 150}) {
      for (std::int64_t const columns : {5, 40, 300}) {
        for (std::int64_t const pitch : {-columns, -columns - 9, std::int64_t{0}, columns + 9}) {
          auto problem          = packed_case(static_cast<std::size_t>(bytes), {rows, columns}, {1, 0});
          problem.in_strides[0] = pitch;
          for (bool const is_staged : {false, true})
            ASSERT_TRUE(tile_solves(problem, {128 / bytes, 256 / bytes, is_staged, true}, 2));
          ASSERT_TRUE(direct_solves(problem, 3));
          if (rows * bytes >= 512) continue;
          ASSERT_TRUE(image_solves(problem, true, 2));
        }
      }
    }
  }
}

/// Enough rows that panels are cut between threads, at pitches of whole pages.
TEST_P(HostKernels, TilesOfLongMatrices) {
  for (std::int64_t const bytes : {1, 4, 16}) {
    for (bool const is_staged : {false, true}) {
      TileShape const shape{64 / bytes, 128 / bytes, is_staged, true};
      auto const columns = 200 / bytes + 1;
      EXPECT_TRUE(tile_solves(matrix(bytes, 40000 / bytes, columns, 4096 / bytes - columns, 1, 1), shape, 4));
      EXPECT_TRUE(tile_solves(matrix(bytes, 40000 / bytes, columns, 0, 0, 0), shape, 7));
    }
  }
}

TEST_P(HostKernels, TilesOfFusedDimensions) {
  for (std::size_t const bytes : {1, 2, 4, 8, 16}) {
    TileShape const shape{static_cast<std::int64_t>(256 / bytes), static_cast<std::int64_t>(512 / bytes), true, true};
    for (int const shares : {1, 3}) {
      EXPECT_TRUE(tile_solves(packed_case(bytes, {7, 11, 13, 9}, {3, 2, 1, 0}), shape, shares));
      EXPECT_TRUE(tile_solves(packed_case(bytes, {5, 17, 6, 11}, {2, 3, 0, 1}), shape, shares));
      EXPECT_TRUE(tile_solves(packed_case(bytes, Extents(9, 3), {8, 7, 6, 5, 4, 3, 2, 1, 0}), shape, shares));
      EXPECT_TRUE(tile_solves(packed_case(bytes, {3, 70, 130}, {0, 2, 1}), shape, shares));
    }
  }
}

TEST_P(HostKernels, ImagesOfShortRows) {
  for (std::int64_t const bytes : {1, 2, 4, 8, 16}) {
    for (std::int64_t const rows : {2, 3, 5, 8, 17, 31, 33, 100, 500}) {
      if (rows * bytes >= 512) continue;
      for (std::int64_t const columns : {2, 7, 64, 1000}) {
        auto problem      = packed_case(static_cast<std::size_t>(bytes), {rows, columns}, {1, 0});
        problem.out_shift = static_cast<std::size_t>(bytes * (rows % 4));
        for (int const shares : {1, 3}) ASSERT_TRUE(image_solves(problem, shares == 1, shares));
      }
    }
  }
}

TEST_P(HostKernels, ImagesOfBatches) {
  for (std::size_t const bytes : {1, 2, 4, 8, 16}) {
    for (auto const& extents : {Extents{50, 5, 7},
                                {40, 3, 4},
                                {30, 16, 16},
                                {7, 32, 31},
                                {11, 8, 8},
                                {5, 30, 200},
                                {300, 2, 3},
                                {77, 4, 12},
                                {2, 5, 7}}) {
      if (extents[1] * static_cast<std::int64_t>(bytes) >= 512) continue;
      auto problem = packed_case(bytes, extents, {0, 2, 1});
      for (int const shares : {1, 4}) {
        ASSERT_TRUE(image_solves(problem, true, shares));
        // Matrices that do not follow each other.
        auto apart           = problem;
        apart.out_strides[0] = problem.out_strides[0] + 5;
        apart.in_strides[0]  = problem.in_strides[0] + 3;
        ASSERT_TRUE(image_solves(apart, false, shares));
      }
    }
  }
}

TEST_P(HostKernels, DirectMatrices) {
  for (std::int64_t const bytes : {1, 2, 4, 8, 16}) {
    for (auto const rows : sides(bytes)) {
      for (auto const columns : sides(bytes)) {
        ASSERT_TRUE(direct_solves(matrix(bytes, rows, columns, 0, 0, 0), 1));
        ASSERT_TRUE(direct_solves(matrix(bytes, rows, columns, 2, 1, 1), 3));
      }
    }
    ASSERT_TRUE(direct_solves(packed_case(static_cast<std::size_t>(bytes), {9, 21, 35}, {0, 2, 1}), 2));
    ASSERT_TRUE(direct_solves(packed_case(static_cast<std::size_t>(bytes), {9, 21, 35}, {2, 1, 0}), 1));
  }
}

TEST_P(HostKernels, Runs) {
  for (std::size_t const bytes : {1, 2, 3, 4, 5, 8, 12, 16, 24, 40, 100}) {
    for (int const shares : {1, 3}) {
      EXPECT_TRUE(runs_solve(packed_case(bytes, {31, 29}, {1, 0}), true, shares)) << "elements or words";
      EXPECT_TRUE(runs_solve(packed_case(bytes, {13, 17, 9}, {1, 0, 2}), true, shares));
      EXPECT_TRUE(runs_solve(packed_case(bytes, {3, 5, 7, 11}, {2, 1, 0, 3}), false, shares));
      EXPECT_TRUE(runs_solve(packed_case(bytes, {3, 300}, {0, 1}), false, shares));
      auto long_run      = packed_case(bytes, {200000}, {0});
      long_run.out_shift = bytes;
      EXPECT_TRUE(runs_solve(long_run, true, shares));
    }
  }
}

TEST_P(HostKernels, StridedWords) {
  for (std::size_t const bytes : {1, 2, 4, 8, 16}) {
    auto problem        = packed_case(bytes, {37, 41}, {1, 0});
    problem.in_strides  = {82, 2};
    problem.out_strides = {-37 * 3, 3};
    EXPECT_TRUE(runs_solve(problem, true, 3));
    problem.in_strides = {0, 0};
    EXPECT_TRUE(runs_solve(problem, false, 1));
    problem.in_strides  = {-1, -37};
    problem.out_strides = {37, 1};
    EXPECT_TRUE(runs_solve(problem, true, 2));
  }
}

/// Random tiles, shapes, gaps and numbers of threads.
TEST_P(HostKernels, RandomTiles) {
  std::mt19937_64 random{20261130};
  auto const pick = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>{low, high}(random);
  };
  for (int k = 0; k < 3000; ++k) {
    auto const bytes        = std::int64_t{1} << pick(0, 4);
    auto const row_lines    = pick(1, 16);
    auto const column_lines = pick(1, std::min<std::int64_t>(32, turnstile::host::max_tile_columns * bytes / 64));
    bool const fits         = row_lines * 64 / bytes * (column_lines + 1) * 64 <= turnstile::host::max_staged_bytes;
    TileShape const shape{row_lines * 64 / bytes, column_lines * 64 / bytes, fits && pick(0, 1) == 1, pick(0, 1) == 1};
    auto const longest = 3000 / bytes;
    auto problem = matrix(static_cast<std::size_t>(bytes), pick(2, longest), pick(2, longest), pick(0, 3), pick(0, 3),
                          static_cast<std::size_t>(pick(0, 63)));
    problem.salt = random();
    if (problem.extents[0] * problem.extents[1] * bytes > 400000) continue;
    ASSERT_TRUE(tile_solves(problem, shape, static_cast<int>(pick(1, 5)))) << "case " << k;
  }
}

std::string name_of(testing::TestParamInfo<InstructionSet> const& info) {
  std::string name(info.param.name);
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Of, HostKernels, testing::ValuesIn(turnstile::host::compiled_instruction_sets()), name_of);

}  // namespace
}  // namespace turnstile_test
