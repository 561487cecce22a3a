// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "openmp/policy.hpp"
#include "permute_case.hpp"

#include <turnstile/planner.hpp>

#include <gtest/gtest.h>

#include <string>

namespace turnstile_test {
namespace {

using turnstile::Stores;
using turnstile::TransposePolicy;
using turnstile::host::Kernel;

/// Addresses that are planned for and never touched.
std::byte* const somewhere = reinterpret_cast<std::byte*>(std::uintptr_t{1} << 20);  // NOLINT

turnstile::Problem problem_of(PermuteCase const& problem) {
  return turnstile::canonical_problem(turnstile::describe(somewhere, somewhere + (std::ptrdiff_t{1} << 40),
                                                          problem.element_bytes, problem.extents, problem.in_strides,
                                                          problem.out_strides, problem.axes));
}

constexpr turnstile::Arch processor{.cache_bytes = std::size_t{1} << 20, .instruction_set = "any"};

constexpr turnstile::Arch processor_with_large_cache{.cache_bytes = std::size_t{2} << 20, .instruction_set = "any"};

struct Decision {
  Kernel kernel;
  TransposePolicy policy;
  bool is_streaming;
};

Decision decide(PermuteCase const& problem, turnstile::Arch const& arch = processor) {
  auto const canonical = problem_of(problem);
  auto const policy    = turnstile::host::select(canonical, arch);
  return {turnstile::host::kernel_for(canonical, policy, arch), policy,
          turnstile::host::is_streaming(canonical, policy, arch)};
}

TEST(HostChoices, CachedMatricesGoDirectly) {
  for (std::size_t const bytes : {1, 2, 4, 8, 16}) {
    auto const decision = decide(packed_case(bytes, {64, 72}, {1, 0}));
    EXPECT_EQ(decision.kernel, Kernel::direct);
    EXPECT_FALSE(decision.is_streaming);
  }
}

/// Rows of one pitch are read in place, 32 at a time where words allow; bytes that lie whole lines apart are staged.
TEST(HostChoices, LargeMatricesGoThroughTiles) {
  for (std::int64_t const bytes : {1, 2, 4, 8, 16}) {
    for (auto const& extents : {Extents{8192, 8192}, Extents{5003, 7001}}) {
      auto const decision = decide(packed_case(static_cast<std::size_t>(bytes), extents, {1, 0}));
      EXPECT_EQ(decision.kernel, Kernel::tile);
      EXPECT_TRUE(decision.is_streaming);
      EXPECT_EQ(decision.policy.padding, bytes == 1 && extents[0] == 8192 ? 64 : 0);
      EXPECT_LE(decision.policy.tile_rows, bytes == 1 ? 256 : 32);
    }
  }
}

/// Narrow words whose rows lie badly are staged where a staged tile fits beside the rest.
TEST(HostChoices, LargeCachesStageMore) {
  auto const is_staged = [](std::size_t bytes, Extents const& extents, turnstile::Arch const& arch) {
    return decide(packed_case(bytes, extents, {1, 0}), arch).policy.padding > 0;
  };
  EXPECT_FALSE(is_staged(1, {5003, 7001}, processor));
  EXPECT_TRUE(is_staged(1, {5003, 7001}, processor_with_large_cache));
  EXPECT_FALSE(is_staged(2, {8192, 16384}, processor));
  EXPECT_TRUE(is_staged(2, {8192, 16384}, processor_with_large_cache));
  EXPECT_FALSE(is_staged(2, {8192, 16416}, processor_with_large_cache));
  EXPECT_FALSE(is_staged(4, {8192, 8192}, processor_with_large_cache));
  EXPECT_EQ(decide(packed_case(8, {4096, 4096}, {1, 0}), processor_with_large_cache).policy.tile_rows, 16);
  EXPECT_EQ(decide(packed_case(8, {4096, 4104}, {1, 0}), processor_with_large_cache).policy.tile_rows, 32);
}

TEST(HostChoices, ShortInputRowsHaveTallTiles) {
  for (std::int64_t const bytes : {1, 4, 8}) {
    auto const decision = decide(packed_case(static_cast<std::size_t>(bytes), {16000003, 33}, {1, 0}));
    EXPECT_EQ(decision.kernel, Kernel::tile);
    EXPECT_EQ(decision.policy.tile_rows * bytes, 256);
  }
}

/// Time grows with bytes: the same choice from the largest cached size on.
TEST(HostChoices, TheSizeOfTheCacheDecides) {
  EXPECT_EQ(decide(packed_case(4, {443, 443}, {1, 0})).kernel, Kernel::direct);
  EXPECT_EQ(decide(packed_case(4, {443, 444}, {1, 0})).kernel, Kernel::tile);
}

TEST(HostChoices, ShortDenseRowsGoThroughAnImage) {
  for (std::size_t const bytes : {1, 4, 8})
    EXPECT_EQ(decide(packed_case(bytes, {33, 16000003}, {1, 0})).kernel, Kernel::image);
  EXPECT_EQ(decide(packed_case(4, {65536, 32, 32}, {0, 2, 1})).kernel, Kernel::image);
  EXPECT_EQ(decide(packed_case(4, {1048576, 5, 7}, {0, 2, 1})).kernel, Kernel::image);
  EXPECT_EQ(decide(packed_case(1, {3, 640, 480}, {1, 2, 0})).kernel, Kernel::image) << "rows shorter than a lane";
  EXPECT_EQ(decide(packed_case(4, {100, 32, 32}, {0, 2, 1})).kernel, Kernel::direct) << "in cache";
}

TEST(HostChoices, FusedDimensionsAreStaged) {
  auto const decision = decide(packed_case(4, {48, 28, 28, 28, 48}, {4, 3, 2, 1, 0}));
  EXPECT_EQ(decision.kernel, Kernel::tile);
  EXPECT_GT(decision.policy.padding, 0);
}

TEST(HostChoices, KeptFastestDimensionsMoveAsRuns) {
  EXPECT_EQ(decide(packed_case(4, {75, 96, 75, 80}, {2, 1, 0, 3})).kernel, Kernel::runs);
  EXPECT_EQ(decide(packed_case(12, {100, 200}, {1, 0})).kernel, Kernel::runs);
  EXPECT_EQ(decide(packed_case(4, {1000}, {0})).kernel, Kernel::runs);
}

TEST(HostChoices, NothingContiguousMovesByWords) {
  auto problem       = packed_case(4, {300, 200}, {1, 0});
  problem.in_strides = {400, 2};
  EXPECT_EQ(decide(problem).kernel, Kernel::strided);
  problem.in_strides = {0, 0};
  EXPECT_EQ(decide(problem).kernel, Kernel::strided);
}

TEST(HostChoices, StoresAreThePolicys) {
  auto const large = problem_of(packed_case(4, {8192, 8192}, {1, 0}));
  auto const small = problem_of(packed_case(4, {100, 100}, {1, 0}));
  auto policy      = turnstile::host::select(large, processor);
  policy.stores    = Stores::cached;
  EXPECT_FALSE(turnstile::host::is_streaming(large, policy, processor));
  policy.stores = Stores::streaming;
  EXPECT_TRUE(turnstile::host::is_streaming(small, policy, processor));
}

/// A policy of every word size is accepted for problems without a tile, whatever their words.
TEST(HostChoices, PoliciesThatAreAccepted) {
  auto const matrix = problem_of(packed_case(4, {8192, 8192}, {1, 0}));
  auto const copy   = problem_of(packed_case(4, {8192, 8192}, {0, 1}));
  for (int const bytes : {1, 2, 4, 8, 16}) {
    for (auto const& policy : turnstile::host::policies(bytes)) {
      EXPECT_TRUE(turnstile::is_valid(policy)) << policy;
      EXPECT_EQ(turnstile::host::kernel_for(copy, policy, processor), Kernel::runs) << policy;
      if (bytes != 4) continue;
      EXPECT_NE(turnstile::host::kernel_for(matrix, policy, processor), Kernel::none) << policy;
    }
  }
  for (auto const& policy : {TransposePolicy{.padding = 1}, TransposePolicy{.swizzle = turnstile::Swizzle::rotate},
                             TransposePolicy{.tile_rows = 33, .tile_cols = 32},
                             TransposePolicy{.tile_rows = 256, .tile_cols = 512, .padding = 16}}) {
    EXPECT_EQ(turnstile::host::kernel_for(matrix, policy, processor), Kernel::none) << policy;
    EXPECT_EQ(turnstile::host::kernel_for(copy, policy, processor), Kernel::none) << policy;
  }
}

}  // namespace
}  // namespace turnstile_test
