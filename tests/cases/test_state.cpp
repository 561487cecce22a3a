// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "kokkos_events.hpp"
#include "spaces.hpp"

#include <turnstile/plan.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <vector>

/// \file
/// P71 and P72: nothing is kept between calls, and planning is cheap.

namespace turnstile_test {
namespace {

template <class Space>
class P71 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P71, AllSpaces, SpaceName);

TYPED_TEST(P71, OrderOfSizesDoesNotMatter) {
  std::vector<std::int64_t> sizes{8, 12, 64, 256, 1000, 12, 8};
  for (std::size_t rotation = 0; rotation < sizes.size(); ++rotation) {
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      std::size_t const bytes = std::size_t{1} << ((k + rotation) % 5);
      ASSERT_TRUE(pointers_solve(this->exec, packed_case(bytes, {sizes[k], sizes[k] + 3}, {1, 0})));
    }
    std::ranges::rotate(sizes, sizes.begin() + 1);
  }
}

template <class Space>
class P72 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P72, AllSpaces, SpaceName);

TYPED_TEST(P72, ManyShapesNeedNoAllocation) {
  CaseRunner<TypeParam> const runner(packed_case(8, {64, 64}, {1, 0}));
  auto const call_all = [&] {
    for (std::int64_t rows = 33; rows <= 64; ++rows)
      for (std::int64_t cols = 33; cols <= 64; ++cols)
        turnstile::permute(this->exec, runner.in(), runner.out(), 8, Extents{rows, cols}, Extents{cols, 1},
                           Extents{rows, 1}, std::vector<int>{1, 0});
    this->exec.fence();
  };
  call_all();
  EXPECT_EQ(allocations_made_by(call_all), std::vector<std::string>{});
}

TYPED_TEST(P72, PlanningTakesMicroseconds) {
  using Clock = std::chrono::steady_clock;
  CaseRunner<TypeParam> const runner(packed_case(8, {64, 64}, {1, 0}));
  std::vector<Clock::duration> times;
  for (std::int64_t rows = 33; rows <= 64; ++rows)
    for (std::int64_t cols = 33; cols <= 64; ++cols) {
      Extents const extents{rows, cols}, in_strides{cols, 1}, out_strides{rows, 1};
      std::vector<int> const axes{1, 0};
      auto const start = Clock::now();
      turnstile::Plan const plan(this->exec, runner.in(), runner.out(), 8, extents, in_strides, out_strides, axes);
      times.push_back(Clock::now() - start);
    }
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  EXPECT_LT(times[times.size() / 2], std::chrono::microseconds{50});
}

/// What the host does for a call on a device, launch included.
TYPED_TEST(P72, CallsTakeMicroseconds) {
  using Clock = std::chrono::steady_clock;
  if (turnstile::is_host_space<TypeParam>) GTEST_SKIP() << "the host does the work itself";
  CaseRunner<TypeParam> const runner(packed_case(8, {64, 64}, {1, 0}));
  std::vector<Clock::duration> times;
  for (std::int64_t rows = 33; rows <= 64; ++rows)
    for (std::int64_t cols = 33; cols <= 64; ++cols) {
      auto const start = Clock::now();
      turnstile::permute(this->exec, runner.in(), runner.out(), 8, Extents{rows, cols}, Extents{cols, 1},
                         Extents{rows, 1}, std::vector<int>{1, 0});
      times.push_back(Clock::now() - start);
    }
  this->exec.fence();
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  EXPECT_LT(times[times.size() / 2], std::chrono::microseconds{50});
}

}  // namespace
}  // namespace turnstile_test
