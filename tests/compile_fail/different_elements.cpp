// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: turnstile: input and output must have the same element type
#include <turnstile/transpose.hpp>

#include <Kokkos_Core.hpp>

void different_elements(Kokkos::View<float**> const& in, Kokkos::View<int**> const& out) {
  turnstile::transpose(Kokkos::DefaultExecutionSpace{}, in, out);
}
