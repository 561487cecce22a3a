// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: deleted
#include <turnstile/transpose.hpp>

#include <Kokkos_Core.hpp>

void short_axes_with_policy(Kokkos::View<float***> const& in, Kokkos::View<float***> const& out) {
  turnstile::permute(Kokkos::DefaultExecutionSpace{}, in, out, {2, 1}, turnstile::no_tile);
}
