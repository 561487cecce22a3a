// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/backend.hpp>
#include <turnstile/kokkos/device_direct_kernel.hpp>
#include <turnstile/kokkos/device_tile_kernel.hpp>
#include <turnstile/kokkos/host_kernels.hpp>
#include <turnstile/kokkos/tile_grid.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

/// \file
/// Starts the generic path's kernels. Nothing here checks the problem: the planner has done that.

namespace turnstile::detail {

/// The largest tile that the host body puts on a thread's stack: 64 KiB, and the slack that tile_bytes_needed() counts.
inline constexpr std::size_t host_tile_limit = 65536 + 16;

/// Bytes of tile that a team of `ExecutionSpace` can hold.
template <class ExecutionSpace>
std::size_t scratch_limit() {
  if constexpr (is_host_space<ExecutionSpace>)
    return host_tile_limit;
  else
    return static_cast<std::size_t>(Kokkos::TeamPolicy<ExecutionSpace>::scratch_size_max(0));
}

/// Teams that a multiprocessor should hold at once, told to the device compiler as a limit on registers. Without it the
/// XOR form of a 64x64 float tile takes 96 registers instead of 56 and loses 15 % (H200). Never more than fit into the
/// 96 KiB of scratch memory that the smallest current multiprocessor has, since Kokkos would then refuse the team.
template <class Word, TransposePolicy P>
inline constexpr unsigned resident_teams = static_cast<unsigned>(
    std::clamp<std::size_t>(98304 / tile_scratch_bytes<Word, P>, 1, std::max(1, 1024 / P.threads)));

template <class ExecutionSpace, class Word, TransposePolicy P>
using TileTeamPolicy =
    Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<static_cast<unsigned>(P.threads), resident_teams<Word, P>>>;

/// Whether a team of the policy's size can run the tile kernel here. Asked before every launch, since a launch that
/// throws leaks a slot of Kokkos's scratch pool; the answer never changes, so that the device is asked once.
template <class ExecutionSpace, class Word, TransposePolicy P>
bool team_fits(DeviceTileKernel<Word, P> const& kernel) {
  static bool const fits = [&kernel] {
    auto const team =
        TileTeamPolicy<ExecutionSpace, Word, P>(1, 1).set_scratch_size(0, Kokkos::PerTeam(tile_scratch_bytes<Word, P>));
    return team.team_size_max(kernel, Kokkos::ParallelForTag{}) >= P.threads;
  }();
  return fits;
}

/// Moves a non-empty `problem` word by word in the order of the output.
template <class ExecutionSpace, class Word>
void launch_direct(ExecutionSpace const& space, Problem const& problem) {
  if constexpr (is_host_space<ExecutionSpace>) {
    static std::string const label = kernel_label("kokkos", sizeof(Word), "host");
    HostDirectKernel<Word> const kernel(problem);
    Kokkos::parallel_for(
        label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(space, 0, kernel.pieces()), kernel);
  } else {
    static std::string const label = kernel_label("kokkos", sizeof(Word), "direct");
    constexpr int usual_capacity   = 8;
    auto const words               = problem.words();
    // A light-weight kernel takes its functor as an argument whatever its size; above 512 bytes Kokkos would go through
    // constant memory, which stream capture does not allow.
    auto const start = [&](auto const& kernel) {
      using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
      Kokkos::parallel_for(label,
                           Kokkos::Experimental::require(Range(space, 0, words),
                                                         Kokkos::Experimental::WorkItemProperty::HintLightWeight),
                           kernel);
    };
    bool const narrow = words <= std::numeric_limits<std::int32_t>::max();
    if (problem.rank <= usual_capacity && narrow)
      start(DeviceDirectKernel<Word, std::uint32_t, usual_capacity>(problem));
    else if (problem.rank <= usual_capacity)
      start(DeviceDirectKernel<Word, std::uint64_t, usual_capacity>(problem));
    else if (narrow)
      start(DeviceDirectKernel<Word, std::uint32_t, Problem::capacity>(problem));
    else
      start(DeviceDirectKernel<Word, std::uint64_t, Problem::capacity>(problem));
  }
}

/// Moves a `problem` that takes_tile() through tiles of policy P. Returns false, and starts nothing, when the device
/// cannot run a team of that size.
template <class ExecutionSpace, class Word, TransposePolicy P>
[[nodiscard]] bool launch_tile(ExecutionSpace const& space, Problem const& problem, BlockOrder order) {
  auto const in   = static_cast<Word const*>(problem.in);
  auto const out  = static_cast<Word*>(problem.out);
  auto const grid = tile_grid(problem, P.tile_rows, P.tile_cols, order);
  if constexpr (is_host_space<ExecutionSpace>) {
    static std::string const label = kernel_label("kokkos", sizeof(Word), "host_tile");
    Kokkos::parallel_for(label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<int>>(space, 0, grid.tiles),
                         HostTileKernel<Word, P>{in, out, grid});
  } else {
    static std::string const label = kernel_label("kokkos", sizeof(Word), "tile");
    DeviceTileKernel<Word, P> const kernel{in, out, grid};
    if (!team_fits<ExecutionSpace>(kernel)) return false;
    auto const team = TileTeamPolicy<ExecutionSpace, Word, P>(space, grid.tiles, P.threads)
                          .set_scratch_size(0, Kokkos::PerTeam(tile_scratch_bytes<Word, P>));
    Kokkos::parallel_for(label, team, kernel);
  }
  return true;
}

}  // namespace turnstile::detail
