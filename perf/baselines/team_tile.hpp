// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bench/with_word.hpp"
#include "bench/workload.hpp"

#include <turnstile/backend.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace turnstile::perf {

/// The textbook transpose through a tile of [32][32 + Padding] elements, as Kokkos users write it: a team per tile,
/// TeamThreadRange over its rows, ThreadVectorRange along them. Bounds are checked at every element.
template <class Space, class Word, int Padding>
struct TeamTileKernel {
  static constexpr int side = 32;
  using Scratch             = typename Space::scratch_memory_space;
  using Tile =
      Kokkos::View<Word[side][side + Padding], Kokkos::LayoutRight, Scratch, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Policy = Kokkos::TeamPolicy<Space>;
  using Member = typename Policy::member_type;

  Word const* in;
  Word* out;
  int rows, cols, row_tiles, col_tiles;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Tile const tile(member.team_scratch(0));
    int const number    = member.league_rank();
    int const first_col = number % col_tiles * side;
    int const first_row = number / col_tiles % row_tiles * side;
    auto const start    = std::int64_t{number / col_tiles / row_tiles} * rows * cols;
    auto const source   = in + start;
    auto const target   = out + start;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, side), [&](int y) {
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(member, side), [&](int x) {
        int const row = first_row + y, col = first_col + x;
        if (row < rows && col < cols) tile(y, x) = source[std::int64_t{row} * cols + col];
      });
    });
    member.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, side), [&](int y) {
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(member, side), [&](int x) {
        int const row = first_row + x, col = first_col + y;
        if (row < rows && col < cols) target[std::int64_t{col} * rows + row] = tile(x, y);
      });
    });
  }
};

/// Moves a transpose with TeamTileKernel.
template <class Space, int Padding>
void move_by_team_tiles(Space const& space, Workload const& workload, void const* in, void* out) {
  with_word(workload.element_bytes, [&]<class Word>(std::type_identity<Word>) {
    using Kernel          = TeamTileKernel<Space, Word, Padding>;
    auto const rows       = static_cast<int>(workload.rows());
    auto const cols       = static_cast<int>(workload.cols());
    int const row_tiles   = (rows + Kernel::side - 1) / Kernel::side;
    int const col_tiles   = (cols + Kernel::side - 1) / Kernel::side;
    auto const tiles      = static_cast<int>(workload.batch() * row_tiles * col_tiles);
    constexpr int threads = is_host_space<Space> ? 1 : 8;
    constexpr int lanes   = is_host_space<Space> ? 1 : 32;
    auto const policy     = typename Kernel::Policy(space, tiles, threads, lanes)
                            .set_scratch_size(0, Kokkos::PerTeam(Kernel::Tile::shmem_size()));
    Kokkos::parallel_for(
        "turnstile perf team tile", policy,
        Kernel{static_cast<Word const*>(in), static_cast<Word*>(out), rows, cols, row_tiles, col_tiles});
  });
}

}  // namespace turnstile::perf
