// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Parts of arrays. Strides come from the View, so that a subview moves like an array of its own, and no element beside
/// it is read or written.

#include <turnstile/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <iostream>
#include <utility>

using Matrix = Kokkos::View<int**, Kokkos::LayoutRight>;
using Cube   = Kokkos::View<int***, Kokkos::LayoutRight>;

constexpr int untouched = -1;

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const space;
  Cube const cube("cube", 60, 50, 40);
  Kokkos::parallel_for(
      "fill", Kokkos::MDRangePolicy<Kokkos::Rank<3>>({0, 0, 0}, {60, 50, 40}),
      KOKKOS_LAMBDA(int i, int j, int k) { cube(i, j, k) = (i * 50 + j) * 40 + k; });
  Matrix const block("block", 30, 40), slice("slice", 40, 60);
  Kokkos::deep_copy(block, untouched);

  // Part of one face into the middle of a matrix.
  auto const part  = Kokkos::subview(cube, 7, std::pair{10, 35}, std::pair{4, 24});  // 25 x 20
  auto const place = Kokkos::subview(block, std::pair{5, 25}, std::pair{10, 35});    // 20 x 25
  turnstile::transpose(space, part, place);

  // A slice that is contiguous nowhere but along its last dimension.
  turnstile::transpose(space, Kokkos::subview(cube, Kokkos::ALL, 33, Kokkos::ALL), slice);
  space.fence();

  auto const block_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, block);
  auto const slice_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, slice);
  int wrong             = 0;
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 40; ++j) {
      bool const is_inside = i >= 5 && i < 25 && j >= 10 && j < 35;
      if (block_host(i, j) != (is_inside ? (7 * 50 + 10 + j - 10) * 40 + 4 + i - 5 : untouched)) ++wrong;
    }
  for (int k = 0; k < 40; ++k)
    for (int i = 0; i < 60; ++i)
      if (slice_host(k, i) != (i * 50 + 33) * 40 + k) ++wrong;
  std::cout << "subviews: " << wrong << " wrong elements\n";
  return wrong == 0 ? 0 : 1;
}
