// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// A two-dimensional Fourier transform that transposes between its passes, by an MDRange before, by transpose() after.

#include <turnstile/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <iostream>

using Range = Kokkos::MDRangePolicy<Kokkos::Rank<2>>;
using Field = Kokkos::View<Kokkos::complex<double>**, Kokkos::LayoutRight>;

constexpr double two_pi = 6.283185307179586;

/// Before. Reads jump by whole rows, however the range is cut into tiles.
void transpose_by_mdrange(Field const& in, Field const& out) {
  Kokkos::parallel_for(
      "transpose", Range({0, 0}, {out.extent(0), out.extent(1)}),
      KOKKOS_LAMBDA(int i, int j) { out(i, j) = in(j, i); });
}

/// After.
void transpose_by_turnstile(Field const& in, Field const& out) {
  turnstile::transpose(Kokkos::DefaultExecutionSpace(), in, out);
}

/// Transforms each row and transposes the result; the sum stands for a call of an FFT library.
Field pass(Field const& in, void (*transpose)(Field const&, Field const&)) {
  Field rows("rows", in.extent(0), in.extent(1)), turned("turned", in.extent(1), in.extent(0));
  auto const length = static_cast<int>(in.extent(1));
  Kokkos::parallel_for(
      "transform", Range({0, 0}, {in.extent(0), in.extent(1)}), KOKKOS_LAMBDA(int row, int k) {
        for (int j = 0; j < length; ++j) rows(row, k) += in(row, j) * Kokkos::polar(1.0, -two_pi * j * k / length);
      });
  transpose(rows, turned);
  return turned;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Field const wave("wave", 24, 40);  // exp(2 pi i (3 x + 5 y)): all of it is in element (3, 5) of its transform
  Kokkos::parallel_for(
      "fill", Range({0, 0}, {24, 40}),
      KOKKOS_LAMBDA(int i, int j) { wave(i, j) = Kokkos::polar(1.0, two_pi * (i / 8.0 + j / 8.0)); });
  Field const before = pass(pass(wave, transpose_by_mdrange), transpose_by_mdrange);
  Field const after  = pass(pass(wave, transpose_by_turnstile), transpose_by_turnstile);
  int wrong          = 0;
  Kokkos::parallel_reduce(
      "check", Range({0, 0}, {24, 40}),
      KOKKOS_LAMBDA(int i, int j, int& count) {
        count += before(i, j) != after(i, j) || Kokkos::abs(after(i, j) - (i == 3 && j == 5 ? 960 : 0)) > 1e-9;
      },
      wrong);
  std::cout << "mdrange_transpose: " << wrong << " wrong elements\n";
  return wrong == 0 ? 0 : 1;
}
