// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// A tiled matrix product from a scratch plan and three tiles, checked against plain loops.

#include "tiled_matrix_product.hpp"

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdlib>
#include <exception>
#include <iostream>

using Matrix = Kokkos::View<float**>;

/// A matrix of small, exactly representable numbers.
Matrix make_matrix(char const* label, int rows, int cols) {
  Matrix matrix(label, rows, cols);
  using Range = Kokkos::MDRangePolicy<Kokkos::Rank<2>>;
  Kokkos::parallel_for(
      "fill", Range({0, 0}, {rows, cols}),
      KOKKOS_LAMBDA(int i, int j) { matrix(i, j) = static_cast<float>((7 * i + 3 * j) % 11 - 5); });
  return matrix;
}

/// The largest difference between `c` and the product of `a` and `b` computed by plain loops.
double largest_error(Matrix const& a, Matrix const& b, Matrix const& c) {
  auto const a_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, a);
  auto const b_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, b);
  auto const c_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, c);
  double error      = 0;
  for (std::size_t i = 0; i < c.extent(0); ++i)
    for (std::size_t j = 0; j < c.extent(1); ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < a.extent(1); ++k) sum += double{a_host(i, k)} * double{b_host(k, j)};
      error = std::fmax(error, std::fabs(sum - double{c_host(i, j)}));
    }
  return error;
}

int main(int argc, char** argv) try {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  constexpr int rows  = 200;
  constexpr int depth = 150;
  constexpr int cols  = 333;

  Matrix const a = make_matrix("a", rows, depth);
  Matrix const b = make_matrix("b", depth, cols);
  Matrix const c("c", rows, cols);
  Kokkos::DefaultExecutionSpace const space;
  tiled_matrix_product<double>(space, a, b, c);
  space.fence();

  // Whole numbers below 2^24: the product is exact.
  double const error = largest_error(a, b, c);
  std::cout << "tiled_matrix_product: (" << rows << " x " << depth << ") * (" << depth << " x " << cols << ") on "
            << space.name() << ": " << (error == 0 ? "ok" : "WRONG") << " (largest error " << error << ")\n";
  return error == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (std::exception const& error) {
  std::cerr << error.what() << '\n';
  return EXIT_FAILURE;
}
