// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "pretended_arrays.hpp"
#include "workload.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/backends.hpp>
#include <turnstile/kokkos/launch.hpp>
#include <turnstile/planner.hpp>

#include <cstddef>

/// \file
/// A workload and the ways to move it, in the library's terms.

namespace turnstile::perf {

/// The workload from `in` to `out`.
inline Description describe(Workload const& workload, void const* in, void* out) {
  auto const in_strides  = workload.in_strides();
  auto const out_strides = workload.out_strides();
  return turnstile::describe(in, out, static_cast<std::size_t>(workload.element_bytes), workload.extents, in_strides,
                             out_strides, workload.axes);
}

/// The canonical form of the workload on aligned arrays that are not there: for questions, not for moving.
inline Problem pretended_problem(Workload const& workload) {
  PretendedArrays const arrays(workload.bytes());
  return checked_problem(describe(workload, arrays.in, arrays.out));
}

/// What the native backend or the generic path would choose by itself.
template <class Space>
TransposePolicy policy_of(Space const& space, Problem const& problem, bool is_generic) {
  using Generic = GenericBackend<Space>;
  return is_generic ? Generic::select(problem, Generic::architecture(space))
                    : Backend<Space>::select(problem, Backend<Space>::architecture(space));
}

/// Whether the path of `choice` can move `problem` with its policy.
template <class Space>
bool can_run(Space const& space, Problem const& problem, Choice const& choice) {
  using Generic = GenericBackend<Space>;
  if (!choice.is_generic) return Backend<Space>::supports(problem, choice.policy);
  bool const fits = turnstile::detail::tile_bytes_needed(choice.policy, problem.word_bytes) <=
                    Generic::architecture(space).scratch_bytes;
  return Generic::supports(problem, choice.policy) && (fits || !problem.is_transposing());
}

}  // namespace turnstile::perf
