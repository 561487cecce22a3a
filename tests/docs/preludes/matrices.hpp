// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <stdexcept>

/// \file
/// The matrices that blocks of the documentation transpose, and the check that they did.

using Matrix = Kokkos::View<float**, Kokkos::LayoutRight>;

inline Matrix make_input(std::size_t rows, std::size_t cols) {
  Matrix const matrix("in", rows, cols);
  auto const host = Kokkos::create_mirror_view(matrix);
  for (std::size_t k = 0; k < host.size(); ++k) host.data()[k] = static_cast<float>(k + 1);
  Kokkos::deep_copy(matrix, host);
  return matrix;
}

inline Matrix make_output(Matrix const& in) {
  return {"out", in.extent(1), in.extent(0)};
}

template <class Space>
void require_transposed(Space const& space, Matrix const& in, Matrix const& out) {
  space.fence();
  auto const in_host  = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, in);
  auto const out_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, out);
  for (std::size_t i = 0; i < in.extent(0); ++i)
    for (std::size_t j = 0; j < in.extent(1); ++j)
      if (out_host(j, i) != in_host(i, j)) throw std::runtime_error("a block of the documentation does not transpose");
}
