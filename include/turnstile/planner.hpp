// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/error.hpp>
#include <turnstile/policy.hpp>
#include <turnstile/problem.hpp>
#include <turnstile/tuning.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// \file
/// From what the caller handed over to what a backend runs: checks, canonical form, choice of policy. Compiled once per
/// space, so that callers instantiate no kernels. Nothing here but compiled_policies() and explain() allocates memory
/// unless it throws; the first choice of a process reads the tuning of the environment.

namespace turnstile {

/// The policies that a call on `ExecutionSpace` may name at run time for words of `word_bytes` (1, 2, 4, 8 or 16):
/// no_tile first, then those of the native backend and those of the generic path. Both block orders of each are
/// compiled; the list shows one.
template <class ExecutionSpace>
[[nodiscard]] std::vector<TransposePolicy> compiled_policies(int word_bytes);

/// One array as the caller handed it over: strides in elements, `data` at element (0, ..., 0).
struct StridedArray {
  void const* data = nullptr;                  ///< element (0, ..., 0)
  int rank         = 0;                        ///< how many entries of the lists count
  std::array<std::int64_t, max_rank> extents;  ///< in elements
  std::array<std::int64_t, max_rank> strides;  ///< in elements
};

/// The decision about one problem.
struct Choice {
  TransposePolicy policy;  ///< how it is moved
  bool is_generic = true;  ///< the generic path runs, by nature or because the native backend cannot
};

/// Joins input, output and axes (axis k of the output is axis `axes[k]` of the input) into one description.
/// \throws RankMismatch, InvalidAxes, ExtentMismatch, InvalidArgument
Description describe(StridedArray const& in, StridedArray const& out, std::int64_t element_bytes,
                     std::span<int const> axes);

/// The pointer form of describe(): `extents` and `in_strides` by input axis, `out_strides` by output axis.
/// \throws RankMismatch, InvalidAxes, InvalidArgument
Description describe(void const* in, void* out, std::size_t element_bytes, std::span<std::int64_t const> extents,
                     std::span<std::int64_t const> in_strides, std::span<std::int64_t const> out_strides,
                     std::span<int const> axes);

/// `given`, if it differs from `planned` in its addresses only.
/// \throws RankMismatch, ExtentMismatch, InvalidArgument
Description rebase(Description const& planned, Description const& given);

/// `planned` at other addresses.
/// \throws InvalidArgument for a null pointer to elements
Description rebase(Description const& planned, void const* in, void* out);

/// The canonical form of `description`, after the checks that need it: no output element overlaps another, and input
/// and output do not overlap unless every element already lies in its place. The check is exact; strides that interlock
/// in many dimensions can exhaust its budget, and are then refused with a text that says so. \throws OverlapError
Problem checked_problem(Description const& description, int largest_word = 16);

/// checked_problem() for a call that may have `requested` a policy. Elements that stay neighbours move together, as
/// words of up to 16 bytes, where that policy is compiled for such words, else one by one. \throws OverlapError
template <class ExecutionSpace>
Problem checked_problem_for(Description const& description, TransposePolicy const* requested);

/// The check of checked_problem() that depends on the addresses: `problem`, the canonical form of `description`, must
/// not overwrite its own input. \throws OverlapError
void check_disjoint(Description const& description, Problem const& problem);

/// Chooses how `problem` is moved on `space`: with the caller's policy, if `requested` is not nullptr; else with that
/// of `tuning`, if it has one that can run; else as the library thinks best. \throws InvalidPolicy, PolicyNotCompiled,
/// ScratchTooLarge for the caller's policy
template <class ExecutionSpace>
Choice choose(ExecutionSpace const& space, Problem const& problem, TransposePolicy const* requested = nullptr,
              Tuning const& tuning = Tuning::of_environment());

/// Starts the movement of `problem` as chosen. Does nothing for an empty problem or one whose elements are in place.
template <class ExecutionSpace>
void execute(ExecutionSpace const& space, Problem const& problem, Choice const& choice);

/// Reports a tile that does not fit into a team's scratch memory, in bytes.
/// \throws ScratchTooLarge always
[[noreturn]] void throw_scratch_too_large(TransposePolicy const& policy, std::size_t needed, std::size_t available);

/// What execute() would do, and why, in lines of `key: value`. `tuning` is what was asked for `choice`, if any.
template <class ExecutionSpace>
std::string explain(ExecutionSpace const& space, Problem const& problem, Choice const& choice,
                    Tuning const& tuning = Tuning());

}  // namespace turnstile
