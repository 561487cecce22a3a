// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Macros.hpp>

#include <cstddef>
#include <cstdint>

/// \file
/// Test data in which every element is different and nothing is symmetric, constant or small. Usable in kernels.

namespace turnstile_test {

/// What untouched output memory and guard zones hold.
inline constexpr unsigned char poison = 0xA5;

/// What input memory outside the elements holds.
inline constexpr unsigned char input_gap = 0xEE;

/// The mixing function of the SplitMix64 generator (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, 2014): a bijection of 64-bit numbers.
KOKKOS_INLINE_FUNCTION constexpr std::uint64_t splitmix64(std::uint64_t value) {
  value += 0x9E3779B97F4A7C15u;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

/// Writes the element with logical index `index`: the low bytes of splitmix64(index + salt), and for every further
/// eight bytes those of that number mixed once more.
KOKKOS_INLINE_FUNCTION constexpr void fill_element(unsigned char* element, std::size_t bytes, std::uint64_t index,
                                                   std::uint64_t salt) {
  std::uint64_t word = splitmix64(index + salt);
  for (std::size_t byte = 0; byte < bytes; ++byte) {
    if (byte != 0 && byte % 8 == 0) word = splitmix64(word);
    element[byte] = static_cast<unsigned char>(word >> (8 * (byte % 8)));
  }
}

}  // namespace turnstile_test
