// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "position.cuh"

/// \file
/// Single words in the order of the output, whatever their strides: right for everything, fast for nothing.

namespace turnstile::cuda {

/// Words that a block moves at once; where a grid is too small for all of them, it goes on behind its end.
inline constexpr int strided_threads = 256;

template <int WordBytes, class Index>
__global__ void __launch_bounds__(strided_threads) strided(__grid_constant__ StridedMovement const movement) {
  using Value      = Word<WordBytes>;
  auto const words = static_cast<Index>(movement.words);
  for (auto word = Index{blockIdx.x} * strided_threads + threadIdx.x; word < words;
       word += Index{gridDim.x} * strided_threads) {
    Index rest      = word;
    std::int64_t in = 0, out = 0;
    for (int d = movement.rank - 1; d >= 0; --d) {
      auto const extent   = static_cast<Index>(movement.extents[d]);
      auto const quotient = rest / extent;
      auto const index    = static_cast<std::int64_t>(rest - quotient * extent);
      in += index * movement.in_strides[d];
      out += index * movement.out_strides[d];
      rest = quotient;
    }
    store(movement.out + out, load<Value>(movement.in + in));
  }
}

}  // namespace turnstile::cuda
