// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "arrays.hpp"
#include "contenders.hpp"
#include "overhead.hpp"
#include "statistics.hpp"

#include <turnstile/kokkos/launch.hpp>
#include <turnstile/plan.hpp>
#include <turnstile/planner.hpp>
#include <turnstile/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

/// \file
/// Body of run_overhead(), instantiated once per enabled space.

namespace turnstile::perf {

/// A kernel that does nothing.
struct EmptyTeam {
  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const&) const {}
};
struct EmptyRange {
  KOKKOS_FUNCTION void operator()(int) const {}
};

/// Launches nothing to do with the shape of the library's own launch.
template <class Space>
void launch_empty(Space const& space, Problem const& problem, TransposePolicy const& policy) {
  auto const tiles = turnstile::detail::count_tiles(problem, policy.tile_rows, policy.tile_cols);
  if constexpr (is_host_space<Space>) {
    Kokkos::parallel_for("turnstile perf empty", Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, tiles),
                         EmptyRange{});
  } else {
    auto const scratch = turnstile::detail::tile_bytes_needed(policy, problem.word_bytes);
    Kokkos::parallel_for("turnstile perf empty",
                         Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<256>>(space, tiles, policy.threads)
                             .set_scratch_size(0, Kokkos::PerTeam(scratch)),
                         EmptyTeam{});
  }
}

/// The launch of the tile kernel of `P` with everything prepared: what a user who wrote the kernel by hand would pay.
template <TransposePolicy P, class Space>
std::function<void()> bare_launch(Space const& space, Problem const& problem) {
  using Word      = std::uint32_t;
  auto const in   = static_cast<Word const*>(problem.in);
  auto const out  = static_cast<Word*>(problem.out);
  auto const grid = turnstile::detail::tile_grid(problem, P.tile_rows, P.tile_cols, P.order);
  if constexpr (is_host_space<Space>) {
    return [label  = std::string("turnstile perf bare"),
            range  = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, grid.tiles),
            kernel = turnstile::detail::HostTileKernel<Word, P>{in, out, grid}] {
      Kokkos::parallel_for(label, range, kernel);
    };
  } else {
    auto team = turnstile::detail::TileTeamPolicy<Space, Word, P>(space, grid.tiles, P.threads)
                    .set_scratch_size(0, Kokkos::PerTeam(turnstile::detail::tile_scratch_bytes<Word, P>));
    return [label  = std::string("turnstile perf bare"), team,
            kernel = turnstile::detail::DeviceTileKernel<Word, P>{in, out, grid}] {
      Kokkos::parallel_for(label, team, kernel);
    };
  }
}

/// Microseconds that the host spends in `call`. Batches are short enough not to fill a device's launch queue.
template <class Space>
Statistics host_microseconds(Space const& space, std::function<void()> const& call) {
  constexpr int calls_per_batch = 100, batches = 101;
  std::vector<double> samples;
  for (int batch = -1; batch < batches; ++batch) {
    space.fence("turnstile perf overhead");
    auto const start = std::chrono::steady_clock::now();
    for (int k = 0; k < calls_per_batch; ++k) call();
    std::chrono::duration<double, std::micro> const elapsed = std::chrono::steady_clock::now() - start;
    if (batch >= 0) samples.push_back(elapsed.count() / calls_per_batch);
  }
  space.fence("turnstile perf overhead");
  return statistics_of(samples);
}

template <class Space>
std::vector<OverheadRow> run_overhead(Space const& space) {
  auto const workload    = transpose_of({64, 64}, 4);
  auto const in_strides  = workload.in_strides();
  auto const out_strides = workload.out_strides();
  auto const bytes       = static_cast<std::size_t>(workload.element_bytes);
  Arrays<Space> const arrays(space, workload);
  auto const problem = checked_problem(describe(workload, arrays.in(), arrays.out()));
  // One that the generic path has on every space.
  constexpr TransposePolicy policy{.padding = 1};
  Choice const choice{policy, true};
  Plan<Space> const plan(space, arrays.in(), arrays.out(), bytes, workload.extents, in_strides, out_strides,
                         workload.axes, policy);

  std::vector<std::pair<std::string, std::function<void()>>> const calls{
      {"bare launch", bare_launch<policy>(space, problem)},
      {"empty kernel", [&] { launch_empty(space, problem, policy); }},
      {"execute", [&] { execute(space, problem, choice); }},
      {"Plan::execute", [&] { plan.execute(space, arrays.in(), arrays.out()); }},
      {"one-call permute",
       [&] {
         permute(space, arrays.in(), arrays.out(), bytes, workload.extents, in_strides, out_strides, workload.axes,
                 policy);
       }},
  };
  std::vector<OverheadRow> rows;
  for (auto const& [name, call] : calls) {
    auto const time = host_microseconds(space, call);
    rows.push_back({name, time.median, time.spread(), 0});
    rows.back().over_bare = time.median - rows.front().microseconds;
  }
  return rows;
}

}  // namespace turnstile::perf
