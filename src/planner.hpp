// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "explain.hpp"

#include <turnstile/backends.hpp>
#include <turnstile/kokkos/launch.hpp>
#include <turnstile/planner.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

/// \file
/// Bodies of the planner's templates, instantiated once per enabled space.

namespace turnstile {
namespace detail {

[[noreturn]] void throw_invalid_policy(TransposePolicy const& policy);
[[noreturn]] void throw_policy_not_compiled(TransposePolicy const& policy, int word_bytes,
                                            std::span<TransposePolicy const> compiled);

template <class Space>
inline constexpr bool has_native_backend = !std::is_base_of_v<GenericBackend<Space>, Backend<Space>>;

/// Whether some path can move `problem` with `policy`, given the scratch memory.
template <class Space>
bool is_compiled(Problem const& problem, TransposePolicy const& policy) {
  return (has_native_backend<Space> && Backend<Space>::supports(problem, policy)) ||
         GenericBackend<Space>::supports(problem, policy);
}

/// Who moves `problem` with the valid `policy`: the native backend, else the generic path, or nobody.
template <class Space>
std::optional<Choice> choice_with(Space const& space, Problem const& problem, TransposePolicy const& policy) {
  using Generic = GenericBackend<Space>;
  if (has_native_backend<Space> && Backend<Space>::supports(problem, policy)) return Choice{policy, false};
  if (!Generic::supports(problem, policy)) return {};
  bool const fits = tile_bytes_needed(policy, problem.word_bytes) <= Generic::architecture(space).scratch_bytes;
  if (problem.is_transposing() && !fits) return {};
  return Choice{policy, true};
}

}  // namespace detail

template <class ExecutionSpace>
std::vector<TransposePolicy> compiled_policies(int word_bytes) {
  auto const native  = Backend<ExecutionSpace>::policies(word_bytes);
  auto const generic = GenericBackend<ExecutionSpace>::policies(word_bytes);
  std::vector<TransposePolicy> all(native.begin(), native.end());
  std::ranges::copy_if(generic, std::back_inserter(all),
                       [&](auto const& policy) { return std::ranges::find(native, policy) == native.end(); });
  return all;
}

template <class ExecutionSpace>
Problem checked_problem_for(Description const& description, TransposePolicy const* requested) {
  auto const problem = checked_problem(description);
  int const element  = element_word(description.element_bytes);
  if (requested == nullptr || problem.word_bytes <= element || detail::is_compiled<ExecutionSpace>(problem, *requested))
    return problem;
  return canonical_problem(description, element);
}

template <class ExecutionSpace>
Choice choose(ExecutionSpace const& space, Problem const& problem, TransposePolicy const* requested,
              Tuning const& tuning) {
  using Generic = GenericBackend<ExecutionSpace>;
  using Chosen  = Backend<ExecutionSpace>;
  static_assert(BackendFor<Chosen, ExecutionSpace>, "turnstile: a Backend must fulfil the contract of backend.hpp");
  constexpr bool is_native = detail::has_native_backend<ExecutionSpace>;

  auto const arch = Chosen::architecture(space);
  if (requested == nullptr) {
    if (auto const* const tuned = tuning.find(problem, {ExecutionSpace::name(), arch.device}))
      if (auto const choice = detail::choice_with(space, problem, *tuned)) return *choice;
    auto const policy = Chosen::select(problem, arch);
    if (!is_native || Chosen::supports(problem, policy)) return {policy, !is_native};
    return {Generic::select(problem, Generic::architecture(space)), true};
  }
  if (!is_valid(*requested)) detail::throw_invalid_policy(*requested);
  if (auto const choice = detail::choice_with(space, problem, *requested)) return *choice;
  if (!Generic::supports(problem, *requested))
    detail::throw_policy_not_compiled(*requested, problem.word_bytes,
                                      compiled_policies<ExecutionSpace>(problem.word_bytes));
  throw_scratch_too_large(*requested, detail::tile_bytes_needed(*requested, problem.word_bytes),
                          Generic::architecture(space).scratch_bytes);
}

template <class ExecutionSpace>
void execute(ExecutionSpace const& space, Problem const& problem, Choice const& choice) {
  if (problem.empty || problem.is_identity()) return;
  if (choice.is_generic)
    GenericBackend<ExecutionSpace>::run(space, problem, choice.policy);
  else
    Backend<ExecutionSpace>::run(space, problem, choice.policy);
}

template <class ExecutionSpace>
std::string explain(ExecutionSpace const& space, Problem const& problem, Choice const& choice, Tuning const& tuning) {
  using Generic     = GenericBackend<ExecutionSpace>;
  using Native      = Backend<ExecutionSpace>;
  auto const native = Native::architecture(space);
  auto const arch   = choice.is_generic ? Generic::architecture(space) : native;
  auto const text =
      choice.is_generic
          ? detail::explain_choice(problem, choice, arch, Generic::name, Generic::kernel(problem, choice.policy),
                                   Generic::details(problem, choice.policy))
          : detail::explain_choice(problem, choice, arch, Native::name, Native::kernel(problem, choice.policy),
                                   Native::details(problem, choice.policy));
  return text + detail::explain_tuning(problem, choice, tuning, {ExecutionSpace::name(), native.device});
}

}  // namespace turnstile
