// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// A kernel of one's own around the tile of the library: out(j, i) = factor * in(i, j) in one pass over memory.

#include <turnstile/bank_model.hpp>
#include <turnstile/policy.hpp>
#include <turnstile/scratch.hpp>
#include <turnstile/team.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>

using Matrix = Kokkos::View<float**, Kokkos::LayoutRight>;

// One element of padding a row: neither the row store nor the column load of the tile meets a bank conflict.
constexpr turnstile::TransposePolicy policy{.tile_rows = 32, .tile_cols = 32, .padding = 1};
static_assert(turnstile::tile_cost(policy, sizeof(float)).conflict_free());

template <class Space>
void scale_and_transpose(Space const& space, float factor, Matrix const& in, Matrix const& out) {
  constexpr auto plan = turnstile::plan_scratch<float>({turnstile::tile_size(policy)});
  turnstile::check_scratch(plan, space);

  auto const rows        = static_cast<std::int64_t>(in.extent(0));
  auto const cols        = static_cast<std::int64_t>(in.extent(1));
  auto const tiles_down  = (rows + policy.tile_rows - 1) / policy.tile_rows;
  auto const tiles_along = (cols + policy.tile_cols - 1) / policy.tile_cols;

  using Policy       = Kokkos::TeamPolicy<Space>;
  Policy const teams = Policy(space, static_cast<int>(tiles_down * tiles_along), Kokkos::AUTO)
                           .set_scratch_size(0, Kokkos::PerTeam(plan.total));
  Kokkos::parallel_for(
      "scale_and_transpose", teams, KOKKOS_LAMBDA(typename Policy::member_type const& member) {
        std::int64_t const row = member.league_rank() / tiles_along * policy.tile_rows;
        std::int64_t const col = member.league_rank() % tiles_along * policy.tile_cols;
        auto const [block]     = turnstile::carve(member, plan);
        turnstile::Tile<float, policy> const tile(block.data());

        turnstile::TeamVectorTileLoad::invoke(member, in, row, col, tile);
        member.team_barrier();
        turnstile::TeamVectorTileStoreTransposed::invoke(member, tile, out, col, row,
                                                         [factor](float value) { return factor * value; });
      });
}

int count_mismatches(float factor, Matrix const& in, Matrix const& out) {
  auto const in_host  = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, in);
  auto const out_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, out);
  int mismatches      = 0;
  for (std::size_t i = 0; i < in.extent(0); ++i)
    for (std::size_t j = 0; j < in.extent(1); ++j)
      if (out_host(j, i) != factor * in_host(i, j)) ++mismatches;
  return mismatches;
}

int main(int argc, char** argv) try {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  constexpr int rows     = 1000;
  constexpr int cols     = 777;
  constexpr float factor = 2.5F;

  Matrix const in("in", rows, cols);
  Matrix const out("out", cols, rows);
  using Range = Kokkos::MDRangePolicy<Kokkos::Rank<2>>;
  Kokkos::parallel_for(
      "fill", Range({0, 0}, {rows, cols}),
      KOKKOS_LAMBDA(int i, int j) { in(i, j) = static_cast<float>(i * cols + j); });

  Kokkos::DefaultExecutionSpace const space;
  scale_and_transpose(space, factor, in, out);
  space.fence();

  int const mismatches = count_mismatches(factor, in, out);
  std::cout << "scale_and_transpose: " << rows << " x " << cols << " floats times " << factor << " on " << space.name()
            << ": " << (mismatches == 0 ? "ok" : "WRONG") << " (" << mismatches << " mismatches)\n";
  return mismatches == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (std::exception const& error) {
  std::cerr << error.what() << '\n';
  return EXIT_FAILURE;
}
