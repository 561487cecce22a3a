// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: turnstile: an array has at most 32 dimensions
#include <turnstile/transpose.hpp>

#include <Kokkos_Core.hpp>

using Array = Kokkos::mdspan<float, Kokkos::dextents<int, 33>>;

void rank_above_32(Array const& in, Array const& out) {
  turnstile::relayout(Kokkos::DefaultHostExecutionSpace{}, in, out);
}
