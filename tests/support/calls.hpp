// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "case_runner.hpp"
#include "policies.hpp"
#include "views.hpp"

#include <turnstile/transpose.hpp>

#include <array>

/// \file
/// The ways a case is handed to the library.

namespace turnstile_test {

/// A case for two Views of `Rank` axes with these layouts.
template <class InLayout, class OutLayout>
PermuteCase view_case(std::size_t element_bytes, Extents const& extents, std::vector<int> const& axes) {
  PermuteCase problem;
  problem.element_bytes = element_bytes;
  problem.extents       = extents;
  problem.axes          = axes;
  problem.in_strides    = strides_of<InLayout>(extents);
  problem.out_strides   = strides_of<OutLayout>(permuted(extents, axes));
  return problem;
}

/// Input and output of a case as Views.
template <class T, int Rank, class InLayout, class OutLayout, class Space>
auto views_of(CaseRunner<Space> const& runner) {
  auto const& problem = runner.problem();
  return std::pair{
      view_at<T const, Rank, InLayout, Space>(runner.template in<T>(), problem.extents, problem.in_strides),
      view_at<T, Rank, OutLayout, Space>(runner.template out<T>(), permuted(problem.extents, problem.axes),
                                         problem.out_strides)};
}

/// transpose() of two Views.
template <class T, int Rank, class InLayout, class OutLayout, class Space>
void transpose_views(Space const& space, CaseRunner<Space> const& runner, PolicyChoice const& choice = {}) {
  auto const [in, out] = views_of<T, Rank, InLayout, OutLayout>(runner);
  if (choice)
    turnstile::transpose(space, in, out, *choice);
  else
    turnstile::transpose(space, in, out);
}

/// permute() of two Views.
template <class T, int Rank, class InLayout, class OutLayout, class Space>
void permute_views(Space const& space, CaseRunner<Space> const& runner, PolicyChoice const& choice = {}) {
  auto const [in, out] = views_of<T, Rank, InLayout, OutLayout>(runner);
  std::array<int, static_cast<std::size_t>(Rank)> axes{};
  for (std::size_t k = 0; k < axes.size(); ++k) axes[k] = runner.problem().axes[k];
  if (choice)
    turnstile::permute(space, in, out, axes, *choice);
  else
    turnstile::permute(space, in, out, axes);
}

/// relayout() of two Views.
template <class T, int Rank, class InLayout, class OutLayout, class Space>
void relayout_views(Space const& space, CaseRunner<Space> const& runner, PolicyChoice const& choice = {}) {
  auto const [in, out] = views_of<T, Rank, InLayout, OutLayout>(runner);
  if (choice)
    turnstile::relayout(space, in, out, *choice);
  else
    turnstile::relayout(space, in, out);
}

/// The pointer form.
template <class Space>
void permute_pointers(Space const& space, CaseRunner<Space> const& runner, PolicyChoice const& choice = {}) {
  auto const& problem = runner.problem();
  if (choice)
    turnstile::permute(space, runner.in(), runner.out(), problem.element_bytes, problem.extents, problem.in_strides,
                       problem.out_strides, problem.axes, *choice);
  else
    turnstile::permute(space, runner.in(), runner.out(), problem.element_bytes, problem.extents, problem.in_strides,
                       problem.out_strides, problem.axes);
}

/// Success when the pointer form solves `problem` on `space`.
template <class Space>
testing::AssertionResult pointers_solve(Space const& space, PermuteCase const& problem,
                                        PolicyChoice const& choice = {}) {
  CaseRunner<Space> runner(problem);
  return runner.solved_by(space, [&] { permute_pointers(space, runner, choice); });
}

}  // namespace turnstile_test
