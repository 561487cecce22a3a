// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/planner.hpp>
#include <turnstile/view.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace turnstile {

/// A permute that is prepared once and executed often: checked, in canonical form, with its policy chosen.
///
/// A Plan fits arrays of the same extents and strides at any addresses. It holds no device memory and owns no resource;
/// copies are independent, and several host threads may execute one Plan at once. execute() can be captured into a
/// device graph.
template <ExecutionSpace Space>
class Plan {
 public:
  /// Plans `out = permute(in, axes)` of two Views or mdspans, optionally with a policy from compiled_policies(). A
  /// given `tuning` takes the place of the environment's; neither counts where there is a policy.
  /// \throws what permute() throws
  template <ViewLike In, ViewLike Out>
  Plan(Space const& space, In const& in, Out const& out,
       std::array<int, static_cast<std::size_t>(detail::rank_of<In>)> const& axes,
       std::optional<TransposePolicy> const& policy = {}, Tuning const& tuning = Tuning::of_environment())
      : Plan(space, detail::describe_views<Space>(in, out, axes), axes, policy, tuning) {}

  /// Refused: a list of axes whose length is not the rank of the input.
  template <ViewLike In, ViewLike Out, std::size_t N, class... Choices>
    requires(N != static_cast<std::size_t>(detail::rank_of<In>))
  Plan(Space const& space, In const& in, Out const& out, int const (&axes)[N], Choices const&...) = delete;

  /// Plans the pointer form of permute().
  /// \throws what permute() throws
  Plan(Space const& space, void const* in, void* out, std::size_t element_bytes, std::span<std::int64_t const> extents,
       std::span<std::int64_t const> in_strides, std::span<std::int64_t const> out_strides, std::span<int const> axes,
       std::optional<TransposePolicy> const& policy = {}, Tuning const& tuning = Tuning::of_environment())
      : Plan(space, describe(in, out, element_bytes, extents, in_strides, out_strides, axes), axes, policy, tuning) {}

  /// Moves `in` to `out`, which have the extents and strides of the planned arrays.
  /// \throws ExtentMismatch, RankMismatch, InvalidArgument, OverlapError
  template <ViewLike In, ViewLike Out>
  void execute(Space const& space, In const& in, Out const& out) const {
    auto const axes = std::span<int const>(axes_).first(static_cast<std::size_t>(description_.rank));
    execute_at(space, rebase(description_, detail::describe_views<Space>(in, out, axes)));
  }

  /// Moves the elements at `in` to `out`, with the planned extents and strides.
  /// \throws InvalidArgument, OverlapError
  void execute(Space const& space, void const* in, void* out) const {
    execute_at(space, rebase(description_, in, out));
  }

  /// What execute() does at the planned addresses and why, in lines of `key: value`: path, kernel, policy, predicted
  /// bank passes, bytes, and which faster way was missed for which reason.
  [[nodiscard]] std::string explain(Space const& space = {}) const {
    return turnstile::explain(space, problem_, choice_, requested_ ? Tuning() : tuning_);
  }

  /// The policy that was chosen or given.
  [[nodiscard]] TransposePolicy const& policy() const noexcept { return choice_.policy; }

 private:
  Plan(Space const& space, Description const& description, std::span<int const> axes,
       std::optional<TransposePolicy> const& policy, Tuning const& tuning)
      : description_(description),
        requested_(policy),
        tuning_(tuning),
        problem_(checked_problem_for<Space>(description, requested())),
        choice_(choose(space, problem_, requested(), tuning_)) {
    for (std::size_t k = 0; k < axes.size(); ++k) axes_[k] = axes[k];
  }

  void execute_at(Space const& space, Description const& description) const {
    if (auto const problem = moved(problem_, description_, description)) {
      check_disjoint(description, *problem);
      // A choice of the library may depend on how addresses are aligned.
      bool const is_chosen = requested_ || problem->empty || is_aligned_alike(*problem, problem_);
      return turnstile::execute(space, *problem, is_chosen ? choice_ : choose(space, *problem, nullptr, tuning_));
    }
    auto const problem = checked_problem_for<Space>(description, requested());
    turnstile::execute(space, problem, choose(space, problem, requested(), tuning_));
  }

  [[nodiscard]] TransposePolicy const* requested() const noexcept { return requested_ ? &*requested_ : nullptr; }

  Description description_;
  std::array<int, max_rank> axes_{};
  std::optional<TransposePolicy> requested_;
  Tuning tuning_;
  Problem problem_;
  Choice choice_;
};

}  // namespace turnstile
