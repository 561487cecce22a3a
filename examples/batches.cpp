// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Many small matrices in one call: the batch is one more axis, wherever it lies.

#include <turnstile/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <iostream>

using Batch = Kokkos::View<double***, Kokkos::LayoutRight>;

constexpr int count = 1000, rows = 5, cols = 7;

/// Value of element (i, j) of matrix b.
KOKKOS_INLINE_FUNCTION double value(int b, int i, int j) {
  return (b * rows + i) * cols + j;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const space;
  Batch const matrices("matrices", count, rows, cols);
  using Range = Kokkos::MDRangePolicy<Kokkos::Rank<3>>;
  Kokkos::parallel_for(
      "fill", Range({0, 0, 0}, {count, rows, cols}),
      KOKKOS_LAMBDA(int b, int i, int j) { matrices(b, i, j) = value(b, i, j); });

  // Every matrix transposed in its place.
  Batch const turned("turned", count, cols, rows);
  turnstile::transpose(space, matrices, turned);

  // The batch last, so that neighbouring lanes work on neighbouring matrices.
  Batch const interleaved("interleaved", rows, cols, count);
  turnstile::permute(space, matrices, interleaved, {1, 2, 0});

  // Interleaved matrices transposed: the fastest axis stays where it is.
  Batch const turned_interleaved("turned_interleaved", cols, rows, count);
  turnstile::permute(space, interleaved, turned_interleaved, {1, 0, 2});

  int wrong = 0;
  Kokkos::parallel_reduce(
      "check", Range(space, {0, 0, 0}, {count, rows, cols}),
      KOKKOS_LAMBDA(int b, int i, int j, int& wrong_here) {
        double const expected = value(b, i, j);
        if (turned(b, j, i) != expected || interleaved(i, j, b) != expected || turned_interleaved(j, i, b) != expected)
          ++wrong_here;
      },
      wrong);
  std::cout << "batches: " << wrong << " wrong elements\n";
  return wrong == 0 ? 0 : 1;
}
