// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "calls.hpp"
#include "refuses.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/error.hpp>
#include <turnstile/transpose.hpp>

#include <gtest/gtest.h>

namespace turnstile_test {

/// Transposes under a policy given as a template argument: exact if its tile fits into the scratch memory that the
/// space offers a team, else refused before anything is written with a text that names the bytes. Never part of the
/// work.
template <turnstile::TransposePolicy Policy, class T, class Space>
void check_exact_or_refused(Space const& space, Extents const& extents) {
  using Kokkos::LayoutRight;
  SCOPED_TRACE(turnstile::to_string(Policy));
  CaseRunner<Space> runner(view_case<LayoutRight, LayoutRight>(sizeof(T), extents, {1, 0}));
  auto const [in, out] = views_of<T, 2, LayoutRight, LayoutRight>(runner);
  auto const call      = [&, &from = in, &to = out] { turnstile::transpose<Policy>(space, from, to); };
  auto const offered   = turnstile::GenericBackend<Space>::architecture(space).scratch_bytes;
  if (static_cast<std::size_t>(turnstile::tile_size(Policy)) * sizeof(T) <= offered) {
    EXPECT_TRUE(runner.solved_by(space, call));
    return;
  }
  EXPECT_TRUE(runner.untouched_by(space, [&] {
    EXPECT_TRUE(refuses<turnstile::ScratchTooLarge>(call, {turnstile::to_string(Policy), "needs", "bytes", "offers"}));
  }));
  EXPECT_TRUE(runner.solved_by(space, [&] { permute_pointers(space, runner); }));
}

}  // namespace turnstile_test
