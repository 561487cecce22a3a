// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "position.cuh"

/// \file
/// Input and output are contiguous along the same dimension: whole runs of words move, as the copy of a row does. A
/// block takes a rectangle of runs along the output's next dimension (i) and the input's (j), so that both sides meet
/// neighbours, or a piece of one long run.
///
///     input                         output
///     (i, j)    wwwwwwww            (i, j)      wwwwwwww
///     (i, j+1)  wwwwwwww            (i+1, j)    wwwwwwww     neighbours in the output lie far apart in the input
///
/// No shared memory: a warp's words are neighbours on both sides where runs are long enough.

namespace turnstile::cuda {

template <int WordBytes>
__global__ void __launch_bounds__(256)
    runs(__grid_constant__ RunMovement const movement, __grid_constant__ Divisor const words,
         __grid_constant__ Divisor const along_i) {
  constexpr int in_flight = 4, threads = 256;
  using Value               = Word<WordBytes>;
  auto const position       = position_of(movement.grid, blockIdx.x);
  auto const rest_i         = movement.extent_i - std::int64_t{position.row_tile} * movement.tile_i;
  auto const rest_j         = movement.extent_j - std::int64_t{position.column_tile} * movement.tile_j;
  auto const rest_words     = movement.run_words - std::int64_t{position.piece} * movement.tile_words;
  auto const* const in      = movement.in + position.in;
  auto* const out           = movement.out + position.out;
  std::uint32_t const total = words.divisor * along_i.divisor * movement.tile_j;
  for (std::uint32_t first = threadIdx.x; first < total; first += threads * in_flight) {
    Value loaded[in_flight];
    std::byte* to[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      auto const number = first + k * threads;
      auto const run = divide(number, words), word = number - run * words.divisor;
      auto const j = divide(run, along_i), i = run - j * along_i.divisor;
      bool const is_inside = number < total && i < rest_i && j < rest_j && word < rest_words;
      to[k] = is_inside ? out + i * movement.out_stride_i + j * movement.out_stride_j + word * WordBytes : nullptr;
      if (is_inside)
        loaded[k] = load<Value>(in + i * movement.in_stride_i + j * movement.in_stride_j + word * WordBytes);
    }
#pragma unroll
    for (int k = 0; k < in_flight; ++k)
      if (to[k] != nullptr) store(to[k], loaded[k]);
  }
}

}  // namespace turnstile::cuda
