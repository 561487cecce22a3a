// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "command_error.hpp"
#include "npy.hpp"
#include "permutation.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/error.hpp>
#include <turnstile/plan.hpp>
#include <turnstile/planner.hpp>
#include <turnstile/policy.hpp>

#include <algorithm>
#include <string>
#include <vector>

/// \file
/// From what the command line says to a turnstile::Plan.

namespace turnstile::command {

/// Every policy that is compiled for `Space`, for any word size, without repetitions.
template <class Space>
std::vector<TransposePolicy> all_compiled_policies() {
  std::vector<TransposePolicy> result;
  for (int const word_bytes : {1, 2, 4, 8, 16})
    for (TransposePolicy const& policy : compiled_policies<Space>(word_bytes))
      if (std::find(result.begin(), result.end(), policy) == result.end()) result.push_back(policy);
  return result;
}

/// Whether `text` is how turnstile::to_string() writes `policy`, the numbers in <> perhaps left out, or its name.
inline bool names_policy(std::string const& text, TransposePolicy const& policy) {
  std::string const full = to_string(policy);
  return text == full || text == full.substr(0, full.find('<')) || (text == "no_tile" && policy == no_tile);
}

/// The policies that are compiled for the words that the permutation moves, as text.
template <class Space>
std::string policies_for(Description const& description) {
  std::string known;
  for (TransposePolicy const& policy : compiled_policies<Space>(checked_problem(description).word_bytes))
    known += (known.empty() ? "" : ", ") + to_string(policy);
  return known;
}

/// The plan of `permutation` from `in` to `out`. An empty `policy_text` leaves the choice to the library.
/// \throws CommandError when no compiled policy of that text fits the words that the permutation moves
template <class Space>
Plan<Space> plan_permutation(Space const& space, Permutation const& permutation, void const* in, void* out,
                             std::string const& policy_text) {
  auto const item_bytes = static_cast<std::size_t>(permutation.item_bytes);
  if (policy_text.empty())
    return Plan<Space>(space, in, out, item_bytes, permutation.extents, permutation.in_strides, permutation.out_strides,
                       permutation.axes);
  for (TransposePolicy const& policy : all_compiled_policies<Space>()) {
    if (!names_policy(policy_text, policy)) continue;
    try {
      return Plan<Space>(space, in, out, item_bytes, permutation.extents, permutation.in_strides,
                         permutation.out_strides, permutation.axes, policy);
    } catch (PolicyNotCompiled const&) {
      continue;  // compiled for another word size; a policy of the same text may follow
    }
  }
  auto const description = describe(in, out, item_bytes, permutation.extents, permutation.in_strides,
                                    permutation.out_strides, permutation.axes);
  throw CommandError("--policy " + excerpt(policy_text) +
                     " is not compiled for this device and element size, which have " +
                     policies_for<Space>(description));
}

}  // namespace turnstile::command
