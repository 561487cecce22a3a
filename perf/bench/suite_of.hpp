// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "choices.hpp"
#include "suites.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/backends.hpp>

#include <string_view>
#include <vector>

/// \file
/// A suite as an execution space can run it.

namespace turnstile::perf {

/// What suites depend on, for `Space`.
template <class Space>
SuiteTarget target_of() {
  SuiteTarget target{
      .is_host = is_host_space<Space>, .generic = {Path::kokkos, &GenericBackend<Space>::policies}, .native = {}};
  for (Path const path : {Path::cuda, Path::openmp, Path::serial})
    if (Backend<Space>::name == name_of(path)) target.native = CompiledPath{path, &Backend<Space>::policies};
  return target;
}

/// Whether the policy of `variant`, if it has one, suits `workload`.
template <class Space>
bool suits(Space const& space, Workload const& workload, Variant const& variant) {
  return !variant.policy ||
         can_run(space, pretended_problem(workload), {*variant.policy, variant.path == Path::kokkos});
}

/// The suite called `name`; of suite `sweep` the policies that suit each workload.
/// \throws std::invalid_argument when there is none
template <class Space>
Suite suite_of(Space const& space, std::string_view name) {
  auto suite = make_suite(name, target_of<Space>());
  if (name == "sweep")
    for (auto& group : suite)
      std::erase_if(group.variants, [&](auto const& variant) { return !suits(space, group.workload, variant); });
  return suite;
}

}  // namespace turnstile::perf
