// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace turnstile::detail {

/// Moves one word per work item, in the order of the output, without scratch memory: copies, permutes that keep the
/// fastest dimension, matrices too small for a tile, and everything of high rank.
///
/// `Index` must hold the number of words; 32-bit division is several times faster than 64-bit on devices. `Capacity` is
/// kept small where it can be: every launch copies all of the functor.
template <class Word, class Index, int Capacity>
struct DeviceDirectKernel {
  Word const* in;
  Word* out;
  int rank;
  Index extents[Capacity];
  std::int64_t in_strides[Capacity], out_strides[Capacity];

  explicit DeviceDirectKernel(Problem const& problem)
      : in(static_cast<Word const*>(problem.in)),
        out(static_cast<Word*>(problem.out)),
        rank(problem.rank),
        extents{},
        in_strides{},
        out_strides{} {
    for (int d = 0; d < rank; ++d) {
      extents[d]     = static_cast<Index>(problem.extents[d]);
      in_strides[d]  = problem.in_strides[d];
      out_strides[d] = problem.out_strides[d];
    }
  }

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    auto rest         = static_cast<Index>(item);
    std::int64_t from = 0, to = 0;
    for (int d = rank - 1; d > 0; --d) {
      Index const quotient = rest / extents[d];
      auto const index     = static_cast<std::int64_t>(rest - quotient * extents[d]);
      from += index * in_strides[d];
      to += index * out_strides[d];
      rest = quotient;
    }
    from += static_cast<std::int64_t>(rest) * in_strides[0];
    to += static_cast<std::int64_t>(rest) * out_strides[0];
    out[to] = in[from];
  }
};

}  // namespace turnstile::detail
