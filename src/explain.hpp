// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/backend.hpp>
#include <turnstile/planner.hpp>

#include <string>
#include <string_view>

namespace turnstile {
namespace [[gnu::visibility("hidden")]] detail {

/// Lines of `key: value` about a decision: what moves, on which path, with which kernel and policy, at which predicted
/// cost, and what faster way was missed and why.
std::string explain_choice(Problem const& problem, Choice const& choice, Arch const& arch, std::string_view path,
                           std::string_view kernel, std::string_view details);

/// The line about what `tuning` had to say about `choice`, or nothing where there is none.
std::string explain_tuning(Problem const& problem, Choice const& choice, Tuning const& tuning,
                           TuningTarget const& target);

}  // namespace detail
}  // namespace turnstile
