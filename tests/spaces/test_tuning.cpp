// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "spaces.hpp"
#include "tuned_case.hpp"

#include <turnstile/plan.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace turnstile_test {
namespace {

using turnstile::TransposePolicy;
using turnstile::Tuning;

template <class Space>
class TuningTest : public SpaceTest<Space>, public TunedCase<Space> {
 protected:
  TuningTest() : TunedCase<Space>(this->exec) {}
};
TYPED_TEST_SUITE(TuningTest, AllSpaces, SpaceName);

TYPED_TEST(TuningTest, TheTunedPolicyRuns) {
  auto const plan = this->plan({}, this->tuning());
  EXPECT_EQ(plan.policy(), this->other_policy());
  EXPECT_EQ(this->label_of(plan), this->label_of(this->plan(this->other_policy())));
  EXPECT_NE(this->label_of(plan), this->label_of(this->plan()));
  EXPECT_TRUE(this->solves(plan));
  EXPECT_TRUE(has_line(plan, "tuning: site.tuning, entry " + this->class_text())) << plan.explain();
}

TYPED_TEST(TuningTest, EveryCompiledPolicyCanBeTuned) {
  for (auto const& policy : turnstile::compiled_policies<TypeParam>(4)) {
    auto const plan = this->plan({}, this->tuning(policy));
    EXPECT_EQ(plan.policy(), policy);
    EXPECT_EQ(this->label_of(plan), this->label_of(this->plan(policy))) << policy;
    EXPECT_TRUE(this->solves(plan)) << policy;
  }
}

TYPED_TEST(TuningTest, CallersPolicyWins) {
  for (auto const& policy : turnstile::compiled_policies<TypeParam>(4)) {
    auto const plan = this->plan(policy, this->tuning());
    EXPECT_EQ(plan.policy(), policy);
    EXPECT_EQ(plan.explain().find("tuning: "), std::string::npos) << plan.explain();
  }
}

TYPED_TEST(TuningTest, WithoutATuningThereIsNoLine) {
  EXPECT_EQ(this->plan().explain().find("tuning: "), std::string::npos) << this->plan().explain();
}

TYPED_TEST(TuningTest, OtherClassesKeepTheLibrarysChoice) {
  auto const tuning = this->tuning();
  CaseRunner<TypeParam> runner(packed_case(4, {300, 128}, {1, 0}));
  auto const own   = plan_of(this->exec, runner, {}, Tuning());
  auto const tuned = plan_of(this->exec, runner, {}, tuning);
  EXPECT_EQ(tuned.policy(), own.policy());
  EXPECT_TRUE(has_line(tuned, "tuning: none for 4B 2^8 x 2^7, 2^15 words, aligned in site.tuning")) << tuned.explain();
  EXPECT_TRUE(runner.solved_by(this->exec, [&] { tuned.execute(this->exec, runner.in(), runner.out()); }));
}

TYPED_TEST(TuningTest, WhatNeedsNoTileIsNotTuned) {
  CaseRunner<TypeParam> runner(packed_case(4, {192, 128}, {0, 1}));
  auto const plan = plan_of(this->exec, runner, {}, this->tuning());
  EXPECT_TRUE(has_line(plan, "tuning: none in site.tuning for what needs no tile")) << plan.explain();
  EXPECT_TRUE(runner.solved_by(this->exec, [&] { plan.execute(this->exec, runner.in(), runner.out()); }));
}

TYPED_TEST(TuningTest, PoliciesThatCannotRunArePassedOver) {
  TransposePolicy const unknown{.tile_rows = 3, .tile_cols = 5, .padding = 7, .threads = 64};
  TransposePolicy const huge{.tile_rows = 4096, .tile_cols = 4096, .threads = 64};
  for (auto const& policy : {unknown, huge}) {
    auto const plan = this->plan({}, this->tuning(policy));
    EXPECT_EQ(plan.policy(), this->plan().policy());
    EXPECT_TRUE(this->solves(plan));
    EXPECT_TRUE(has_line(plan, "tuning: site.tuning, entry " + this->class_text() +
                                   " passed over: " + turnstile::to_string(policy) + " cannot run here"))
        << plan.explain();
  }
}

TYPED_TEST(TuningTest, FilesThatDoNotFitAreIgnored) {
  auto const target = this->target();
  auto const other  = std::string(target.device) + " of another kind";
  auto const expect = [&](Tuning const& tuning, std::string_view reason) {
    auto const plan = this->plan({}, tuning);
    EXPECT_EQ(plan.policy(), this->plan().policy());
    EXPECT_TRUE(this->solves(plan));
    EXPECT_TRUE(has_line(plan, "tuning: site.tuning ignored: " + std::string(reason))) << plan.explain();
  };
  expect(Tuning::parse("site.tuning", "a broken file\n"), "line 1 does not begin with 'turnstile tuning '");
  expect(this->tuning(this->other_policy(), {target.space, other}),
         "made for " + other + ", this is " + std::string(target.device));
  expect(this->tuning(this->other_policy(), {"Abacus", target.device}),
         "made for Abacus, this is " + std::string(target.space));
}

/// A tuned policy for aligned data must not be relied on at other addresses.
TYPED_TEST(TuningTest, PlansRunAtAddressesOfAnyAlignment) {
  for (auto const& policy : turnstile::compiled_policies<TypeParam>(4)) {
    auto const plan = this->plan({}, this->tuning(policy));
    for (std::size_t const shift : {1u, 4u, 8u}) {
      auto problem     = packed_case(4, {192, 128}, {1, 0});
      problem.in_shift = shift;
      CaseRunner<TypeParam> shifted(problem);
      EXPECT_TRUE(shifted.solved_by(this->exec, [&] { plan.execute(this->exec, shifted.in(), shifted.out()); }))
          << policy;
    }
  }
}

TYPED_TEST(TuningTest, CopiesOfAPlanKeepTheTuning) {
  auto const copy = [&] {
    auto const plan = this->plan({}, this->tuning());
    return plan;
  }();
  EXPECT_EQ(copy.policy(), this->other_policy());
  EXPECT_TRUE(has_line(copy, "tuning: site.tuning, entry " + this->class_text())) << copy.explain();
}

}  // namespace
}  // namespace turnstile_test
