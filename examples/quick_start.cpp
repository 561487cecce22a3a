// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <turnstile/plan.hpp>
#include <turnstile/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <iostream>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard guard(argc, argv);
  Kokkos::DefaultExecutionSpace space;

  Kokkos::View<float**> in("in", 4096, 300), out("out", 300, 4096);
  turnstile::transpose(space, in, out);  // out(j, i) = in(i, j)

  Kokkos::View<double***, Kokkos::LayoutRight> image("image", 480, 640, 3), planes("planes", 3, 480, 640);
  turnstile::permute(space, image, planes, {2, 0, 1});  // axis k of planes is axis axes[k] of image: NumPy's rule

  Kokkos::View<double***, Kokkos::LayoutLeft> fortran("fortran", 480, 640, 3);
  turnstile::relayout(space, image, fortran);  // same indices, other layout

  std::cout << turnstile::Plan(space, image, planes, {2, 0, 1}).explain();
}
