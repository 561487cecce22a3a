// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace turnstile_test {
namespace {

using Kokkos::LayoutLeft;
using Kokkos::LayoutRight;
using Kokkos::LayoutStride;

template <class Space>
class Permute : public SpaceTest<Space> {};
TYPED_TEST_SUITE(Permute, AllSpaces, SpaceName);

template <class T, int Rank, class InLayout, class OutLayout, class Space>
void check(Space const& space, Extents const& extents, std::vector<int> const& axes, PolicyChoice const& choice = {}) {
  CaseRunner<Space> runner(view_case<InLayout, OutLayout>(sizeof(T), extents, axes));
  ASSERT_TRUE(runner.solved_by(space, [&] { permute_views<T, Rank, InLayout, OutLayout>(space, runner, choice); }))
      << to_string(choice);
}

/// Every permutation of the axes for ranks up to 4, every rotation above.
template <int Rank, class InLayout, class OutLayout, class Space>
void check_rank(Space const& space) {
  Extents const all{3, 5, 2, 7, 2, 3, 2, 2};
  Extents const extents(all.begin(), all.begin() + Rank);
  std::vector<int> axes = identity_axes(static_cast<std::size_t>(Rank));
  if constexpr (Rank <= 4) {
    do check<float, Rank, InLayout, OutLayout>(space, extents, axes);
    while (std::ranges::next_permutation(axes).found);
  } else {
    for (int k = 0; k < Rank; ++k) {
      std::ranges::rotate(axes, axes.begin() + 1);
      check<float, Rank, InLayout, OutLayout>(space, extents, axes);
    }
    std::ranges::reverse(axes);
    check<float, Rank, InLayout, OutLayout>(space, extents, axes);
  }
}

template <class InLayout, class OutLayout, class Space>
void check_every_rank(Space const& space) {
  check_rank<0, InLayout, OutLayout>(space);
  check_rank<1, InLayout, OutLayout>(space);
  check_rank<2, InLayout, OutLayout>(space);
  check_rank<3, InLayout, OutLayout>(space);
  check_rank<4, InLayout, OutLayout>(space);
  check_rank<5, InLayout, OutLayout>(space);
  check_rank<6, InLayout, OutLayout>(space);
  check_rank<7, InLayout, OutLayout>(space);
  check_rank<8, InLayout, OutLayout>(space);
}

TYPED_TEST(Permute, EveryRankRightToRight) {
  check_every_rank<LayoutRight, LayoutRight>(this->exec);
}

TYPED_TEST(Permute, EveryRankLeftToStride) {
  check_every_rank<LayoutLeft, LayoutStride>(this->exec);
}

TYPED_TEST(Permute, TilesInsideABatchUnderEveryPolicy) {
  for (auto const& choice : all_policies<TypeParam>(sizeof(double))) {
    check<double, 3, LayoutRight, LayoutRight>(this->exec, {67, 5, 70}, {2, 1, 0}, choice);
    check<double, 3, LayoutRight, LayoutRight>(this->exec, {67, 5, 70}, {2, 0, 1}, choice);
    check<double, 3, LayoutRight, LayoutRight>(this->exec, {67, 5, 70}, {1, 0, 2}, choice);
    check<double, 3, LayoutRight, LayoutRight>(this->exec, {67, 5, 70}, {0, 1, 2}, choice);
  }
}

TYPED_TEST(Permute, SourceMayBeConstOrNot) {
  using Memory = typename TypeParam::memory_space;
  Kokkos::View<int**, LayoutRight, Memory> const in("in", 3, 4);
  Kokkos::View<int**, LayoutRight, Memory> const out("out", 4, 3);
  Kokkos::View<int const**, LayoutRight, Memory> const constant                                           = in;
  Kokkos::View<int const**, LayoutRight, Memory, Kokkos::MemoryTraits<Kokkos::RandomAccess>> const random = in;
  Kokkos::deep_copy(in, 42);
  auto const holds_42 = [&] {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, out);
    bool right      = true;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 3; ++j) right = right && host(i, j) == 42;
    Kokkos::deep_copy(out, 0);
    return right;
  };
  turnstile::permute(this->exec, in, out, std::array<int, 2>{1, 0});
  EXPECT_TRUE(holds_42());
  turnstile::permute(this->exec, constant, out, std::array<int, 2>{1, 0});
  EXPECT_TRUE(holds_42());
  turnstile::permute(this->exec, random, out, std::array<int, 2>{1, 0});
  EXPECT_TRUE(holds_42());
}

}  // namespace
}  // namespace turnstile_test
