// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "kokkos_events.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>

/// \file
/// P30 to P32: which axis goes where.

namespace turnstile_test {
namespace {

using Kokkos::LayoutLeft;
using Kokkos::LayoutRight;

template <class Space>
class P30 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P30, AllSpaces, SpaceName);

TYPED_TEST(P30, EveryPermutationOfThreeFourAndFiveAxes) {
  for (Extents const& extents : {Extents{2, 3, 5}, {2, 3, 5, 7}, {2, 3, 4, 5, 6}}) {
    auto axes = identity_axes(extents.size());
    do ASSERT_TRUE(pointers_solve(this->exec, packed_case(4, extents, axes)));
    while (std::ranges::next_permutation(axes).found);
  }
}

/// out(k, i, j) = in(i, j, k) for axes {2, 0, 1}, which is not what the inverse {1, 2, 0} does.
TYPED_TEST(P30, AxisKOfTheOutputIsAxisAxesKOfTheInput) {
  using Memory = typename TypeParam::memory_space;
  Kokkos::View<int[2][3][5], LayoutRight, Memory> const in("in");
  Kokkos::View<int[5][2][3], LayoutRight, Memory> const out("out");
  auto const host_in = Kokkos::create_mirror_view(in);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 5; ++k) host_in(i, j, k) = 100 * i + 10 * j + k;
  Kokkos::deep_copy(in, host_in);
  turnstile::permute(this->exec, in, out, std::array<int, 3>{2, 0, 1});
  auto const host_out = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, out);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 5; ++k) EXPECT_EQ(host_out(k, i, j), 100 * i + 10 * j + k);
}

template <class Space>
class P31 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P31, AllSpaces, SpaceName);

/// Label of the one launch that `call` makes.
template <class Call>
std::string label_of(Call const& call) {
  auto const launches = kernels_launched_by(call);
  return launches.size() == 1 ? launches[0].label : std::to_string(launches.size()) + " launches";
}

template <class InLayout, class OutLayout, class Space>
void check_both_operations(Space const& space, bool transpose_cancels, bool copy_cancels) {
  CaseRunner<Space> transposing(view_case<InLayout, OutLayout>(8, {37, 53}, {1, 0}));
  auto const transpose = [&] { transpose_views<double, 2, InLayout, OutLayout>(space, transposing); };
  EXPECT_TRUE(transposing.solved_by(space, transpose));
  CaseRunner<Space> copying(view_case<InLayout, OutLayout>(8, {37, 53}, {0, 1}));
  auto const copy = [&] { relayout_views<double, 2, InLayout, OutLayout>(space, copying); };
  EXPECT_TRUE(copying.solved_by(space, copy));

  if constexpr (!turnstile::is_host_space<Space>) {
    auto const kernel = [](bool cancels) {
      if (has_native_backend<Space>) return cancels ? "runs" : "small_matrices";
      return cancels ? "direct" : "tile";
    };
    EXPECT_NE(label_of(transpose).find(kernel(transpose_cancels)), std::string::npos) << label_of(transpose);
    EXPECT_NE(label_of(copy).find(kernel(copy_cancels)), std::string::npos) << label_of(copy);
  }
}

TYPED_TEST(P31, LayoutAndOperationMayCancel) {
  check_both_operations<LayoutLeft, LayoutLeft>(this->exec, false, true);
  check_both_operations<LayoutLeft, LayoutRight>(this->exec, true, false);
  check_both_operations<LayoutRight, LayoutLeft>(this->exec, true, false);
  check_both_operations<LayoutRight, LayoutRight>(this->exec, false, true);
}

template <class Space>
class P32 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P32, AllSpaces, SpaceName);

TYPED_TEST(P32, ExtentsAreSwappedEverywhere) {
  for (Extents const& shape : {Extents{100, 4}, {4, 100}, {1, 9}, {9, 1}}) {
    Extents const batched{3, shape[0], shape[1]};
    CaseRunner<TypeParam> single(view_case<LayoutRight, LayoutLeft>(8, shape, {1, 0}));
    CaseRunner<TypeParam> batch(view_case<LayoutRight, LayoutRight>(8, batched, {0, 2, 1}));
    EXPECT_TRUE(
        single.solved_by(this->exec, [&] { transpose_views<double, 2, LayoutRight, LayoutLeft>(this->exec, single); }));
    EXPECT_TRUE(
        batch.solved_by(this->exec, [&] { transpose_views<double, 3, LayoutRight, LayoutRight>(this->exec, batch); }));
  }
}

}  // namespace
}  // namespace turnstile_test
