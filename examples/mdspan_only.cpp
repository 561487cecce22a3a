// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// No View in the caller's code: mdspans over memory of the caller's own, here that of std::vector on the host. An
/// mdspan does not say where its memory is, so that the execution space must be one that reaches it.

#include <turnstile/extents.hpp>
#include <turnstile/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <utility>
#include <vector>

template <class Layout = Kokkos::layout_right>
using Image  = Kokkos::mdspan<float, Kokkos::dextents<int, 3>, Layout>;
using Matrix = Kokkos::mdspan<float, Kokkos::dextents<int, 2>>;

constexpr std::array axes{2, 0, 1};
constexpr auto extents = turnstile::permuted_extents<3>({48, 64, 3}, axes);
static_assert(extents == std::array<std::int64_t, 3>{3, 48, 64});

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultHostExecutionSpace const space;
  constexpr std::size_t height = 48, width = 64, area = height * width;
  int wrong = 0;

  // A photograph becomes three planes: axis k of these is axis axes[k] of the photograph.
  std::vector<float> pixels(3 * area), channels(pixels.size());
  std::iota(pixels.begin(), pixels.end(), 0.0F);
  turnstile::permute(space, Image<>(pixels.data(), 48, 64, 3), Image<>(channels.data(), extents), axes);
  space.fence();
  for (std::size_t k = 0; k < channels.size(); ++k)
    if (channels[k] != pixels[k % area * 3 + k / area]) ++wrong;

  // The same photograph as a Fortran code stores it: same indices, the first one is the fastest.
  turnstile::relayout(space, Image<>(pixels.data(), 48, 64, 3), Image<Kokkos::layout_left>(channels.data(), 48, 64, 3));
  space.fence();
  for (std::size_t k = 0; k < channels.size(); ++k)
    if (channels[k] != pixels[(k % height * width + k / height % width) * 3 + k / area]) ++wrong;

  // Rows 3 to 12 and columns 5 to 29 of a matrix, transposed.
  std::vector<float> turned(250);
  auto const part = Kokkos::submdspan(Matrix(pixels.data(), 96, 96), std::pair{3, 13}, std::pair{5, 30});
  turnstile::transpose(space, part, Matrix(turned.data(), 25, 10));
  space.fence();
  for (std::size_t k = 0; k < turned.size(); ++k)
    if (turned[k] != pixels[(3 + k % 10) * 96 + 5 + k / 10]) ++wrong;

  std::cout << "mdspan_only: " << wrong << " wrong elements\n";
  return wrong == 0 ? 0 : 1;
}
