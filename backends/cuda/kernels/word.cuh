// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../movement.hpp"

#include <cstdint>

/// \file
/// Words, 16-byte vectors of them, and the arithmetic of positions.

namespace turnstile::cuda {

inline constexpr int warp_lanes = 32;

/// An unsigned type of `Bytes` bytes.
template <int Bytes>
struct WordType;
template <>
struct WordType<1> {
  using type = std::uint8_t;
};
template <>
struct WordType<2> {
  using type = std::uint16_t;
};
template <>
struct WordType<4> {
  using type = std::uint32_t;
};
template <>
struct WordType<8> {
  using type = unsigned long long;
};
template <>
struct WordType<16> {
  using type = uint4;
};
template <int Bytes>
using Word = typename WordType<Bytes>::type;

/// What a lane stores at once where it gathers single words: 4 bytes of narrow words, else one word.
template <int WordBytes>
inline constexpr int store_bytes = WordBytes < 4 ? 4 : WordBytes;

template <class T>
__device__ __forceinline__ T load(std::byte const* from) {
  return *reinterpret_cast<T const*>(from);
}

template <class T>
__device__ __forceinline__ void store(std::byte* to, T value) {
  *reinterpret_cast<T*>(to) = value;
}

/// Whether the vector at `from` lies in `span`.
__device__ __forceinline__ bool is_within(std::byte const* from, Span const& span) {
  return from >= span.first && from + vector_bytes <= span.last;
}

/// Copies those words of the vector at `from` that lie in `span`.
template <int WordBytes>
__device__ __forceinline__ void copy_within(std::byte* to, std::byte const* from, Span const& span) {
#pragma unroll 1
  for (int k = 0; k < vector_bytes; k += WordBytes)
    if (from + k >= span.first && from + k + WordBytes <= span.last) store(to + k, load<Word<WordBytes>>(from + k));
}

/// How far `pointer` is past a multiple of `Alignment` bytes, a power of two.
template <int Alignment>
__device__ __forceinline__ std::uint32_t phase(void const* pointer) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pointer)) & (Alignment - 1);
}

__device__ __forceinline__ std::uint32_t divide(std::uint32_t number, Divisor const& by) {
  return (__umulhi(number, by.multiplier) + number) >> by.shift;
}

/// Word `k` of a vector; k is a constant once loops are unrolled.
__device__ __forceinline__ std::uint32_t& part(uint4& vector, int k) {
  return k == 0 ? vector.x : k == 1 ? vector.y : k == 2 ? vector.z : vector.w;
}

/// The store unit that holds words `row`, `row + 1`, ... of one column of a tile in shared memory, whose rows are
/// `pitch` bytes apart.
template <int WordBytes>
__device__ __forceinline__ Word<store_bytes<WordBytes>> gather_column(std::byte const* tile, std::uint32_t pitch) {
  if constexpr (WordBytes == 1) {
    std::uint32_t const a = load<std::uint8_t>(tile), b = load<std::uint8_t>(tile + pitch);
    std::uint32_t const c = load<std::uint8_t>(tile + 2 * pitch), d = load<std::uint8_t>(tile + 3 * pitch);
    return __byte_perm(__byte_perm(a, b, 0x0040), __byte_perm(c, d, 0x0040), 0x5410);
  } else if constexpr (WordBytes == 2) {
    std::uint32_t const a = load<std::uint16_t>(tile), b = load<std::uint16_t>(tile + pitch);
    return __byte_perm(a, b, 0x5410);
  } else {
    return load<Word<WordBytes>>(tile);
  }
}

}  // namespace turnstile::cuda
