// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "elements.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/planner.hpp>
#include <turnstile/policy.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace turnstile_test {

/// A policy that the test names, or nothing when the library is to choose.
using PolicyChoice = std::optional<turnstile::TransposePolicy>;

/// The library's own choice and every policy compiled for `Space` and elements of this size.
template <class Space>
std::vector<PolicyChoice> all_policies(std::size_t element_bytes) {
  std::vector<PolicyChoice> choices{std::nullopt};
  for (auto const& policy : turnstile::compiled_policies<Space>(word_of(element_bytes))) choices.emplace_back(policy);
  return choices;
}

inline std::string to_string(PolicyChoice const& choice) {
  return choice ? "policy " + turnstile::to_string(*choice) : std::string{"automatic policy"};
}

}  // namespace turnstile_test
