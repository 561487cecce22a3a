// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda/details.hpp"
#include "cuda/make_movement.hpp"
#include "cuda/policy.hpp"
#include "cuda/shared_memory.hpp"
#include "cuda/tiles.hpp"
#include "permute_case.hpp"

#include <turnstile/planner.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace turnstile_test {
namespace {

using turnstile::TransposePolicy;
using turnstile::cuda::Kernel;

/// Addresses that are planned for and never touched, multiples of 256 like those that CUDA allocates.
std::byte* const somewhere = reinterpret_cast<std::byte*>(std::uintptr_t{1} << 20);  // NOLINT

turnstile::Problem problem_of(PermuteCase const& problem) {
  return turnstile::canonical_problem(turnstile::describe(
      somewhere + problem.in_shift, somewhere + (std::ptrdiff_t{1} << 45) + problem.out_shift, problem.element_bytes,
      problem.extents, problem.in_strides, problem.out_strides, problem.axes));
}

constexpr turnstile::Arch hopper{.is_host = false, .compute_capability = 90};

Kernel chosen_kernel(PermuteCase const& problem) {
  auto const canonical = problem_of(problem);
  return turnstile::cuda::kernel_for(canonical, turnstile::cuda::select(canonical, hopper));
}

PermuteCase shifted(PermuteCase problem, std::size_t in_elements, std::size_t out_elements) {
  problem.in_shift  = in_elements * problem.element_bytes;
  problem.out_shift = out_elements * problem.element_bytes;
  return problem;
}

constexpr std::size_t all_words[]{1, 2, 4, 8, 16};

/// Every class that the library's speed is judged by.
TEST(CudaChoices, LargeAlignedMatricesGoThroughTilesOfVectors) {
  for (auto const bytes : all_words)
    for (auto const& extents : {Extents{16384, 16384}, {8192, 8192}, {4096, 4096}, {131072, 128}, {128, 131072}})
      EXPECT_EQ(chosen_kernel(packed_case(bytes, extents, {1, 0})), Kernel::vector_tile) << bytes;
  for (auto const bytes : all_words)
    EXPECT_EQ(chosen_kernel(packed_case(bytes, {64, 1024, 512}, {0, 2, 1})), Kernel::vector_tile) << bytes;
}

/// Addresses may be anywhere: the first tile begins in front of the matrix.
TEST(CudaChoices, BasesMayBeAnywhere) {
  for (auto const bytes : all_words) {
    auto const problem = shifted(packed_case(bytes, {8192, 8192}, {1, 0}), 1, 3);
    EXPECT_EQ(chosen_kernel(problem), Kernel::vector_tile) << bytes;
    auto const movement = turnstile::cuda::matrix_movement(problem_of(problem), {64, 64, 0, {}, true});
    ASSERT_TRUE(movement);
    EXPECT_EQ(movement->margins.columns, 1) << bytes;
    EXPECT_EQ(movement->margins.rows, 3) << bytes;
  }
}

/// A margin is shorter than a tile, so that no tile is empty.
TEST(CudaChoices, MarginsAreShorterThanTiles) {
  auto const problem  = problem_of(shifted(packed_case(1, {8192, 8192}, {1, 0}), 255, 255));
  auto const movement = turnstile::cuda::matrix_movement(problem, {64, 16, 0, {}, true});
  ASSERT_TRUE(movement);
  EXPECT_EQ(movement->margins.rows, 63);
  EXPECT_EQ(movement->margins.columns, 15);
}

TEST(CudaChoices, OddRowsAreStagedUnaligned) {
  for (auto const bytes : all_words)
    for (auto const& extents : {Extents{12345, 6789}, {8191, 8193}, {20001, 20003}})
      EXPECT_EQ(chosen_kernel(packed_case(bytes, extents, {1, 0})), Kernel::unaligned_tile) << bytes;
  EXPECT_EQ(chosen_kernel(packed_case(4, {12346, 6790}, {1, 0})), Kernel::unaligned_tile);
}

TEST(CudaChoices, ThinMatricesAreOnePieceOfMemory) {
  for (auto const bytes : all_words) {
    EXPECT_EQ(chosen_kernel(packed_case(bytes, {1000003, 33}, {1, 0})), Kernel::few_columns) << bytes;
    EXPECT_EQ(chosen_kernel(packed_case(bytes, {33, 1000003}, {1, 0})), Kernel::few_rows) << bytes;
    EXPECT_EQ(chosen_kernel(packed_case(bytes, {20, 1000003}, {1, 0})), Kernel::few_rows) << bytes;
    EXPECT_EQ(chosen_kernel(packed_case(bytes, {4194304, 16}, {1, 0})), Kernel::vector_tile) << bytes;
    EXPECT_EQ(chosen_kernel(packed_case(bytes, {16, 4194304}, {1, 0})), bytes <= 8 ? Kernel::flat : Kernel::vector_tile)
        << bytes;
  }
}

TEST(CudaChoices, RowsOfTheOutputMayFillATile) {
  for (std::size_t const bytes : {4, 8}) {
    auto const canonical = problem_of(packed_case(bytes, {64, 1000003}, {1, 0}));
    EXPECT_EQ(turnstile::cuda::select(canonical, hopper).tile_rows, 64);
    EXPECT_EQ(chosen_kernel(packed_case(bytes, {64, 1000003}, {1, 0})), Kernel::fused_tile);
  }
  for (std::size_t const bytes : {1, 2, 16})
    EXPECT_NE(chosen_kernel(packed_case(bytes, {64, 1000003}, {1, 0})), Kernel::fused_tile);
}

TEST(CudaChoices, SmallMatricesAreManyToABlock) {
  for (std::size_t const bytes : {1, 2})
    EXPECT_EQ(chosen_kernel(packed_case(bytes, {262144, 5, 7}, {0, 2, 1})), Kernel::fixed_matrices);
  for (std::size_t const bytes : {4, 8, 16})
    EXPECT_EQ(chosen_kernel(packed_case(bytes, {262144, 5, 7}, {0, 2, 1})), Kernel::small_matrices);
  for (std::size_t const bytes : {1, 2})
    EXPECT_EQ(chosen_kernel(packed_case(bytes, {65536, 32, 32}, {0, 2, 1})), Kernel::small_squares);
  for (std::size_t const bytes : {4, 8, 16})
    EXPECT_EQ(chosen_kernel(packed_case(bytes, {65536, 32, 32}, {0, 2, 1})), Kernel::vector_tile);
  EXPECT_EQ(chosen_kernel(packed_case(1, {262144, 9, 11}, {0, 2, 1})), Kernel::small_matrices);
  EXPECT_EQ(chosen_kernel(shifted(packed_case(1, {262144, 5, 7}, {0, 2, 1}), 1, 0)), Kernel::small_matrices);
}

TEST(CudaChoices, ShortDimensionsAreFused) {
  EXPECT_EQ(chosen_kernel(packed_case(4, {48, 28, 28, 28, 48}, {4, 3, 2, 1, 0})), Kernel::fused_vector_tile);
  EXPECT_EQ(chosen_kernel(packed_case(8, Extents(23, 2),
                                      [] {
                                        auto axes = identity_axes(23);
                                        std::ranges::reverse(axes);
                                        return axes;
                                      }())),
            Kernel::fused_vector_tile);
  EXPECT_EQ(chosen_kernel(packed_case(8, Extents(15, 3),
                                      [] {
                                        auto axes = identity_axes(15);
                                        std::ranges::reverse(axes);
                                        return axes;
                                      }())),
            Kernel::fused_tile);
  EXPECT_EQ(chosen_kernel(packed_case(4, {47, 29, 31, 53}, {3, 2, 1, 0})), Kernel::fused_tile);
}

TEST(CudaChoices, KeptFastestDimensionsMoveAsRuns) {
  EXPECT_EQ(chosen_kernel(packed_case(4, {75, 96, 75, 80}, {2, 1, 0, 3})), Kernel::runs);
  EXPECT_EQ(chosen_kernel(packed_case(12, {100, 200}, {1, 0})), Kernel::runs);
  EXPECT_EQ(chosen_kernel(packed_case(4, {1000}, {0})), Kernel::runs);
}

/// Where one side is contiguous along no dimension Kokkos's tiles are better than single words.
TEST(CudaChoices, StridedArrays) {
  auto problem       = packed_case(4, {300, 200}, {1, 0});
  problem.in_strides = {400, 2};
  EXPECT_EQ(chosen_kernel(problem), Kernel::none);
  problem            = packed_case(4, {300, 200}, {0, 1});
  problem.in_strides = {400, 2};
  EXPECT_EQ(chosen_kernel(problem), Kernel::strided);
}

/// A matrix of more than 2^31 rows, more matrices than a grid's y and z count, pitches of gigabytes.
TEST(CudaChoices, PositionsBeyondThirtyTwoBits) {
  auto const huge = std::int64_t{3} << 30;
  EXPECT_EQ(chosen_kernel(packed_case(1, {huge, 3}, {1, 0})), Kernel::few_columns);
  EXPECT_EQ(chosen_kernel(packed_case(1, {3, huge}, {1, 0})), Kernel::few_rows);
  EXPECT_EQ(chosen_kernel(packed_case(1, {huge}, {0})), Kernel::runs);
  EXPECT_EQ(chosen_kernel(packed_case(8, {1000000, 4, 4}, {0, 2, 1})), Kernel::small_squares);
  auto problem        = packed_case(4, {64, 64}, {1, 0});
  problem.in_strides  = {huge, 1};
  problem.out_strides = {huge, 1};
  EXPECT_EQ(chosen_kernel(problem), Kernel::vector_tile);
}

/// The grid of a movement visits what it says: tiles times batch, within 31 bits.
TEST(CudaChoices, GridsCountTheirBlocks) {
  auto const canonical = problem_of(packed_case(4, {100, 300, 200}, {0, 2, 1}));
  auto const movement  = turnstile::cuda::matrix_movement(canonical, {64, 32});
  ASSERT_TRUE(movement);
  EXPECT_EQ(movement->grid.blocks, 100u * 5 * 7);
  EXPECT_FALSE(turnstile::cuda::matrix_movement(problem_of(packed_case(1, {1 << 20, 1 << 20}, {1, 0})), {1, 1}));
}

TEST(CudaChoices, DivisorsDivide) {
  std::mt19937 random{7};  // NOLINT: the same numbers each time
  auto const divide = [](std::uint32_t number, turnstile::cuda::Divisor const& by) {
    auto const high = static_cast<std::uint32_t>((std::uint64_t{number} * by.multiplier) >> 32);
    return (high + number) >> by.shift;
  };
  for (int k = 0; k < 100000; ++k) {
    auto const number  = static_cast<std::uint32_t>(random()) >> 1;
    auto const divisor = std::max(1u, (static_cast<std::uint32_t>(random()) >> 1) >> (random() % 31));
    ASSERT_EQ(divide(number, turnstile::cuda::make_divisor(divisor)), number / divisor) << number << " / " << divisor;
  }
  for (std::uint32_t const number : {0u, 1u, 0x7fffffffu})
    for (std::uint32_t const divisor : {1u, 2u, 3u, 0x7fffffffu})
      ASSERT_EQ(divide(number, turnstile::cuda::make_divisor(divisor)), number / divisor);
}

/// Both block orders of every policy, and any policy for problems without a tile.
TEST(CudaChoices, PoliciesThatAreAccepted) {
  auto const matrix = problem_of(packed_case(4, {8192, 8192}, {1, 0}));
  auto const copy   = problem_of(packed_case(4, {8192, 8192}, {0, 1}));
  for (int const bytes : {1, 2, 4, 8, 16}) {
    for (auto policy : turnstile::cuda::policies(bytes)) {
      EXPECT_TRUE(turnstile::is_valid(policy)) << policy;
      policy.order = turnstile::BlockOrder::along_input;
      EXPECT_EQ(turnstile::cuda::kernel_for(copy, policy), Kernel::runs) << policy;
      if (bytes != 4) continue;
      EXPECT_NE(turnstile::cuda::kernel_for(matrix, policy), Kernel::none) << policy;
    }
  }
  for (auto const& policy : {TransposePolicy{.padding = 1}, TransposePolicy{.swizzle = turnstile::Swizzle::rotate},
                             TransposePolicy{.tile_rows = 64, .tile_cols = 64, .vector_bytes = 16}}) {
    EXPECT_EQ(turnstile::cuda::kernel_for(matrix, policy), Kernel::none) << policy;
    EXPECT_EQ(turnstile::cuda::kernel_for(copy, policy), Kernel::none) << policy;
  }
}

/// What a caller could change to get the fastest path.
TEST(CudaChoices, ExplainWhatWasMissed) {
  auto const text = [](PermuteCase const& problem) {
    auto const canonical = problem_of(problem);
    return turnstile::cuda::details(canonical, turnstile::cuda::select(canonical, hopper));
  };
  auto const misses = [&](PermuteCase const& problem, char const* reason) {
    EXPECT_NE(text(problem).find(reason), std::string::npos) << text(problem);
  };
  auto const matrix = packed_case(4, {8191, 8193}, {1, 0});
  misses(matrix, "a stride of the input is not a multiple of 16 bytes");
  misses(packed_case(4, {8191, 8192}, {1, 0}), "a stride of the output is not a multiple of 16 bytes");
  misses(packed_case(4, {8196, 8192}, {1, 0}), "a stride of the output is not a multiple of 128 bytes");
  EXPECT_EQ(text(packed_case(4, {8192, 8192}, {1, 0})).find("missed"), std::string::npos);
}

/// Pieces that a block stages fit into what it gets without asking.
TEST(CudaChoices, SharedMemoryIsEnough) {
  using namespace turnstile::cuda;
  for (int const word : {1, 2, 4, 8, 16}) {
    for (int rows = 2; rows < 200; ++rows) {
      if (few_rows_shared_bytes(word, rows, 0) > usual_shared_bytes) break;
      EXPECT_LE(few_rows_shared_bytes(word, rows, few_rows_walk(word, rows).pieces_log2), usual_shared_bytes);
    }
    for (int rows = 1; rows <= 64; ++rows)
      for (int columns = 1; columns <= 64; ++columns) {
        auto const walk = small_walk({somewhere, somewhere + 1, 1000, rows, columns}, word);
        EXPECT_LE(walk ? walk->shared_bytes : 0, usual_shared_bytes);
      }
    // Every device of compute capability 8.0 and above gives a block 99 KiB that asks for it.
    auto const side = fused_size(word).side;
    EXPECT_LE(fused_tile_bytes(word, side, side) + offset_bytes(side, side), 99 * 1024);
    EXPECT_LE(unaligned_tile_bytes(unaligned_size(word), word), usual_shared_bytes);
  }
}

}  // namespace
}  // namespace turnstile_test
