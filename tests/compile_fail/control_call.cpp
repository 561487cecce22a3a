// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call that the others get wrong in one way each.
#include <turnstile/transpose.hpp>

#include <Kokkos_Core.hpp>

void control(Kokkos::View<float const**> const& in, Kokkos::View<float**> const& out) {
  turnstile::transpose(Kokkos::DefaultExecutionSpace{}, in, out);
}
