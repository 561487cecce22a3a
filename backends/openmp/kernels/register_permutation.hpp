// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "vector.hpp"

/// \file
/// A whole small matrix transposed by one fixed permutation of three registers. Only AVX-512 permutes words of two
/// registers at once.

namespace turnstile::host::TURNSTILE_INSTRUCTION_SET {

#if defined(__AVX512BW__) && defined(__AVX512DQ__)

/// Matrices of more than one and at most three registers of 4-byte words: 17 to 48 words, such as 5x7.
class RegisterPermutation {
 public:
  static constexpr int bytes_read = 192, bytes_written = 192;  ///< whatever the size of the matrix

  static bool fits(int word_bytes, std::int64_t words) { return word_bytes == 4 && words > 16 && words <= 48; }

  RegisterPermutation(std::int64_t rows, std::int64_t columns) {
    auto const words = rows * columns;
    for (std::int64_t target = 0; target < 48; ++target) {
      auto const source = target < words ? target % rows * columns + target / rows : 0;
      auto const part = target / 16, place = target % 16;
      of_first_two_[part][place] = static_cast<std::uint32_t>(source % 32);
      of_third_[part][place]     = static_cast<std::uint32_t>(source % 16);
      from_third_[part]          = static_cast<__mmask16>(from_third_[part] | (source >= 32 ? 1U << place : 0U));
    }
  }

  /// Permutes `count` matrices of `matrix_bytes` that follow each other on both sides, and asks for what lies `lead`
  /// bytes ahead. In local variables the tables stay in registers.
  void move(std::byte const* source, std::byte* target, std::int64_t count, std::int64_t matrix_bytes,
            std::int64_t lead) const {
    __m512i of_first_two[3], of_third[3];
#pragma GCC unroll 3
    for (int part = 0; part < 3; ++part) {
      of_first_two[part] = _mm512_load_si512(of_first_two_[part]);
      of_third[part]     = _mm512_load_si512(of_third_[part]);
    }
    __mmask16 const from_third[3]{from_third_[0], from_third_[1], from_third_[2]};
    for (; count > 0; --count, source += matrix_bytes, target += matrix_bytes) {
      auto const a = _mm512_loadu_si512(source), b = _mm512_loadu_si512(source + 64),
                 c = _mm512_loadu_si512(source + 128);
#pragma GCC unroll 3
      for (int part = 0; part < 3; ++part) {
        prefetch_near(source, lead + std::int64_t{64} * part);
        auto const two = _mm512_permutex2var_epi32(a, of_first_two[part], b);
        _mm512_storeu_si512(target + std::int64_t{64} * part,
                            _mm512_mask_permutexvar_epi32(two, from_third[part], of_third[part], c));
      }
    }
  }

 private:
  alignas(64) std::uint32_t of_first_two_[3][16];
  alignas(64) std::uint32_t of_third_[3][16];
  __mmask16 from_third_[3]{};
};

#else

/// Stands in where the instruction set has no such permutation.
class RegisterPermutation {
 public:
  static constexpr int bytes_read = 0, bytes_written = 0;
  static bool fits(int, std::int64_t) { return false; }
  RegisterPermutation(std::int64_t, std::int64_t) {}
  void move(std::byte const*, std::byte*, std::int64_t, std::int64_t, std::int64_t) const {}
};

#endif

}  // namespace turnstile::host::TURNSTILE_INSTRUCTION_SET
