// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "spaces.hpp"
#include "tuned_case.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace turnstile_test {
namespace {

/// A process asks its environment once, so that one test does all there is to see.
TEST(TuningEnvironment, IsAskedOnce) {
  using Space = Kokkos::DefaultExecutionSpace;
  Space const space;
  TunedCase<Space> tuned(space);
  auto const policy = tuned.other_policy();
  auto const path   = testing::TempDir() + "turnstile_environment.tuning";
  std::ofstream(path) << tuned.file_text(policy, tuned.target());
  ASSERT_EQ(::setenv("TURNSTILE_TUNING", path.c_str(), 1), 0);  // NOLINT(concurrency-mt-unsafe)

  auto const& problem       = tuned.runner().problem();
  auto const plan_as_a_user = [&] {
    return turnstile::Plan(space, tuned.runner().in(), tuned.runner().out(), problem.element_bytes, problem.extents,
                           problem.in_strides, problem.out_strides, problem.axes);
  };
  EXPECT_EQ(plan_as_a_user().policy(), policy);
  EXPECT_TRUE(has_line(plan_as_a_user(), "tuning: " + path + ", entry " + tuned.class_text()))
      << plan_as_a_user().explain();
  auto const tuned_label = tuned.label_of(tuned.plan(policy));
  auto const one_call    = [&] { permute_pointers(space, tuned.runner()); };
  EXPECT_EQ(tuned.label_of_call(one_call), tuned_label);
  EXPECT_TRUE(tuned.solves(plan_as_a_user()));

  auto const own_label = tuned.label_of(tuned.plan({}, turnstile::Tuning()));
  EXPECT_NE(own_label, tuned_label) << "a given tuning takes the place of the environment's";
  EXPECT_EQ(tuned.label_of_call([&] { permute_pointers(space, tuned.runner(), tuned.plan().policy()); }), own_label)
      << "a given policy takes the place of the environment's";

  std::ofstream(path) << "changed\n";
  ASSERT_EQ(::unsetenv("TURNSTILE_TUNING"), 0);  // NOLINT(concurrency-mt-unsafe)
  EXPECT_EQ(tuned.label_of_call(one_call), tuned_label) << "a file that changes later is not read again";
  EXPECT_EQ(allocations_made_by(one_call), std::vector<std::string>{});
  space.fence();
}

}  // namespace
}  // namespace turnstile_test
