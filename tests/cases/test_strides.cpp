// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "elements.hpp"
#include "refuses.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

/// \file
/// P08 to P13: strides, leading dimensions, sub-blocks and the gaps between them.

namespace turnstile_test {
namespace {

using Kokkos::LayoutLeft;
using Kokkos::LayoutRight;
using Kokkos::LayoutStride;

template <class Space>
class P08 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P08, AllSpaces, SpaceName);

/// The part without accumulation: only the cells of the block change.
TYPED_TEST(P08, WritesOnlyTheBlock) {
  for (auto const& extents : {Extents{3, 3, 3}, {2, 3, 4}})
    for (auto const& axes : {std::vector<int>{0, 1, 2}, {2, 1, 0}}) {
      PermuteCase problem = packed_case(8, extents, axes);
      problem.out_strides = {25, 5, 1};
      EXPECT_TRUE(pointers_solve(this->exec, problem));
    }
}

template <class Space>
class P09 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P09, AllSpaces, SpaceName);

template <class T, class Space>
void check_column_slot(Space const& space) {
  PermuteCase problem = packed_case(sizeof(T), {1, 4}, {1, 0});
  problem.out_strides = {64, 1};
  problem.out_shift   = 7 * sizeof(T);
  CaseRunner<Space> column(problem);
  auto const in     = view_at<T const, 2, LayoutRight, Space>(column.template in<T>(), {1, 4}, {});
  auto const matrix = view_at<T, 2, LayoutRight, Space>(column.template out<T>() - 7, {4, 64}, {});
  auto const slot   = Kokkos::subview(matrix, Kokkos::ALL, std::pair{7, 8});
  EXPECT_TRUE(column.solved_by(space, [&] { turnstile::transpose(space, in, slot); }));

  problem             = packed_case(sizeof(T), {3, 5}, {1, 0});
  problem.out_strides = {64, 2};
  CaseRunner<Space> strided(problem);
  EXPECT_TRUE(strided.solved_by(space, [&] { transpose_views<T, 2, LayoutRight, LayoutStride>(space, strided); }));
}

TYPED_TEST(P09, StridedSlotIsHonoured) {
  check_column_slot<std::uint16_t>(this->exec);
  check_column_slot<float>(this->exec);
  check_column_slot<double>(this->exec);
}

template <class Space>
class P10 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P10, AllSpaces, SpaceName);

TYPED_TEST(P10, EqualSpansWithDifferentStrides) {
  for (auto const& [extents, in_strides, out_strides] :
       {std::tuple{Extents{4, 6}, Extents{6, 1}, Extents{1, 4}}, {Extents{3, 3}, Extents{3, 1}, Extents{1, 3}}}) {
    PermuteCase problem = packed_case(8, extents, {0, 1});
    problem.in_strides  = in_strides;
    problem.out_strides = out_strides;
    CaseRunner<TypeParam> runner(problem);
    EXPECT_TRUE(runner.solved_by(this->exec,
                                 [&] { relayout_views<double, 2, LayoutStride, LayoutStride>(this->exec, runner); }));
  }
}

template <class Space>
class P11 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P11, AllSpaces, SpaceName);

TYPED_TEST(P11, SubviewOfAColumnMajorMatrix) {
  PermuteCase problem = packed_case(4, {10, 20}, {1, 0});
  problem.in_strides  = {1, 20};
  problem.in_shift    = (5 + 5 * 20) * sizeof(int);
  CaseRunner<TypeParam> runner(problem);
  auto const whole =
      view_at<int const, 2, LayoutLeft, TypeParam>(runner.template in<int>() - (5 + 5 * 20), {20, 30}, {});
  auto const part = Kokkos::subview(whole, std::pair{5, 15}, std::pair{5, 25});
  auto const out  = view_at<int, 2, LayoutRight, TypeParam>(runner.template out<int>(), {20, 10}, {});
  EXPECT_TRUE(runner.solved_by(this->exec, [&] { turnstile::transpose(this->exec, part, out); }));
}

TYPED_TEST(P11, SubviewsOfRankThree) {
  std::array<int, 3> const axes{2, 0, 1};
  PermuteCase problem = packed_case(4, {10, 40, 36}, {2, 0, 1});
  problem.in_strides  = {1, 20, 800};
  problem.in_shift    = 5 * sizeof(int);
  CaseRunner<TypeParam> left(problem);
  auto const left_part =
      Kokkos::subview(view_at<int const, 3, LayoutLeft, TypeParam>(left.template in<int>() - 5, {20, 40, 36}, {}),
                      std::pair{5, 15}, Kokkos::ALL, Kokkos::ALL);
  auto const left_out = view_at<int, 3, LayoutRight, TypeParam>(left.template out<int>(), {36, 10, 40}, {});
  EXPECT_TRUE(left.solved_by(this->exec, [&] { turnstile::permute(this->exec, left_part, left_out, axes); }));

  problem            = packed_case(4, {36, 40, 10}, {2, 0, 1});
  problem.in_strides = {800, 20, 1};
  problem.in_shift   = 5 * sizeof(int);
  CaseRunner<TypeParam> right(problem);
  auto const right_part =
      Kokkos::subview(view_at<int const, 3, LayoutRight, TypeParam>(right.template in<int>() - 5, {36, 40, 20}, {}),
                      Kokkos::ALL, Kokkos::ALL, std::pair{5, 15});
  auto const right_out = view_at<int, 3, LayoutRight, TypeParam>(right.template out<int>(), {10, 36, 40}, {});
  EXPECT_TRUE(right.solved_by(this->exec, [&] { turnstile::permute(this->exec, right_part, right_out, axes); }));
}

TYPED_TEST(P11, PaddedMdspans) {
  using Kokkos::Experimental::layout_left_padded;
  using Kokkos::Experimental::layout_right_padded;
  using Extents3 = Kokkos::dextents<std::int64_t, 3>;
  std::array<int, 3> const axes{2, 0, 1};
  PermuteCase problem = packed_case(4, {10, 40, 36}, {2, 0, 1});
  problem.in_strides  = {1, 20, 800};
  CaseRunner<TypeParam> left(problem);
  Kokkos::mdspan<int const, Extents3, layout_left_padded<20>> const left_in(left.template in<int>(), 10, 40, 36);
  Kokkos::mdspan<int, Extents3> const left_out(left.template out<int>(), 36, 10, 40);
  EXPECT_TRUE(left.solved_by(this->exec, [&] { turnstile::permute(this->exec, left_in, left_out, axes); }));

  problem            = packed_case(4, {36, 40, 10}, {2, 0, 1});
  problem.in_strides = {800, 20, 1};
  CaseRunner<TypeParam> right(problem);
  Kokkos::mdspan<int const, Extents3, layout_right_padded<20>> const right_in(right.template in<int>(), 36, 40, 10);
  Kokkos::mdspan<int, Extents3> const right_out(right.template out<int>(), 10, 36, 40);
  EXPECT_TRUE(right.solved_by(this->exec, [&] { turnstile::permute(this->exec, right_in, right_out, axes); }));
}

template <class Space>
class P12 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P12, AllSpaces, SpaceName);

/// Between pitched and packed arrays of one memory space. Arrays in a memory space that the execution space cannot
/// reach do not compile; see tests/compile_fail.
TYPED_TEST(P12, PitchedToPackedAndBack) {
  for (auto const& [extents, pitch] : {std::pair{Extents{11, 7}, 16}, {Extents{17, 4}, 32}})
    for (bool const pack : {true, false}) {
      PermuteCase problem                                  = packed_case(8, extents, {0, 1});
      problem.in_strides                                   = left_strides(extents);
      problem.out_strides                                  = left_strides(extents);
      (pack ? problem.in_strides : problem.out_strides)[1] = pitch;
      EXPECT_TRUE(pointers_solve(this->exec, problem));
    }
}

template <class Space>
class P13 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P13, AllSpaces, SpaceName);

TYPED_TEST(P13, InterleavedStridesAreReadButNotWritten) {
  EXPECT_EQ(turnstile::required_span_size(Extents{10, 5}, Extents{4, 3}), 49);
  PermuteCase problem = packed_case(8, {10, 5}, {1, 0});
  problem.in_strides  = {4, 3};
  CaseRunner<TypeParam> runner(problem);
  EXPECT_TRUE(
      runner.solved_by(this->exec, [&] { transpose_views<double, 2, LayoutStride, LayoutRight>(this->exec, runner); }));

  // The other way round on the same memory: out (10, 5) with strides (4, 3).
  CaseRunner<TypeParam> overlapping(packed_case(8, {5, 10}, {1, 0}));
  auto const in  = view_at<double const, 2, LayoutRight, TypeParam>(overlapping.template in<double>(), {5, 10}, {});
  auto const out = view_at<double, 2, LayoutStride, TypeParam>(overlapping.template out<double>(), {10, 5}, {4, 3});
  EXPECT_TRUE(overlapping.untouched_by(this->exec, [&] {
    EXPECT_TRUE(refuses<turnstile::OverlapError>([&] { turnstile::transpose(this->exec, in, out); }, {"overlap"}));
  }));
}

}  // namespace
}  // namespace turnstile_test
