// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

namespace turnstile_test {
namespace {

template <class Space>
class Mdspan : public SpaceTest<Space> {};
TYPED_TEST_SUITE(Mdspan, AllSpaces, SpaceName);

template <class T, std::size_t Rank, class Layout>
using Span = Kokkos::mdspan<T, Kokkos::dextents<std::int64_t, Rank>, Layout>;

/// A layout_stride mdspan.
template <class T, std::size_t Rank>
Span<T, Rank, Kokkos::layout_stride> strided(T* data, std::array<std::int64_t, Rank> const& extents,
                                             std::array<std::int64_t, Rank> const& strides) {
  using Result = Span<T, Rank, Kokkos::layout_stride>;
  return Result(data, typename Result::mapping_type(typename Result::extents_type(extents), strides));
}

TYPED_TEST(Mdspan, EveryLayoutPair) {
  auto const& space = this->exec;
  auto const check  = [&](Extents const& in_strides, Extents const& out_strides, auto const& call) {
    PermuteCase problem = packed_case(4, {37, 53}, {1, 0});
    problem.in_strides  = in_strides;
    problem.out_strides = out_strides;
    CaseRunner<TypeParam> runner(problem);
    EXPECT_TRUE(runner.solved_by(space, [&] { call(runner.template in<float>(), runner.template out<float>()); }));
  };
  using RightIn  = Span<float const, 2, Kokkos::layout_right>;
  using LeftIn   = Span<float const, 2, Kokkos::layout_left>;
  using RightOut = Span<float, 2, Kokkos::layout_right>;
  using LeftOut  = Span<float, 2, Kokkos::layout_left>;
  check({53, 1}, {37, 1},
        [&](auto* in, auto* out) { turnstile::transpose(space, RightIn(in, 37, 53), RightOut(out, 53, 37)); });
  check({1, 37}, {37, 1},
        [&](auto* in, auto* out) { turnstile::transpose(space, LeftIn(in, 37, 53), RightOut(out, 53, 37)); });
  check({53, 1}, {1, 53},
        [&](auto* in, auto* out) { turnstile::transpose(space, RightIn(in, 37, 53), LeftOut(out, 53, 37)); });
  check({60, 1}, {2, 120}, [&](auto* in, auto* out) {
    turnstile::transpose(space, strided<float const, 2>(in, {37, 53}, {60, 1}),
                         strided<float, 2>(out, {53, 37}, {2, 120}));
  });
}

TYPED_TEST(Mdspan, PaddedLayouts) {
  using Kokkos::Experimental::layout_left_padded;
  using Kokkos::Experimental::layout_right_padded;
  using PaddedIn      = Span<double const, 2, layout_right_padded<16>>;
  using PaddedOut     = Span<double, 2, layout_left_padded<8>>;
  PermuteCase problem = packed_case(8, {21, 11}, {1, 0});
  problem.in_strides  = {16, 1};
  problem.out_strides = {1, 16};
  CaseRunner<TypeParam> runner(problem);
  EXPECT_TRUE(runner.solved_by(this->exec, [&] {
    turnstile::transpose(this->exec, PaddedIn(runner.template in<double>(), 21, 11),
                         PaddedOut(runner.template out<double>(), 11, 21));
  }));
}

TYPED_TEST(Mdspan, StaticExtentsAndMixesWithViews) {
  CaseRunner<TypeParam> runner(view_case<Kokkos::LayoutRight, Kokkos::LayoutLeft>(4, {5, 7, 3}, {2, 0, 1}));
  auto const [view_in, view_out] = views_of<float, 3, Kokkos::LayoutRight, Kokkos::LayoutLeft>(runner);
  Kokkos::mdspan<float const, Kokkos::extents<int, 5, 7, 3>> const in(runner.template in<float>());
  Kokkos::mdspan<float, Kokkos::extents<int, 3, 5, 7>, Kokkos::layout_left> const out(runner.template out<float>());
  std::array<int, 3> const axes{2, 0, 1};
  EXPECT_TRUE(runner.solved_by(this->exec, [&] { turnstile::permute(this->exec, in, out, axes); }));
  EXPECT_TRUE(runner.solved_by(this->exec, [&, &to = view_out] { turnstile::permute(this->exec, in, to, axes); }));
  EXPECT_TRUE(runner.solved_by(this->exec, [&, &from = view_in] { turnstile::permute(this->exec, from, out, axes); }));
}

TYPED_TEST(Mdspan, RankZero) {
  CaseRunner<TypeParam> runner(packed_case(4, {}, {}));
  Kokkos::mdspan<float const, Kokkos::extents<int>> const in(runner.template in<float>());
  Kokkos::mdspan<float, Kokkos::extents<int>> const out(runner.template out<float>());
  EXPECT_TRUE(runner.solved_by(this->exec, [&] { turnstile::relayout(this->exec, in, out); }));
}

TYPED_TEST(Mdspan, RelayoutAndPolicies) {
  CaseRunner<TypeParam> runner(view_case<Kokkos::LayoutRight, Kokkos::LayoutLeft>(4, {70, 90}, {0, 1}));
  Span<float const, 2, Kokkos::layout_right> const in(runner.template in<float>(), 70, 90);
  Span<float, 2, Kokkos::layout_left> const out(runner.template out<float>(), 70, 90);
  for (auto const& policy : turnstile::compiled_policies<TypeParam>(4))
    EXPECT_TRUE(runner.solved_by(this->exec, [&] { turnstile::relayout(this->exec, in, out, policy); }))
        << turnstile::to_string(policy);
}

TYPED_TEST(Mdspan, SubmdspanOfALargerArray) {
  PermuteCase problem = packed_case(4, {30, 40}, {1, 0});
  problem.in_strides  = {60, 1};
  problem.in_shift    = (3 * 60 + 5) * sizeof(float);
  CaseRunner<TypeParam> runner(problem);
  Span<float const, 2, Kokkos::layout_right> const whole(runner.template in<float>() - (3 * 60 + 5), 40, 60);
  auto const part = Kokkos::submdspan(whole, std::pair{3, 33}, std::pair{5, 45});
  Span<float, 2, Kokkos::layout_right> const out(runner.template out<float>(), 40, 30);
  EXPECT_TRUE(runner.solved_by(this->exec, [&] { turnstile::transpose(this->exec, part, out); }));
}

}  // namespace
}  // namespace turnstile_test
