// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/bank_model.hpp>
#include <turnstile/policy.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

/// \file
/// The one table of policies that the generic path is compiled with.

namespace turnstile::detail {

/// Padding that makes the tile's row stride an odd number of banks: one bank word (4 bytes), or one element above that.
constexpr int one_word_padding(int word_bytes) {
  return word_bytes < 4 ? 4 / word_bytes : 1;
}

constexpr TransposePolicy padded(int rows, int cols, int word_bytes) {
  return {.tile_rows = rows, .tile_cols = cols, .padding = one_word_padding(word_bytes)};
}

/// A square tile in which five bits of the row are XORed into the column.
constexpr TransposePolicy full_xor(int side) {
  return {.tile_rows     = side,
          .tile_cols     = side,
          .swizzle       = Swizzle::xor_bits,
          .swizzle_bits  = 5,
          .swizzle_base  = 0,
          .swizzle_shift = log2_floor(side)};
}

/// Side of the largest square tile that is compiled for the word.
constexpr int largest_side(int word_bytes) {
  return word_bytes == 16 ? 32 : 64;
}

/// Long side of the thin tiles that pair with a short side of `side`: 256 for 8 and 16, 128 for 32, and less for
/// 16-byte words, whose tiles would not fit into the 40 KiB that Kokkos 4.7 offers a team on CUDA.
constexpr int long_side(int side, int word_bytes) {
  int const usual = side <= 16 ? 256 : 128;
  return word_bytes == 16 ? usual / (side <= 8 ? 2 : 4) : usual;
}

/// Every policy that one word size wants, repetitions included. 32x32 in every mode of the field's table; 64x64 where
/// it fits, the fastest square on an H200 for words up to 8 bytes (float 8192^2: .92 of a copy against .71 for 32x32);
/// thin tiles for thin matrices.
constexpr auto wanted_policies(int word_bytes) {
  int const large = largest_side(word_bytes);
  return std::array{
      no_tile,
      TransposePolicy{},
      TransposePolicy{.padding = 1},
      padded(32, 32, word_bytes),
      TransposePolicy{.swizzle = Swizzle::rotate},
      full_xor(32),
      conflict_free_xor(word_bytes, 32, 32),
      padded(16, 16, word_bytes),
      padded(long_side(8, word_bytes), 8, word_bytes),
      padded(8, long_side(8, word_bytes), word_bytes),
      padded(long_side(16, word_bytes), 16, word_bytes),
      padded(16, long_side(16, word_bytes), word_bytes),
      padded(long_side(32, word_bytes), 32, word_bytes),
      padded(32, long_side(32, word_bytes), word_bytes),
      TransposePolicy{.tile_rows = large, .tile_cols = large},
      padded(large, large, word_bytes),
      full_xor(large),
  };
}

constexpr bool is_first_of_its_kind(auto const& policies, std::size_t k) {
  return std::find(policies.data(), policies.data() + k, policies[k]) == policies.data() + k;
}

constexpr std::size_t count_distinct(auto const& policies) {
  std::size_t distinct = 0;
  for (std::size_t k = 0; k < policies.size(); ++k) distinct += is_first_of_its_kind(policies, k) ? 1 : 0;
  return distinct;
}

/// The wanted policies of one word size, each once.
template <int WordBytes>
constexpr auto distinct_policies() {
  constexpr auto wanted = wanted_policies(WordBytes);
  std::array<TransposePolicy, count_distinct(wanted)> policies{};
  std::size_t next = 0;
  for (std::size_t k = 0; k < wanted.size(); ++k)
    if (is_first_of_its_kind(wanted, k)) policies[next++] = wanted[k];
  return policies;
}

template <int WordBytes>
inline constexpr auto compiled_policies_for = distinct_policies<WordBytes>();

}  // namespace turnstile::detail
