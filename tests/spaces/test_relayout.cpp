// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "elements.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

namespace turnstile_test {
namespace {

using Kokkos::LayoutLeft;
using Kokkos::LayoutRight;
using Kokkos::LayoutStride;

template <class Space>
class Relayout : public SpaceTest<Space> {};
TYPED_TEST_SUITE(Relayout, AllSpaces, SpaceName);

template <class T, int Rank, class InLayout, class OutLayout, class Space>
void check(Space const& space, Extents const& extents, PolicyChoice const& choice = {}) {
  CaseRunner<Space> runner(view_case<InLayout, OutLayout>(sizeof(T), extents, identity_axes(extents.size())));
  ASSERT_TRUE(runner.solved_by(space, [&] { relayout_views<T, Rank, InLayout, OutLayout>(space, runner, choice); }))
      << to_string(choice);
}

template <int Rank, class Space>
void check_rank(Space const& space) {
  Extents const all{5, 3, 7, 2, 3, 2, 2, 3};
  Extents const extents(all.begin(), all.begin() + Rank);
  check<float, Rank, LayoutRight, LayoutLeft>(space, extents);
  check<float, Rank, LayoutLeft, LayoutRight>(space, extents);
  check<float, Rank, LayoutStride, LayoutLeft>(space, extents);
  check<float, Rank, LayoutRight, LayoutStride>(space, extents);
  check<float, Rank, LayoutRight, LayoutRight>(space, extents);
}

TYPED_TEST(Relayout, EveryRank) {
  check_rank<0>(this->exec);
  check_rank<1>(this->exec);
  check_rank<2>(this->exec);
  check_rank<3>(this->exec);
  check_rank<4>(this->exec);
  check_rank<5>(this->exec);
  check_rank<6>(this->exec);
  check_rank<7>(this->exec);
  check_rank<8>(this->exec);
}

TYPED_TEST(Relayout, EveryElementSizeAndPolicy) {
  ElementsOfEverySize::for_each([&]<class T>() {
    for (auto const& choice : all_policies<TypeParam>(sizeof(T))) {
      check<T, 2, LayoutRight, LayoutLeft>(this->exec, {67, 131}, choice);
      check<T, 2, LayoutRight, LayoutStride>(this->exec, {67, 131}, choice);
    }
  });
}

/// Does what Kokkos::deep_copy does between Views of different layouts.
TYPED_TEST(Relayout, AgreesWithDeepCopy) {
  using Memory = typename TypeParam::memory_space;
  Kokkos::View<double***, LayoutRight, Memory> const in("in", 11, 13, 17);
  Kokkos::View<double***, LayoutLeft, Memory> const copied("copied", 11, 13, 17);
  Kokkos::View<double***, LayoutLeft, Memory> const moved("moved", 11, 13, 17);
  auto const host = Kokkos::create_mirror_view(in);
  for (std::size_t k = 0; k < host.size(); ++k) host.data()[k] = static_cast<double>(k);
  Kokkos::deep_copy(in, host);
  Kokkos::deep_copy(copied, in);
  turnstile::relayout(this->exec, in, moved);
  auto const expected = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, copied);
  auto const actual   = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, moved);
  for (std::size_t k = 0; k < expected.size(); ++k) ASSERT_EQ(actual.data()[k], expected.data()[k]) << k;
}

/// Input and output are the same View: every element is already in place.
TYPED_TEST(Relayout, OntoItselfDoesNothing) {
  PermuteCase problem = packed_case(4, {20, 30}, {0, 1});
  CaseRunner<TypeParam> runner(problem);
  auto const out = view_at<float, 2, LayoutRight, TypeParam>(runner.template out<float>(), {20, 30}, {});
  EXPECT_TRUE(runner.untouched_by(this->exec, [&] { turnstile::relayout(this->exec, out, out); }));
}

}  // namespace
}  // namespace turnstile_test
