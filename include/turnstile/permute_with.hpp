// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/kokkos/launch.hpp>
#include <turnstile/kokkos/word.hpp>
#include <turnstile/layout/tile_layout.hpp>
#include <turnstile/planner.hpp>

namespace turnstile::detail {

/// Moves `description`, whose elements are `Element`s, through tiles of policy P, instantiated here.
template <TransposePolicy P, class Space, class Element>
void permute_with(Space const& space, Description const& description) {
  using Layout [[maybe_unused]] = tile_layout_for<P>;  // refuses an invalid P by the rule that it breaks
  constexpr int word_bytes      = element_word(sizeof(Element));
  static_assert(P.vector_bytes == 0 || P.vector_bytes == word_bytes,
                "turnstile: the generic path moves one word at a time; vector_bytes must be 0 or the size of a word");
  auto const problem = checked_problem(description);
  if (problem.empty || problem.is_identity()) return;
  bool is_moved = false;
  if (problem.word_bytes == word_bytes && takes_tile(problem, P)) {
    auto const needed = tile_bytes_needed(P, word_bytes);
    if (needed > scratch_limit<Space>()) throw_scratch_too_large(P, needed, scratch_limit<Space>());
    is_moved = launch_tile<Space, Word<word_bytes>, P>(space, problem, P.order);
  }
  if (!is_moved) execute(space, problem, Choice{.policy = no_tile, .is_generic = true});
}

}  // namespace turnstile::detail
