// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "pretended_arrays.hpp"
#include "suites.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/backends.hpp>
#include <turnstile/kokkos/launch.hpp>
#include <turnstile/planner.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

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
  if (!variant.policy) return true;
  PretendedArrays const arrays(workload.bytes());
  auto const problem = canonical_problem(
      turnstile::describe(arrays.in, arrays.out, static_cast<std::size_t>(workload.element_bytes), workload.extents,
                          workload.in_strides(), workload.out_strides(), workload.axes));
  if (variant.path != Path::kokkos) return Backend<Space>::supports(problem, *variant.policy);
  return GenericBackend<Space>::supports(problem, *variant.policy) &&
         detail::tile_bytes_needed(*variant.policy, problem.word_bytes) <=
             GenericBackend<Space>::architecture(space).scratch_bytes;
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
