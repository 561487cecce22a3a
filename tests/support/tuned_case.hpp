// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "case_runner.hpp"
#include "kokkos_events.hpp"
#include "policies.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/backends.hpp>
#include <turnstile/plan.hpp>
#include <turnstile/tuning.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace turnstile_test {

/// The plan of the pointer form.
template <class Space>
turnstile::Plan<Space> plan_of(Space const& space, CaseRunner<Space> const& runner, PolicyChoice const& policy,
                               turnstile::Tuning const& tuning) {
  auto const& problem = runner.problem();
  return {space,
          runner.in(),
          runner.out(),
          problem.element_bytes,
          problem.extents,
          problem.in_strides,
          problem.out_strides,
          problem.axes,
          policy,
          tuning};
}

/// Whether `line` is one of the lines of `plan.explain()`.
template <class Space>
bool has_line(turnstile::Plan<Space> const& plan, std::string const& line) {
  return ("\n" + plan.explain()).find("\n" + line + "\n") != std::string::npos;
}

/// A matrix, and a tuning that gives it a policy whose kernel is not the library's own choice.
template <class Space>
class TunedCase {
 public:
  explicit TunedCase(Space const& space) : space_(space), runner_(packed_case(4, {192, 128}, {1, 0})) {}

  CaseRunner<Space> const& runner() const { return runner_; }

  turnstile::TuningTarget target() const {
    return {Space::name(), turnstile::Backend<Space>::architecture(space_).device};
  }

  turnstile::Plan<Space> plan(PolicyChoice const& policy      = {},
                              turnstile::Tuning const& tuning = turnstile::Tuning()) const {
    return plan_of(space_, runner_, policy, tuning);
  }

  /// A compiled policy that launches another kernel than the library's own choice.
  turnstile::TransposePolicy other_policy() const {
    auto const own = label_of(plan());
    for (auto const& policy : turnstile::compiled_policies<Space>(4))
      if (label_of(plan(policy)) != own) return policy;
    throw std::logic_error("every policy launches " + own);
  }

  /// The class of the matrix.
  std::string class_text() const { return to_string(problems()); }

  /// A tuning file with `policy` for the class of the matrix.
  std::string file_text(turnstile::TransposePolicy const& policy, turnstile::TuningTarget const& target) const {
    std::vector<turnstile::TuningEntry> const entries{{problems(), policy}};
    return turnstile::tuning_text(target, entries);
  }

  turnstile::Tuning tuning(turnstile::TransposePolicy const& policy, turnstile::TuningTarget const& target) const {
    return turnstile::Tuning::parse("site.tuning", file_text(policy, target));
  }
  turnstile::Tuning tuning(turnstile::TransposePolicy const& policy) const { return tuning(policy, target()); }
  turnstile::Tuning tuning() const { return tuning(other_policy()); }

  /// The label of the kernel that `plan` launches.
  std::string label_of(turnstile::Plan<Space> const& plan) const {
    return label_of_call([&] { plan.execute(space_, runner_.in(), runner_.out()); });
  }

  /// The label of the one kernel that `call` launches.
  template <class Call>
  std::string label_of_call(Call const& call) const {
    auto const launches = kernels_launched_by(call);
    space_.fence();
    return launches.size() == 1 ? launches[0].label : std::to_string(launches.size()) + " kernels";
  }

  testing::AssertionResult solves(turnstile::Plan<Space> const& plan) {
    return runner_.solved_by(space_, [&] { plan.execute(space_, runner_.in(), runner_.out()); });
  }

 private:
  turnstile::TuningClass problems() const {
    auto const& problem = runner_.problem();
    return turnstile::tuning_class(turnstile::checked_problem(turnstile::describe(
                                       runner_.in(), runner_.out(), problem.element_bytes, problem.extents,
                                       problem.in_strides, problem.out_strides, problem.axes)))
        .value();
  }

  Space const& space_;
  CaseRunner<Space> runner_;
};

}  // namespace turnstile_test
