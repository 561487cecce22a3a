// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "spaces.hpp"

#include <turnstile/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <utility>

namespace turnstile_test {
namespace {

template <class Space>
class PointerForm : public SpaceTest<Space> {};
TYPED_TEST_SUITE(PointerForm, AllSpaces, SpaceName);

TYPED_TEST(PointerForm, RankThirtyTwo) {
  Extents extents(32, 1);
  for (std::size_t const axis : {1, 4, 9, 16, 17, 22, 30}) extents[axis] = 2;
  extents[31]           = 3;
  std::vector<int> axes = identity_axes(32);
  std::rotate(axes.begin(), axes.begin() + 13, axes.end());
  std::swap(axes[0], axes[20]);
  EXPECT_TRUE(pointers_solve(this->exec, packed_case(4, extents, axes)));
}

/// 2^16 elements in 16 axes that are reversed: nothing can be merged.
TYPED_TEST(PointerForm, BitReversal) {
  std::vector<int> axes = identity_axes(16);
  std::reverse(axes.begin(), axes.end());
  EXPECT_TRUE(pointers_solve(this->exec, packed_case(4, Extents(16, 2), axes)));
}

TYPED_TEST(PointerForm, ReversedStrides) {
  for (std::int64_t const in_row_sign : {1, -1})
    for (std::int64_t const in_col_sign : {1, -1})
      for (std::int64_t const out_row_sign : {1, -1})
        for (std::int64_t const out_col_sign : {1, -1})
          for (std::size_t const bytes : {1u, 4u, 12u}) {
            PermuteCase problem = packed_case(bytes, {70, 45}, {1, 0});
            problem.in_strides  = {in_row_sign * 47, in_col_sign};
            problem.out_strides = {out_row_sign * 70, out_col_sign};
            ASSERT_TRUE(pointers_solve(this->exec, problem));
            problem.axes        = {0, 1};
            problem.out_strides = {out_row_sign * 45, out_col_sign};
            ASSERT_TRUE(pointers_solve(this->exec, problem));
          }
}

TYPED_TEST(PointerForm, BroadcastInput) {
  PermuteCase problem = packed_case(4, {50, 40}, {1, 0});
  for (Extents const& in_strides : {Extents{0, 1}, Extents{1, 0}, Extents{0, 0}}) {
    problem.in_strides = in_strides;
    EXPECT_TRUE(pointers_solve(this->exec, problem));
  }
}

TYPED_TEST(PointerForm, OverlappingInputIsReadable) {
  // A sliding window: row i starts at element i.
  PermuteCase problem = packed_case(4, {60, 40}, {1, 0});
  problem.in_strides  = {1, 1};
  EXPECT_TRUE(pointers_solve(this->exec, problem));
}

TYPED_TEST(PointerForm, EveryElementSizeUpToFortyEight) {
  for (std::size_t bytes = 1; bytes <= 48; ++bytes) {
    EXPECT_TRUE(pointers_solve(this->exec, packed_case(bytes, {35, 37}, {1, 0})));
    EXPECT_TRUE(pointers_solve(this->exec, packed_case(bytes, {5, 6, 7}, {0, 2, 1})));
  }
  EXPECT_TRUE(pointers_solve(this->exec, packed_case(1000, {5, 7}, {1, 0})));
}

TYPED_TEST(PointerForm, EveryAlignmentOfBothSides) {
  for (std::size_t const bytes : {4u, 8u, 16u})
    for (std::size_t const in_shift : {0u, 1u, 2u, 4u, 8u})
      for (std::size_t const out_shift : {0u, 1u, 2u, 4u, 8u}) {
        PermuteCase problem = packed_case(bytes, {33, 34}, {1, 0});
        problem.in_shift    = in_shift;
        problem.out_shift   = out_shift;
        ASSERT_TRUE(pointers_solve(this->exec, problem));
        problem.axes        = {0, 1};
        problem.out_strides = {34, 1};
        ASSERT_TRUE(pointers_solve(this->exec, problem));
      }
}

TYPED_TEST(PointerForm, RankZeroMovesOneElement) {
  EXPECT_TRUE(pointers_solve(this->exec, packed_case(8, {}, {})));
  EXPECT_TRUE(pointers_solve(this->exec, packed_case(40, {}, {})));
}

TYPED_TEST(PointerForm, EmptyTakesNullPointers) {
  Extents const extents{5, 0, 3};
  Extents const strides{3, 3, 1};
  std::vector<int> const axes{2, 0, 1};
  EXPECT_NO_THROW(turnstile::permute(this->exec, nullptr, nullptr, 4, extents, strides, Extents{0, 1, 1}, axes));
}

TEST(PermutedExtents, FollowTheAxes) {
  constexpr auto extents =
      turnstile::permuted_extents(std::array<std::int64_t, 3>{2, 3, 5}, std::array<int, 3>{2, 0, 1});
  static_assert(extents == std::array<std::int64_t, 3>{5, 2, 3});

  Extents const input{2, 3, 5};
  std::vector<int> const axes{2, 0, 1};
  Extents output(3);
  turnstile::permuted_extents(input, axes, output);
  EXPECT_EQ(output, (Extents{5, 2, 3}));
}

TEST(PermutedExtents, EveryAxisOnce) {
  Extents const input{3, 4};
  Extents output(2);
  for (std::vector<int> const& axes : {std::vector<int>{1, 1}, {0, 2}, {-1, 0}})
    EXPECT_THROW(turnstile::permuted_extents(input, axes, output), turnstile::InvalidAxes);
}

TEST(RequiredSpanSize, RefusesWhatNoAddressReaches) {
  constexpr std::int64_t huge  = std::int64_t{1} << 62;
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(turnstile::required_span_size(Extents{2, 3}, Extents{huge / 2, -huge / 8}), huge / 2 + huge / 4 + 1);
  EXPECT_EQ(turnstile::required_span_size(Extents{2}, Extents{huge - 1}), huge);
  EXPECT_EQ(turnstile::required_span_size(Extents{1}, Extents{least}), 1);
  EXPECT_EQ(turnstile::required_span_size(Extents{huge, huge, 0}, Extents{huge, huge, 1}), 0);
  for (auto const& [extents, strides] : {std::pair{Extents{2}, Extents{huge}},
                                         {Extents{2}, Extents{least}},
                                         {Extents{huge / 1024, 4}, Extents{4096, 1}},
                                         {Extents{2, 2}, Extents{huge - 1, 1}},
                                         {Extents{huge}, Extents{-2}}})
    EXPECT_THROW(std::ignore = turnstile::required_span_size(extents, strides), turnstile::InvalidArgument);
}

TEST(RequiredSpanSize, ReachesTheLastElement) {
  EXPECT_EQ(turnstile::required_span_size(Extents{10, 5}, Extents{4, 3}), 49);
  EXPECT_EQ(turnstile::required_span_size(Extents{10, 5}, Extents{5, 1}), 50);
  EXPECT_EQ(turnstile::required_span_size(Extents{10, 0}, Extents{5, 1}), 0);
  EXPECT_EQ(turnstile::required_span_size(Extents{}, Extents{}), 1);
  EXPECT_EQ(turnstile::required_span_size(Extents{4}, Extents{0}), 1);
  EXPECT_EQ(turnstile::required_span_size(Extents{4096, 33, 32768}, Extents{1, 4096, 135168}), 4429185024);
}

}  // namespace
}  // namespace turnstile_test
