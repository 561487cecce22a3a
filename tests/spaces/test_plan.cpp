// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "kokkos_events.hpp"
#include "refuses.hpp"
#include "spaces.hpp"

#include <turnstile/plan.hpp>

#include <gtest/gtest.h>

namespace turnstile_test {
namespace {

using Kokkos::LayoutLeft;
using Kokkos::LayoutRight;

template <class Space>
class PlanTest : public SpaceTest<Space> {};
TYPED_TEST_SUITE(PlanTest, AllSpaces, SpaceName);

template <class Space>
turnstile::Plan<Space> plan_for(Space const& space, CaseRunner<Space> const& runner) {
  auto const& problem = runner.problem();
  return turnstile::Plan(space, runner.in(), runner.out(), problem.element_bytes, problem.extents, problem.in_strides,
                         problem.out_strides, problem.axes);
}

TYPED_TEST(PlanTest, RunsOnOtherViewsOfTheSameShape) {
  auto const& space = this->exec;
  CaseRunner<TypeParam> first(view_case<LayoutRight, LayoutLeft>(8, {37, 53, 9}, {2, 0, 1}));
  PermuteCase other_data = first.problem();
  other_data.salt        = 99;
  CaseRunner<TypeParam> second(other_data);
  auto const [in, out]             = views_of<double, 3, LayoutRight, LayoutLeft>(first);
  auto const [other_in, other_out] = views_of<double, 3, LayoutRight, LayoutLeft>(second);
  turnstile::Plan const plan(space, in, out, std::array<int, 3>{2, 0, 1});
  for (int repeat = 0; repeat < 3; ++repeat) {
    EXPECT_TRUE(first.solved_by(space, [&, &from = in, &to = out] { plan.execute(space, from, to); }));
    EXPECT_TRUE(second.solved_by(space, [&, &from = other_in, &to = other_out] { plan.execute(space, from, to); }));
  }
}

/// A plan made for aligned addresses must not rely on them later.
TYPED_TEST(PlanTest, RunsAtAddressesOfAnyAlignment) {
  auto const& space = this->exec;
  for (std::vector<int> const& axes : {std::vector<int>{1, 0}, std::vector<int>{0, 1}}) {
    PermuteCase problem = packed_case(4, {64, 96}, axes);
    CaseRunner<TypeParam> aligned(problem);
    auto const plan = plan_for(space, aligned);
    for (std::size_t const shift : {0u, 1u, 2u, 4u, 8u, 12u, 16u}) {
      problem.in_shift  = shift;
      problem.out_shift = 0;
      CaseRunner<TypeParam> in_shifted(problem);
      EXPECT_TRUE(in_shifted.solved_by(space, [&] { plan.execute(space, in_shifted.in(), in_shifted.out()); }));
      std::swap(problem.in_shift, problem.out_shift);
      CaseRunner<TypeParam> out_shifted(problem);
      EXPECT_TRUE(out_shifted.solved_by(space, [&] { plan.execute(space, out_shifted.in(), out_shifted.out()); }));
    }
  }
}

/// A plan made for misaligned addresses is right at aligned ones, too.
TYPED_TEST(PlanTest, MadeForMisalignedAddresses) {
  auto const& space   = this->exec;
  PermuteCase problem = packed_case(8, {33, 40}, {1, 0});
  problem.in_shift    = 1;
  CaseRunner<TypeParam> misaligned(problem);
  auto const plan = plan_for(space, misaligned);
  EXPECT_TRUE(misaligned.solved_by(space, [&] { plan.execute(space, misaligned.in(), misaligned.out()); }));
  problem.in_shift = 0;
  CaseRunner<TypeParam> aligned(problem);
  EXPECT_TRUE(aligned.solved_by(space, [&] { plan.execute(space, aligned.in(), aligned.out()); }));
}

/// The words of a plan must fit the addresses that a reversed axis is walked from, not those of the caller.
TYPED_TEST(PlanTest, ReversedAxesAtAddressesOfAnyAlignment) {
  auto const& space   = this->exec;
  PermuteCase problem = packed_case(8, {3, 4, 2}, {1, 0, 2});
  problem.in_strides  = {8, 2, -1};
  problem.out_strides = {6, 2, -1};
  problem.in_shift = problem.out_shift = 8;
  CaseRunner<TypeParam> planned(problem);
  auto const plan = plan_for(space, planned);
  for (std::size_t const shift : {0u, 1u, 8u, 16u, 24u}) {
    problem.in_shift = problem.out_shift = shift;
    CaseRunner<TypeParam> runner(problem);
    EXPECT_TRUE(runner.solved_by(space, [&] { plan.execute(space, runner.in(), runner.out()); }));
  }
}

TYPED_TEST(PlanTest, EveryPolicy) {
  CaseRunner<TypeParam> runner(view_case<LayoutRight, LayoutRight>(4, {130, 67}, {1, 0}));
  auto const [in, out] = views_of<float, 2, LayoutRight, LayoutRight>(runner);
  for (auto const& policy : turnstile::compiled_policies<TypeParam>(4)) {
    turnstile::Plan const plan(this->exec, in, out, std::array<int, 2>{1, 0}, policy);
    EXPECT_TRUE(runner.solved_by(this->exec, [&, &from = in, &to = out] { plan.execute(this->exec, from, to); }))
        << turnstile::to_string(policy);
    auto const named = policy.tile_rows > 1 ? turnstile::to_string(policy) : std::string{"policy: none"};
    EXPECT_NE(plan.explain().find(named), std::string::npos) << named << " is missing from:\n" << plan.explain();
  }
}

TYPED_TEST(PlanTest, ExplainsItself) {
  CaseRunner<TypeParam> runner(packed_case(4, {123, 67}, {1, 0}));
  std::string const text = plan_for(this->exec, runner).explain();
  for (std::string_view const word : {"kernel", "policy", "reason", "123", "67", "4 bytes"})
    EXPECT_NE(text.find(word), std::string::npos) << word << " is missing from:\n" << text;
  std::string_view const key = !has_native_backend<TypeParam>        ? "banks: "
                               : turnstile::is_host_space<TypeParam> ? "instruction set: "
                                                                     : "occupancy: ";
  EXPECT_NE(text.find(key), std::string::npos) << key << " is missing from:\n" << text;
}

TYPED_TEST(PlanTest, EmptyPlansDoNothing) {
  Extents const extents{5, 0};
  Extents const strides{1, 1};
  std::vector<int> const axes{1, 0};
  turnstile::Plan const plan(this->exec, nullptr, nullptr, 4, extents, strides, strides, axes);
  EXPECT_TRUE(kernels_launched_by([&] { plan.execute(this->exec, nullptr, nullptr); }).empty());
  EXPECT_FALSE(plan.explain().empty());
}

TYPED_TEST(PlanTest, RefusesViewsOfAnotherShape) {
  CaseRunner<TypeParam> runner(view_case<LayoutRight, LayoutRight>(4, {13, 17}, {1, 0}));
  auto const [in, out] = views_of<float, 2, LayoutRight, LayoutRight>(runner);
  turnstile::Plan const plan(this->exec, in, out, std::array<int, 2>{1, 0});
  auto const smaller_in  = view_at<float const, 2, LayoutRight, TypeParam>(in.data(), {13, 16}, {});
  auto const smaller_out = view_at<float, 2, LayoutRight, TypeParam>(out.data(), {16, 13}, {});
  auto const pitched_in  = Kokkos::subview(view_at<float const, 2, LayoutRight, TypeParam>(in.data(), {13, 18}, {}),
                                           Kokkos::ALL, std::pair{0, 17});
  EXPECT_TRUE(runner.untouched_by(this->exec, [&, &to = out] {
    EXPECT_THROW(plan.execute(this->exec, smaller_in, smaller_out), turnstile::Error);
    EXPECT_THROW(plan.execute(this->exec, pitched_in, to), turnstile::Error);
  }));
  EXPECT_TRUE(runner.solved_by(this->exec, [&, &from = in, &to = out] { plan.execute(this->exec, from, to); }));
}

TYPED_TEST(PlanTest, ChecksAddresses) {
  CaseRunner<TypeParam> runner(packed_case(4, {13, 17}, {1, 0}));
  auto const plan = plan_for(this->exec, runner);
  EXPECT_TRUE(runner.untouched_by(this->exec, [&] {
    EXPECT_TRUE(
        refuses<turnstile::InvalidArgument>([&] { plan.execute(this->exec, nullptr, runner.out()); }, {"in", "null"}));
    EXPECT_TRUE(
        refuses<turnstile::InvalidArgument>([&] { plan.execute(this->exec, runner.in(), nullptr); }, {"out", "null"}));
    EXPECT_TRUE(refuses<turnstile::OverlapError>(
        [&] { plan.execute(this->exec, runner.template out<unsigned char>() + 4, runner.out()); }, {"in", "out"}));
  }));
}

TYPED_TEST(PlanTest, ExecutionNeitherAllocatesNorFences) {
  CaseRunner<TypeParam> runner(packed_case(4, {300, 200}, {1, 0}));
  auto const plan    = plan_for(this->exec, runner);
  auto const execute = [&] { plan.execute(this->exec, runner.in(), runner.out()); };
  execute();
  this->exec.fence();
  EXPECT_EQ(allocations_made_by(execute), std::vector<std::string>{});
  EXPECT_EQ(fences_issued_by(execute), std::vector<std::string>{});
  this->exec.fence();
}

TYPED_TEST(PlanTest, CopiesAreIndependent) {
  CaseRunner<TypeParam> runner(packed_case(4, {30, 20}, {1, 0}));
  auto plan       = plan_for(this->exec, runner);
  auto const copy = plan;
  plan            = copy;
  EXPECT_TRUE(runner.solved_by(this->exec, [&] { copy.execute(this->exec, runner.in(), runner.out()); }));
  EXPECT_TRUE(runner.solved_by(this->exec, [&] { plan.execute(this->exec, runner.in(), runner.out()); }));
}

}  // namespace
}  // namespace turnstile_test
