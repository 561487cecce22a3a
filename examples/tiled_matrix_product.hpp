// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/error.hpp>
#include <turnstile/policy.hpp>
#include <turnstile/scratch.hpp>
#include <turnstile/team.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

/// The product C = A * B of rank-2 Views of any size and layout: each team computes one tile of C from tiles of A and B
/// in scratch memory. Sums are kept in the type `Sum`, which may be wider than the elements.
template <class Sum, class Space, class A, class B, class C>
void tiled_matrix_product(Space const& space, A const& a, B const& b, C const& c) {
  static constexpr int tile_side = 32;
  static constexpr turnstile::TransposePolicy policy{.tile_rows = tile_side, .tile_cols = tile_side, .padding = 1};
  using AValue = typename A::non_const_value_type;
  using BValue = typename B::non_const_value_type;

  if (a.extent(0) != c.extent(0) || b.extent(1) != c.extent(1) || a.extent(1) != b.extent(0))
    throw turnstile::ExtentMismatch("tiled_matrix_product: A must be rows x depth, B depth x cols, C rows x cols");
  constexpr int elements = turnstile::tile_size(policy);
  constexpr auto plan    = turnstile::plan_scratch<AValue, BValue, Sum>({elements, elements, elements});
  turnstile::check_scratch(plan, space);

  auto const rows        = static_cast<std::int64_t>(c.extent(0));
  auto const cols        = static_cast<std::int64_t>(c.extent(1));
  auto const depth       = static_cast<std::int64_t>(a.extent(1));
  auto const tiles_down  = (rows + tile_side - 1) / tile_side;
  auto const tiles_along = (cols + tile_side - 1) / tile_side;

  using Policy       = Kokkos::TeamPolicy<Space>;
  Policy const teams = Policy(space, static_cast<int>(tiles_down * tiles_along), Kokkos::AUTO)
                           .set_scratch_size(0, Kokkos::PerTeam(plan.total));
  Kokkos::parallel_for(
      "tiled_matrix_product", teams, KOKKOS_LAMBDA(typename Policy::member_type const& member) {
        std::int64_t const row                   = member.league_rank() / tiles_along * tile_side;
        std::int64_t const col                   = member.league_rank() % tiles_along * tile_side;
        auto const [a_block, b_block, sum_block] = turnstile::carve(member, plan);
        turnstile::Tile<AValue, policy> const a_tile(a_block.data());
        turnstile::Tile<BValue, policy> const b_tile(b_block.data());
        turnstile::Tile<Sum, policy> const sums(sum_block.data());

        auto const elements_of_tile = Kokkos::TeamVectorRange(member, tile_side * tile_side);
        Kokkos::parallel_for(elements_of_tile, [&](int t) { sums(t / tile_side, t % tile_side) = Sum{}; });
        member.team_barrier();
        for (std::int64_t k = 0; k < depth; k += tile_side) {
          turnstile::TeamVectorTileLoad::invoke(member, a, row, k, a_tile);
          turnstile::TeamVectorTileLoad::invoke(member, b, k, col, b_tile);
          member.team_barrier();
          // Beyond the edges of A and B the tiles hold nothing: there, no element is read.
          int const length = static_cast<int>(Kokkos::min<std::int64_t>(tile_side, depth - k));
          Kokkos::parallel_for(elements_of_tile, [&](int t) {
            int const i = t / tile_side;
            int const j = t % tile_side;
            if (row + i >= rows || col + j >= cols) return;
            Sum sum = sums(i, j);
            for (int p = 0; p < length; ++p) sum += static_cast<Sum>(a_tile(i, p)) * static_cast<Sum>(b_tile(p, j));
            sums(i, j) = sum;
          });
          member.team_barrier();  // before the tiles are filled anew
        }
        turnstile::TeamVectorTileStore::invoke(member, sums, c, row, col);
      });
}
