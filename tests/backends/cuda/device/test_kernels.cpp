// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "cuda/policy.hpp"
#include "cuda/shared_memory.hpp"
#include "cuda/tiles.hpp"
#include "kokkos_events.hpp"

#include <turnstile/backends.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

/// \file
/// Every native kernel at its edges: extents around the tile's, both bases at every alignment, pitches with gaps.

namespace turnstile_test {
namespace {

using Kokkos::Cuda;
using turnstile::cuda::Kernel;

class CudaKernels : public testing::TestWithParam<int> {
 protected:
  Cuda const exec{};
  std::size_t bytes() const { return static_cast<std::size_t>(GetParam()); }

  /// Solves the case and notes which kernel did it.
  void solve(PermuteCase const& problem, PolicyChoice const& choice = {}) {
    CaseRunner<Cuda> runner(problem);
    auto const launches = kernels_launched_by([&] { permute_pointers(exec, runner, choice); });
    for (auto const& launch : launches) labels_.insert(launch.label);
    exec.fence();
    ASSERT_TRUE(runner.solved_by(exec, [&] { permute_pointers(exec, runner, choice); })) << to_string(problem);
  }

  void expect_ran(Kernel kernel) const {
    auto const label = "Turnstile::transpose[cuda," + std::to_string(GetParam()) + "B," +
                       std::string(turnstile::cuda::name_of(kernel)) + "]";
    EXPECT_TRUE(labels_.contains(label)) << label << " never ran";
  }

 private:
  std::set<std::string> labels_;
};

/// The case with gaps behind rows and both bases moved, all in elements.
PermuteCase with_gaps(PermuteCase problem, std::int64_t in_gap, std::int64_t out_gap, std::size_t in_shift,
                      std::size_t out_shift) {
  auto const widen = [](Extents const& extents, std::int64_t gap) {
    auto wide = extents;
    wide.back() += gap;
    return right_strides(wide);
  };
  problem.in_strides  = widen(problem.extents, in_gap);
  problem.out_strides = widen(permuted(problem.extents, problem.axes), out_gap);
  problem.in_shift    = in_shift * problem.element_bytes;
  problem.out_shift   = out_shift * problem.element_bytes;
  return problem;
}

/// Lengths around a multiple of `side`.
Extents around(std::int64_t side) {
  return {1, side - 1, side, side + 1, 2 * side + 3};
}

TEST_P(CudaKernels, TilesOfVectors) {
  for (auto const& policy : turnstile::cuda::policies(GetParam())) {
    if (policy.vector_bytes == 0 || policy.padding != 0) continue;
    auto const words = 16 / GetParam();
    for (auto const rows : {words, policy.tile_rows - words, policy.tile_rows, policy.tile_rows + words})
      for (auto const columns : {words, policy.tile_cols, policy.tile_cols + words, 2 * policy.tile_cols + words})
        for (std::int64_t const gap : {0, words, 3 * words})
          solve(with_gaps(packed_case(bytes(), {rows, columns}, {1, 0}), gap, gap, 0, 0), policy);
  }
  expect_ran(Kernel::vector_tile);
}

/// Bases anywhere and extents that are no multiples of vectors: tiles begin in front of the matrix and end behind it.
TEST_P(CudaKernels, TilesOfVectorsAtEveryBase) {
  auto const words  = 16 / GetParam();
  auto const policy = turnstile::cuda::vector_policy(turnstile::cuda::small_tile(GetParam()), GetParam());
  Extents const extents{8 * policy.tile_rows + 5, 8 * policy.tile_cols + 3};
  auto const gap = [words](std::int64_t extent) { return words - extent % words + 3 * words; };
  for (std::size_t in_shift = 0; in_shift <= 16; ++in_shift)
    for (std::size_t out_shift = 0; out_shift <= 16; out_shift += 1 + in_shift % 3)
      solve(with_gaps(packed_case(bytes(), extents, {1, 0}), gap(extents[1]), gap(extents[0]), in_shift, out_shift),
            policy);
  for (std::int64_t const rows : {1, 3, 17})
    for (std::int64_t const columns : {1, 2, 19})
      solve(with_gaps(packed_case(bytes(), {rows, columns}, {1, 0}), gap(columns), gap(rows), 3, 5), policy);
  expect_ran(Kernel::vector_tile);
}

TEST_P(CudaKernels, FusedTilesOfVectors) {
  auto const words  = 16 / GetParam();
  auto const policy = turnstile::cuda::vector_policy(turnstile::cuda::large_tile(GetParam()), GetParam());
  for (auto const& extents : {Extents{words, 5, 3, words}, {2 * words, 7, 11, 3 * words}, {words, 2, 2, 2, 2, words}}) {
    auto axes = identity_axes(extents.size());
    std::ranges::reverse(axes);
    solve(packed_case(bytes(), extents, axes), policy);
    solve(with_gaps(packed_case(bytes(), extents, axes), 0, 0, 1, 3), policy);
    std::swap(axes[1], axes[2]);
    solve(packed_case(bytes(), extents, axes), policy);
  }
  expect_ran(Kernel::fused_vector_tile);
}

TEST_P(CudaKernels, UnalignedTilesOfAnyPitch) {
  auto const policy = turnstile::cuda::unaligned_policy(GetParam());
  for (auto const rows : around(policy.tile_rows))
    for (auto const columns : around(policy.tile_cols))
      for (std::int64_t const gap : {0, 1, 4, 16})
        solve(with_gaps(packed_case(bytes(), {rows, columns}, {1, 0}), gap, gap + 2, 1, 3), policy);
  expect_ran(Kernel::unaligned_tile);
}

TEST_P(CudaKernels, UnalignedTilesAtEveryBase) {
  auto const policy = turnstile::cuda::unaligned_policy(GetParam());
  for (std::size_t in_shift = 0; in_shift <= 16; ++in_shift)
    for (std::size_t out_shift = 0; out_shift <= 16; ++out_shift)
      solve(with_gaps(packed_case(bytes(), {policy.tile_rows + 21, policy.tile_cols + 5}, {1, 0}), 0, 0, in_shift,
                      out_shift),
            policy);
  expect_ran(Kernel::unaligned_tile);
}

/// Rows that are walked backwards in the input.
TEST_P(CudaKernels, UnalignedTilesOfReversedRows) {
  auto problem          = packed_case(bytes(), {400, 300}, {1, 0});
  problem.in_strides[0] = -301;
  solve(problem, turnstile::cuda::unaligned_policy(GetParam()));
  expect_ran(Kernel::unaligned_tile);
}

TEST_P(CudaKernels, FusedTilesByWords) {
  for (auto const& [rows, columns] : {std::pair{1, 1}, {7, 13}, {32, 33}, {48, 48}, {47, 31}}) {
    auto const policy = turnstile::cuda::fused_policy(rows, columns, GetParam());
    for (auto const& extents : {Extents{3, 3, 3, 3, 3, 3}, {7, 5, 9, 11}, {47, 1, 53}, {100, 90}}) {
      auto axes = identity_axes(extents.size());
      std::ranges::reverse(axes);
      solve(with_gaps(packed_case(bytes(), extents, axes), 0, 0, 1, 2), policy);
      solve(with_gaps(packed_case(bytes(), extents, axes), 2, 1, 0, 0), policy);
    }
  }
  expect_ran(Kernel::fused_tile);
}

/// Tiles around what a block gets without asking, which includes the tables of offsets.
TEST_P(CudaKernels, FusedTilesOfEverySharedMemorySize) {
  int const side = turnstile::cuda::fused_size(GetParam()).side;
  for (int rows = side; rows >= side / 2; --rows) {
    auto const policy = turnstile::cuda::fused_policy(rows, side - 1, GetParam());
    solve(packed_case(bytes(), {rows, side + 3}, {1, 0}), policy);
  }
  expect_ran(Kernel::fused_tile);
}

/// Rows of the input that are walked backwards, overlap each other or are all the same.
TEST_P(CudaKernels, RowsOfTheInputMayOverlap) {
  for (std::int64_t const row_stride : {-301, -1, 0, 1, 7})
    for (auto const& extents : {Extents{400, 300}, {9, 9001}, {9001, 9}, {128, 256}}) {
      auto problem          = packed_case(bytes(), extents, {1, 0});
      problem.in_strides[0] = row_stride;
      solve(problem);
    }
}

/// Each thread's own stream, with tiles that ask for more shared memory than blocks have.
TEST_P(CudaKernels, HostThreadsDoNotDisturbEachOther) {
  int const side = turnstile::cuda::fused_size(GetParam()).side;
  std::vector<std::thread> threads;
  std::atomic<int> failures = 0;
  for (int number = 0; number < 4; ++number)
    threads.emplace_back([&, number] {
      auto const policy = turnstile::cuda::fused_policy(side - 8 * number, side, GetParam());
      for (int round = 0; round < 20; ++round)
        if (!pointers_solve(exec, packed_case(bytes(), {97 + number, 103}, {1, 0}), policy)) ++failures;
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
}

/// What no kernel takes is reported as CUDA reports it, and the next call works.
TEST_P(CudaKernels, FailuresAreReportedAndForgotten) {
  CaseRunner<Cuda> const runner(packed_case(bytes(), {40, 30}, {1, 0}));
  auto const problem = turnstile::canonical_problem(
      turnstile::describe(runner.in(), runner.out(), bytes(), runner.problem().extents, runner.problem().in_strides,
                          runner.problem().out_strides, runner.problem().axes));
  turnstile::TransposePolicy const not_compiled{.tile_rows = 7, .padding = 3};
  ASSERT_FALSE(turnstile::Backend<Cuda>::supports(problem, not_compiled));
  try {
    turnstile::Backend<Cuda>::run(exec, problem, not_compiled);
    ADD_FAILURE() << "nothing was thrown";
  } catch (turnstile::CudaError const& error) {
    EXPECT_EQ(error.code(), static_cast<int>(cudaErrorInvalidDeviceFunction));
    EXPECT_NE(std::string(error.what()).find("launch"), std::string::npos) << error.what();
  }
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
  solve(packed_case(bytes(), {40, 30}, {1, 0}));
}

TEST_P(CudaKernels, FewColumns) {
  for (std::int64_t const columns : {2, 3, 16, 17, 33, 64})
    for (std::int64_t const rows : {9001, 9999, 16384})
      for (std::size_t const shift : {0u, 1u, 5u})
        solve(with_gaps(packed_case(bytes(), {rows, columns}, {1, 0}), 0, 0, shift, 2 * shift));
  solve(packed_case(bytes(), {3, 9001, 5}, {0, 2, 1}));
  expect_ran(Kernel::few_columns);
}

TEST_P(CudaKernels, FewRows) {
  for (std::int64_t const rows : {2, 3, 17, 20, 33, 64, 87})
    for (std::int64_t const columns : {9001, 9999})
      for (std::size_t const shift : {0u, 1u, 5u})
        solve(with_gaps(packed_case(bytes(), {rows, columns}, {1, 0}), static_cast<std::int64_t>(shift), 0, shift,
                        2 * shift));
  solve(packed_case(bytes(), {3, 5, 9001}, {0, 2, 1}));
  expect_ran(Kernel::few_rows);
}

TEST_P(CudaKernels, FlatTiles) {
  auto const words = 16 / GetParam();
  for (std::int64_t const columns : {words, 4096, 4096 + words, 20 * words})
    for (std::int64_t const rows : {words, 16})
      solve(with_gaps(packed_case(bytes(), {rows, columns}, {1, 0}), words, words, 0, 0));
  if (GetParam() <= 4) expect_ran(Kernel::flat);
}

TEST_P(CudaKernels, SmallMatrices) {
  for (std::int64_t const matrices : {1, 2, 999, 3001})
    for (auto const& extents : {Extents{2, 2}, {3, 3}, {5, 7}, {7, 5}, {8, 8}, {9, 4}, {11, 13}, {16, 16}, {1, 9}})
      for (std::size_t const shift : {0u, 1u, 7u})
        solve(with_gaps(packed_case(bytes(), {matrices, extents[0], extents[1]}, {0, 2, 1}), 0, 0, shift, 3 * shift));
  for (auto const& extents : {Extents{31, 33}, {32, 32}, {24, 40}, {64, 64}, {16, 64}, {64, 16}})
    for (std::size_t const shift : {0u, 1u})
      solve(with_gaps(packed_case(bytes(), {37, extents[0], extents[1]}, {0, 2, 1}), 0, 0, shift, shift));
  expect_ran(Kernel::small_matrices);
  if (GetParam() < 16) expect_ran(Kernel::small_squares);
  if (GetParam() <= 2) expect_ran(Kernel::fixed_matrices);
}

TEST_P(CudaKernels, Runs) {
  for (std::int64_t const run : {1, 3, 16, 511, 513, 1025, 5000})
    for (std::size_t const shift : {0u, 1u}) {
      solve(with_gaps(packed_case(bytes(), {7, 9, run}, {1, 0, 2}), 1, 3, shift, 2 * shift));
      solve(with_gaps(packed_case(bytes(), {3, 4, 5, run}, {2, 0, 1, 3}), 0, 0, shift, shift));
    }
  expect_ran(Kernel::runs);
}

TEST_P(CudaKernels, SingleWords) {
  auto problem       = packed_case(bytes(), {100, 70}, {0, 1});
  problem.in_strides = {-150, 2};
  solve(problem);
  solve(packed_case(bytes(), {300, 260}, {1, 0}), turnstile::no_tile);
  expect_ran(Kernel::strided);
}

INSTANTIATE_TEST_SUITE_P(Words, CudaKernels, testing::Values(1, 2, 4, 8, 16),
                         [](auto const& info) { return "of_" + std::to_string(info.param) + "_bytes"; });

}  // namespace
}  // namespace turnstile_test
