// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: deleted
#include <turnstile/plan.hpp>

#include <Kokkos_Core.hpp>

auto short_axes_of_plan(Kokkos::View<float***> const& in, Kokkos::View<float***> const& out) {
  return turnstile::Plan(Kokkos::DefaultExecutionSpace{}, in, out, {1, 2}).explain();
}
