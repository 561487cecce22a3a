// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: turnstile: the elements of the output must not be const
#include <turnstile/transpose.hpp>

#include <Kokkos_Core.hpp>

void const_output(Kokkos::View<float**> const& in, Kokkos::View<float const**> const& out) {
  turnstile::transpose(Kokkos::DefaultExecutionSpace{}, in, out);
}
