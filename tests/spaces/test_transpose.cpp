// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "elements.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

#include <set>

namespace turnstile_test {
namespace {

using Kokkos::LayoutLeft;
using Kokkos::LayoutRight;
using Kokkos::LayoutStride;

template <class Space>
class Transpose : public SpaceTest<Space> {};
TYPED_TEST_SUITE(Transpose, AllSpaces, SpaceName);

/// Sizes around one and two tiles that are `side` long, a prime, and the smallest ones.
std::set<std::int64_t> sizes_around(int side) {
  return {0, 1, side - 1, side, side + 1, 2 * side + 1, 97};
}

/// Every policy of elements `T` on the shapes that are special for its tile.
template <class T, class Space>
void check_tile_edges(Space const& space) {
  for (auto const& choice : all_policies<Space>(sizeof(T))) {
    auto const tile = choice.value_or(turnstile::TransposePolicy{});
    for (auto const rows : sizes_around(tile.tile_rows))
      for (auto const cols : sizes_around(tile.tile_cols)) {
        CaseRunner<Space> runner(view_case<LayoutRight, LayoutRight>(sizeof(T), {cols, rows}, {1, 0}));
        ASSERT_TRUE(runner.solved_by(space, [&] {
          transpose_views<T, 2, LayoutRight, LayoutRight>(space, runner, choice);
        })) << to_string(choice);
      }
  }
}

template <class T, class InLayout, class OutLayout, class Space>
void check_every_policy(Space const& space, Extents const& extents) {
  constexpr int rank = 2;
  CaseRunner<Space> runner(view_case<InLayout, OutLayout>(sizeof(T), extents, {1, 0}));
  for (auto const& choice : all_policies<Space>(sizeof(T))) {
    ASSERT_TRUE(runner.solved_by(space, [&] { transpose_views<T, rank, InLayout, OutLayout>(space, runner, choice); }))
        << to_string(choice);
  }
}

TYPED_TEST(Transpose, EveryElementSizeEveryPolicyAroundTileEdges) {
  ElementsOfEverySize::for_each([&]<class T>() { check_tile_edges<T>(this->exec); });
}

template <class T, class InLayout, class OutLayout, class Space>
void check_shapes(Space const& space) {
  for (auto const& extents : {Extents{1, 1}, {1, 71}, {71, 1}, {37, 53}, {64, 64}, {65, 33}, {128, 3}})
    check_every_policy<T, InLayout, OutLayout>(space, extents);
}

template <class T, class Space>
void check_every_layout_pair(Space const& space) {
  check_shapes<T, LayoutLeft, LayoutLeft>(space);
  check_shapes<T, LayoutLeft, LayoutRight>(space);
  check_shapes<T, LayoutLeft, LayoutStride>(space);
  check_shapes<T, LayoutRight, LayoutLeft>(space);
  check_shapes<T, LayoutRight, LayoutRight>(space);
  check_shapes<T, LayoutRight, LayoutStride>(space);
  check_shapes<T, LayoutStride, LayoutLeft>(space);
  check_shapes<T, LayoutStride, LayoutRight>(space);
  check_shapes<T, LayoutStride, LayoutStride>(space);
}

TYPED_TEST(Transpose, EveryLayoutPair) {
  check_every_layout_pair<float>(this->exec);
  check_every_layout_pair<Particle>(this->exec);
}

TYPED_TEST(Transpose, HigherRanksAreBatches) {
  auto const& space = this->exec;
  CaseRunner<TypeParam> three(view_case<LayoutRight, LayoutRight>(4, {5, 33, 17}, {0, 2, 1}));
  EXPECT_TRUE(three.solved_by(space, [&] { transpose_views<float, 3, LayoutRight, LayoutRight>(space, three); }));
  CaseRunner<TypeParam> left(view_case<LayoutLeft, LayoutRight>(8, {5, 33, 17}, {0, 2, 1}));
  EXPECT_TRUE(left.solved_by(space, [&] { transpose_views<double, 3, LayoutLeft, LayoutRight>(space, left); }));
  CaseRunner<TypeParam> eight(view_case<LayoutRight, LayoutLeft>(2, {2, 1, 3, 2, 1, 2, 5, 7}, transpose_axes(8)));
  EXPECT_TRUE(
      eight.solved_by(space, [&] { transpose_views<std::uint16_t, 8, LayoutRight, LayoutLeft>(space, eight); }));
}

/// Subviews carry an offset and the pitch of the array that they are cut from.
TYPED_TEST(Transpose, SubviewsOfLargerArrays) {
  auto const& space = this->exec;
  // Rows 3..32 and columns 5..44 of a [40, 60] row-major array into rows 1..40, columns 2..31 of a [50, 35] one.
  PermuteCase problem;
  problem.extents     = {30, 40};
  problem.axes        = {1, 0};
  problem.in_strides  = {60, 1};
  problem.out_strides = {35, 1};
  problem.in_shift    = (3 * 60 + 5) * sizeof(float);
  problem.out_shift   = (1 * 35 + 2) * sizeof(float);
  CaseRunner<TypeParam> runner(problem);
  float const* const in_start = runner.template in<float>() - (3 * 60 + 5);
  float* const out_start      = runner.template out<float>() - (1 * 35 + 2);
  auto const whole_in         = view_at<float const, 2, LayoutRight, TypeParam>(in_start, {40, 60}, {});
  auto const whole_out        = view_at<float, 2, LayoutRight, TypeParam>(out_start, {50, 35}, {});
  auto const in               = Kokkos::subview(whole_in, std::pair{3, 33}, std::pair{5, 45});
  auto const out              = Kokkos::subview(whole_out, std::pair{1, 41}, std::pair{2, 32});
  EXPECT_TRUE(runner.solved_by(space, [&] { turnstile::transpose(space, in, out); }));
}

/// Views with extents known at compile time, and Views that own their memory.
TYPED_TEST(Transpose, StaticExtentsAndManagedViews) {
  using Memory = typename TypeParam::memory_space;
  Kokkos::View<double[5][7], LayoutRight, Memory> const in("in");
  Kokkos::View<double[7][5], LayoutLeft, Memory> const out("out");
  auto const host_in = Kokkos::create_mirror_view(in);
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 7; ++j) host_in(i, j) = static_cast<double>(10 * i + j);
  Kokkos::deep_copy(in, host_in);
  turnstile::transpose(this->exec, in, out);
  auto const host_out = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, out);
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 7; ++j) EXPECT_EQ(host_out(j, i), static_cast<double>(10 * i + j));
}

}  // namespace
}  // namespace turnstile_test
