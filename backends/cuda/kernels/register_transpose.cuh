// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "word.cuh"

/// \file
/// Transposes a square of words that a lane holds as 16-byte vectors.

namespace turnstile::cuda {
namespace detail {

/// Exchanges the off-diagonal halves of a 2x2 block of 2-byte words, one row a register.
__device__ __forceinline__ void transpose_2x2(std::uint32_t& a, std::uint32_t& b) {
  auto const low = __byte_perm(a, b, 0x5410), high = __byte_perm(a, b, 0x7632);
  a = low;
  b = high;
}

/// Transposes a 4x4 block of bytes, one row a register.
__device__ __forceinline__ void transpose_4x4(std::uint32_t& a, std::uint32_t& b, std::uint32_t& c, std::uint32_t& d) {
  auto const ab_low = __byte_perm(a, b, 0x5140), ab_high = __byte_perm(a, b, 0x7362);
  auto const cd_low = __byte_perm(c, d, 0x5140), cd_high = __byte_perm(c, d, 0x7362);
  a = __byte_perm(ab_low, cd_low, 0x5410);
  b = __byte_perm(ab_low, cd_low, 0x7632);
  c = __byte_perm(ab_high, cd_high, 0x5410);
  d = __byte_perm(ab_high, cd_high, 0x7632);
}

/// Transposes the blocks of one register a row: 2x2 words of 2 bytes, 4x4 of 1 byte.
template <int WordBytes>
__device__ __forceinline__ void transpose_block(std::uint32_t (&rows)[4 / WordBytes]) {
  if constexpr (WordBytes == 1)
    transpose_4x4(rows[0], rows[1], rows[2], rows[3]);
  else
    transpose_2x2(rows[0], rows[1]);
}

}  // namespace detail

/// Transposes 16 / WordBytes vectors of as many words. Words of 4 and 8 bytes cost no instruction once registers are
/// renamed, 2 bytes one byte permutation a register, 1 byte two.
template <int WordBytes>
__device__ __forceinline__ void transpose(uint4 (&rows)[vector_bytes / WordBytes]) {
  if constexpr (WordBytes == 8) {
    uint4 const first = rows[0], second = rows[1];
    rows[0] = make_uint4(first.x, first.y, second.x, second.y);
    rows[1] = make_uint4(first.z, first.w, second.z, second.w);
  } else if constexpr (WordBytes == 4) {
    uint4 const a = rows[0], b = rows[1], c = rows[2], d = rows[3];
    rows[0] = make_uint4(a.x, b.x, c.x, d.x);
    rows[1] = make_uint4(a.y, b.y, c.y, d.y);
    rows[2] = make_uint4(a.z, b.z, c.z, d.z);
    rows[3] = make_uint4(a.w, b.w, c.w, d.w);
  } else if constexpr (WordBytes < 4) {
    // Blocks of one register a row: those on the diagonal stay, the others change places in pairs.
    constexpr int side = 4 / WordBytes;
#pragma unroll
    for (int m = 0; m < 4; ++m)
#pragma unroll
      for (int n = 0; n <= m; ++n) {
        std::uint32_t below[side], above[side];
#pragma unroll
        for (int k = 0; k < side; ++k) {
          below[k] = part(rows[side * m + k], n);
          above[k] = part(rows[side * n + k], m);
        }
        detail::transpose_block<WordBytes>(below);
        detail::transpose_block<WordBytes>(above);
#pragma unroll
        for (int k = 0; k < side; ++k) {
          part(rows[side * n + k], m) = below[k];
          part(rows[side * m + k], n) = above[k];
        }
      }
  }
}

}  // namespace turnstile::cuda
