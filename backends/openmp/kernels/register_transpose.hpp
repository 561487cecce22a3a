// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "vector.hpp"

#include <utility>

/// \file
/// Small matrices transposed in registers.
///
/// A register consists of lanes of 16 bytes. Inside a lane, log2(16 / word) interleaving steps transpose a square of
/// 16 / word words. Two kernels are made of that:
///
///     lane block                                square block
///     16/w columns                              v/w columns
///     +------+   lane 0                         +------+------+------+------+
///     |      |   lane 1   the load ports put    |  v bytes a row, loaded    |
///     | v/w  |   lane 2   each group of rows    |  once; the squares are    |
///     | rows |   lane 3   into a lane           |  exchanged between lanes  |
///     +------+                                  +------+------+------+------+
///
/// with v the bytes of a register and w those of a word. The lane block takes fewer shuffles (4 a register for bytes,
/// where exchanging lanes takes 6), the square block fewer loads.

namespace turnstile::host::TURNSTILE_INSTRUCTION_SET {

template <int WordBytes>
struct UnsignedWord;
template <>
struct UnsignedWord<1> {
  using type = std::uint8_t;
};
template <>
struct UnsignedWord<2> {
  using type = std::uint16_t;
};
template <>
struct UnsignedWord<4> {
  using type = std::uint32_t;
};
template <>
struct UnsignedWord<8> {
  using type = std::uint64_t;
};

/// Words of one lane: the side of the square that is transposed inside it.
template <int WordBytes>
inline constexpr int lane_words = 16 / WordBytes;

/// Words of one register of `Bytes`.
template <int WordBytes, int Bytes = vector_bytes>
inline constexpr int vector_words = Bytes / WordBytes;

/// `Bytes / 16` pieces of 16 bytes that lie `step` bytes apart, each into its lane. From a shuffle of small vectors
/// GCC 12 would build the register on the shuffle port instead of inserting from memory.
template <int Bytes>
[[gnu::always_inline]] inline Vector<Bytes> load_lanes(std::byte const* source, [[maybe_unused]] std::int64_t step) {
  if constexpr (Bytes == 16) {
    return load<16>(source);
  } else {
#ifdef __AVX2__
    auto const lane = [&](int k) { return reinterpret_cast<__m128i>(load<16>(source + k * step)); };
    if constexpr (Bytes == 32) {
      return reinterpret_cast<Vector<32>>(_mm256_inserti128_si256(_mm256_castsi128_si256(lane(0)), lane(1), 1));
    }
#if defined(__AVX512BW__) && defined(__AVX512DQ__)
    if constexpr (Bytes == 64) {
      __m512i value = _mm512_castsi128_si512(lane(0));
      value         = _mm512_inserti32x4(value, lane(1), 1);
      value         = _mm512_inserti32x4(value, lane(2), 2);
      return reinterpret_cast<Vector<64>>(_mm512_inserti32x4(value, lane(3), 3));
    }
#endif
#endif
  }
}

/// Stores lane `Lane` of a register.
template <int Lane, int Bytes>
[[gnu::always_inline]] inline void store_lane(std::byte* target, Vector<Bytes> const& value) {
  if constexpr (Bytes == 16) {
    store<16>(target, value);
  } else {
#ifdef __AVX2__
    if constexpr (Bytes == 32) {
      auto const lanes = reinterpret_cast<__m256i>(value);
      store<16>(target, reinterpret_cast<Vector<16>>(Lane == 0 ? _mm256_castsi256_si128(lanes)
                                                               : _mm256_extracti128_si256(lanes, Lane & 1)));
    }
#if defined(__AVX512BW__) && defined(__AVX512DQ__)
    if constexpr (Bytes == 64) {
      auto const lanes = reinterpret_cast<__m512i>(value);
      store<16>(target, reinterpret_cast<Vector<16>>(Lane == 0 ? _mm512_castsi512_si128(lanes)
                                                               : _mm512_extracti32x4_epi32(lanes, Lane)));
    }
#endif
#endif
  }
}

/// Interleaves the low or the high halves of every lane of a and b, word by word.
template <int WordBytes, bool IsHigh, int Bytes, std::size_t... K>
[[gnu::always_inline]] inline Vector<Bytes> interleave(Vector<Bytes> const& a, Vector<Bytes> const& b,
                                                       std::index_sequence<K...>) {
  using Words         = typename VectorOf<typename UnsignedWord<WordBytes>::type, Bytes>::type;
  constexpr int words = vector_words<WordBytes, Bytes>, lane = lane_words<WordBytes>;
  return reinterpret_cast<Vector<Bytes>>(
      __builtin_shufflevector(reinterpret_cast<Words>(a), reinterpret_cast<Words>(b),
                              (static_cast<int>(K) / lane * lane + (IsHigh ? lane / 2 : 0) +
                               static_cast<int>(K) % lane / 2 + (K % 2 != 0 ? words : 0))...));
}

/// Transposes the square of words in every lane of `lane_words` registers: the perfect shuffle of the list of
/// registers, repeated.
template <int WordBytes, int Bytes>
[[gnu::always_inline]] inline void transpose_in_lanes(Vector<Bytes>* registers) {
  constexpr int side = lane_words<WordBytes>;
  if constexpr (side > 1) {
    constexpr auto words = std::make_index_sequence<vector_words<WordBytes, Bytes>>{};
    Vector<Bytes> shuffled[side];
#pragma GCC unroll 4
    for (int width = 1; width < side; width *= 2) {
#pragma GCC unroll 8
      for (int k = 0; k < side / 2; ++k) {
        shuffled[2 * k]     = interleave<WordBytes, false, Bytes>(registers[k], registers[k + side / 2], words);
        shuffled[2 * k + 1] = interleave<WordBytes, true, Bytes>(registers[k], registers[k + side / 2], words);
      }
#pragma GCC unroll 16
      for (int k = 0; k < side; ++k) registers[k] = shuffled[k];
    }
  }
}

/// The lane block at `source`, whose rows lie `pitch` bytes apart: `put(column, register)` receives `Bytes` contiguous
/// bytes of each of its `lane_words` output rows.
template <int WordBytes, int Bytes, class Put>
[[gnu::always_inline]] inline void lane_block(std::byte const* source, std::int64_t pitch, Put const& put) {
  constexpr int side = lane_words<WordBytes>;
  Vector<Bytes> registers[side];
#pragma GCC unroll 16
  for (int k = 0; k < side; ++k) registers[k] = load_lanes<Bytes>(source + k * pitch, side * pitch);
  transpose_in_lanes<WordBytes, Bytes>(registers);
#pragma GCC unroll 16
  for (int column = 0; column < side; ++column) put(column, registers[column]);
}

/// Lanes A and B of `a` and C and D of `b`, for registers of 64 bytes; lane A of `a` and C of `b` for 32 bytes.
template <int A, int B, int C, int D>
[[gnu::always_inline]] inline Vector<64> pick_lanes(Vector<64> const& a, Vector<64> const& b) {
  using Halves = typename VectorOf<std::uint64_t, 64>::type;
  return reinterpret_cast<Vector<64>>(__builtin_shufflevector(reinterpret_cast<Halves>(a), reinterpret_cast<Halves>(b),
                                                              2 * A, 2 * A + 1, 2 * B, 2 * B + 1, 8 + 2 * C, 9 + 2 * C,
                                                              8 + 2 * D, 9 + 2 * D));
}
template <int A, int C>
[[gnu::always_inline]] inline Vector<32> pick_lanes(Vector<32> const& a, Vector<32> const& b) {
  using Halves = typename VectorOf<std::uint64_t, 32>::type;
  return reinterpret_cast<Vector<32>>(__builtin_shufflevector(reinterpret_cast<Halves>(a), reinterpret_cast<Halves>(b),
                                                              2 * A, 2 * A + 1, 4 + 2 * C, 5 + 2 * C));
}

/// Exchanges lanes between `Bytes / 16` registers: lane k of register l becomes lane l of register k.
template <int Bytes>
[[gnu::always_inline]] inline void exchange_lanes(Vector<Bytes>* r) {
  if constexpr (Bytes == 32) {
    auto const low = pick_lanes<0, 0>(r[0], r[1]), high = pick_lanes<1, 1>(r[0], r[1]);
    r[0] = low;
    r[1] = high;
  } else if constexpr (Bytes == 64) {
    auto const low_a = pick_lanes<0, 1, 0, 1>(r[0], r[1]), high_a = pick_lanes<2, 3, 2, 3>(r[0], r[1]);
    auto const low_b = pick_lanes<0, 1, 0, 1>(r[2], r[3]), high_b = pick_lanes<2, 3, 2, 3>(r[2], r[3]);
    r[0] = pick_lanes<0, 2, 0, 2>(low_a, low_b);
    r[1] = pick_lanes<1, 3, 1, 3>(low_a, low_b);
    r[2] = pick_lanes<0, 2, 0, 2>(high_a, high_b);
    r[3] = pick_lanes<1, 3, 1, 3>(high_a, high_b);
  }
}

/// Whether a square block fits into the registers, and is more than a lane block.
template <int WordBytes>
inline constexpr bool has_square_block = WordBytes >= 4 && vector_bytes > 16;

/// The square block at `source`: every row is loaded once, `put(column, register)` receives the output rows.
template <int WordBytes, class Put>
[[gnu::always_inline]] inline void square_block(std::byte const* source, std::int64_t pitch, Put const& put) {
  constexpr int side = lane_words<WordBytes>, lanes = vector_bytes / 16;
  Vector<> registers[side][lanes];
#pragma GCC unroll 4
  for (int lane = 0; lane < lanes; ++lane) {
    Vector<> rows[side];
#pragma GCC unroll 16
    for (int k = 0; k < side; ++k) rows[k] = load(source + (lane * side + k) * pitch);
    transpose_in_lanes<WordBytes, vector_bytes>(rows);
#pragma GCC unroll 16
    for (int k = 0; k < side; ++k) registers[k][lane] = rows[k];
  }
#pragma GCC unroll 16
  for (int k = 0; k < side; ++k) {
    exchange_lanes<vector_bytes>(registers[k]);
#pragma GCC unroll 4
    for (int lane = 0; lane < lanes; ++lane) put(lane * side + k, registers[k][lane]);
  }
}

/// A line of columns at `source`, every row loaded once, through a buffer of the block's size: for narrow words, whose
/// square block has more registers than there are. `put(column, register)` receives the output rows.
template <int WordBytes, class Put>
[[gnu::always_inline]] inline void line_block(std::byte const* source, std::int64_t pitch, Put const& put) {
  constexpr int rows = vector_words<WordBytes>, side = lane_words<WordBytes>;
  alignas(line_bytes) std::byte buffer[rows * line_bytes];
#pragma GCC unroll 8
  for (int k = 0; k < rows; ++k) copy_line(buffer + k * line_bytes, source + k * pitch);
  for (int group = 0; group < line_bytes / 16; ++group)
    lane_block<WordBytes, vector_bytes>(buffer + group * 16, line_bytes,
                                        [&](int k, Vector<> const& value) { put(group * side + k, value); });
}

}  // namespace turnstile::host::TURNSTILE_INSTRUCTION_SET
