// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "kokkos_events.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

/// \file
/// P33 to P37: extents 0 and 1, and identities.

namespace turnstile_test {
namespace {

using Kokkos::LayoutLeft;
using Kokkos::LayoutRight;
using Kokkos::LayoutStride;

template <class Space>
class P33 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P33, AllSpaces, SpaceName);

template <class Space>
void check_empty_pointers(Space const& space, Extents const& extents, std::vector<int> const& axes) {
  PermuteCase const problem = packed_case(8, extents, axes);
  CaseRunner<Space> runner(problem);
  EXPECT_TRUE(runner.untouched_by(space, [&] {
    auto const launches = kernels_launched_by([&] {
      permute_pointers(space, runner);
      turnstile::permute(space, nullptr, nullptr, 8, problem.extents, problem.in_strides, problem.out_strides, axes);
    });
    EXPECT_TRUE(launches.empty());
  }));
}

TYPED_TEST(P33, EmptyArraysAreASilentSuccess) {
  check_empty_pointers(this->exec, {0, 0}, {1, 0});
  check_empty_pointers(this->exec, {0, 7}, {1, 0});
  check_empty_pointers(this->exec, {7, 0}, {1, 0});
  check_empty_pointers(this->exec, {5, 0, 3}, {2, 0, 1});
  EXPECT_TRUE(pointers_solve(this->exec, packed_case(8, {7, 5}, {1, 0})));
}

TYPED_TEST(P33, EmptyViewsWithAndWithoutMemory) {
  using Memory = typename TypeParam::memory_space;
  for (auto const& [rows, cols] : {std::pair{0, 0}, {0, 7}, {7, 0}}) {
    Kokkos::View<double**, LayoutRight, Memory> const in("in", rows, cols);
    Kokkos::View<double**, LayoutLeft, Memory> const out("out", cols, rows);
    auto const null_in  = view_at<double const, 2, LayoutRight, TypeParam>(nullptr, {rows, cols}, {});
    auto const null_out = view_at<double, 2, LayoutLeft, TypeParam>(nullptr, {cols, rows}, {});
    EXPECT_NO_THROW(turnstile::transpose(this->exec, in, out));
    EXPECT_NO_THROW(turnstile::transpose(this->exec, null_in, null_out));
    EXPECT_NO_THROW(turnstile::permute(this->exec, null_in, null_out, std::array<int, 2>{1, 0}));
  }
  Kokkos::View<double**, LayoutRight, Memory> const unset;
  EXPECT_NO_THROW(turnstile::transpose(this->exec, unset, unset));
}

template <class Space>
class P34 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P34, AllSpaces, SpaceName);

TYPED_TEST(P34, SingleElementsAndIdentities) {
  EXPECT_TRUE(pointers_solve(this->exec, packed_case(4, {1, 1}, {1, 0})));
  EXPECT_TRUE(pointers_solve(this->exec, packed_case(4, {1}, {0})));
  EXPECT_TRUE(pointers_solve(this->exec, packed_case(4, {}, {})));
  EXPECT_TRUE(pointers_solve(this->exec, packed_case(4, {120, 512, 1}, {0, 1, 2})));
  auto axes = identity_axes(6);
  do ASSERT_TRUE(pointers_solve(this->exec, packed_case(4, {1, 1, 1, 1, 1, 1}, axes)));
  while (std::ranges::next_permutation(axes).found);
}

template <class Space>
class P35 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P35, AllSpaces, SpaceName);

TYPED_TEST(P35, StridesOfSingleElementsDoNotMatter) {
  std::string first_label;
  for (std::int64_t const stride : {60, 3, 0, 7777, -1}) {
    PermuteCase problem = packed_case(4, {1, 3, 4, 5}, {0, 1, 2, 3});
    problem.in_strides  = {stride, 1, 15, 3};
    CaseRunner<TypeParam> runner(problem);
    auto const call = [&] { permute_pointers(this->exec, runner); };
    EXPECT_TRUE(runner.solved_by(this->exec, call));
    auto const launches = kernels_launched_by(call);
    ASSERT_EQ(launches.size(), 1u);
    if (first_label.empty()) first_label = launches[0].label;
    EXPECT_EQ(launches[0].label, first_label) << "stride " << stride;
  }
}

/// A stride that is not used may be one whose multiples no integer holds.
TYPED_TEST(P35, StridesOfSingleElementsAreNotMultiplied) {
  PermuteCase problem = packed_case(12, {1, 4}, {0, 1});
  problem.in_strides  = {std::numeric_limits<std::int64_t>::max(), 1};
  problem.out_strides = {std::numeric_limits<std::int64_t>::min(), 1};
  CaseRunner<TypeParam> runner(problem);
  EXPECT_TRUE(runner.solved_by(this->exec, [&] { permute_pointers(this->exec, runner); }));
}

template <class Space>
class P36 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P36, AllSpaces, SpaceName);

TYPED_TEST(P36, VectorsAreCopied) {
  for (std::int64_t const length : {1, 2, 255, 256, 257, 65537})
    for (std::size_t const bytes : {2u, 4u}) {
      EXPECT_TRUE(pointers_solve(this->exec, packed_case(bytes, {1, length}, {1, 0})));
      EXPECT_TRUE(pointers_solve(this->exec, packed_case(bytes, {length, 1}, {1, 0})));
      PermuteCase problem = packed_case(bytes, {1, length}, {1, 0});
      problem.out_strides = {5, 1};
      EXPECT_TRUE(pointers_solve(this->exec, problem));
    }
  EXPECT_TRUE(pointers_solve(this->exec, packed_case(2, {256, 32, 1}, {0, 2, 1})));
}

template <class Space>
class P37 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P37, AllSpaces, SpaceName);

TYPED_TEST(P37, EmptySubviewsAtTheEnd) {
  using Memory = typename TypeParam::memory_space;
  Kokkos::View<float**, LayoutRight, Memory> const whole("whole", 10, 6);
  auto const check = [&](auto const& part) {
    Kokkos::View<float**, LayoutRight, Memory> const out("out", part.extent(1), part.extent(0));
    EXPECT_TRUE(kernels_launched_by([&] { turnstile::transpose(this->exec, part, out); }).empty());
  };
  check(Kokkos::subview(whole, std::pair{10, 10}, Kokkos::ALL));
  check(Kokkos::subview(whole, Kokkos::ALL, std::pair{6, 6}));
  check(Kokkos::subview(whole, std::pair{3, 3}, std::pair{2, 5}));
}

TYPED_TEST(P37, RankZeroStridedViewHoldsOneValue) {
  CaseRunner<TypeParam> runner(view_case<LayoutStride, LayoutStride>(4, {}, {}));
  EXPECT_TRUE(
      runner.solved_by(this->exec, [&] { relayout_views<float, 0, LayoutStride, LayoutStride>(this->exec, runner); }));
}

}  // namespace
}  // namespace turnstile_test
