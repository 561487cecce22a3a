// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

/// \file
/// A data movement, first as the caller describes it (Description), then in the canonical form that planner and kernels
/// work on (Problem).

namespace turnstile {

/// The largest rank of the pointer form.
inline constexpr int max_rank = 32;

/// A movement as the caller sees it: `out(i0, i1, ...) = in(i0, i1, ...)` where every list is ordered by *output* axis.
/// Strides are in elements and may have either sign; the pointers are at element (0, ..., 0).
struct Description {
  void const* in             = nullptr;            ///< element (0, ..., 0) of the input
  void* out                  = nullptr;            ///< element (0, ..., 0) of the output
  std::int64_t element_bytes = 1;                  ///< size of an element
  int rank                   = 0;                  ///< how many entries of the lists count
  std::array<std::int64_t, max_rank> extents;      ///< by output axis
  std::array<std::int64_t, max_rank> in_strides;   ///< by output axis, in elements
  std::array<std::int64_t, max_rank> out_strides;  ///< by output axis, in elements
};

/// A movement in canonical form: the fewest dimensions that describe it, of words that both addresses are aligned to.
///
/// Dimensions are ordered from the slowest to the fastest of the output, none has extent 1, neighbours that can be
/// merged are merged, output strides are positive, input strides have any sign. Strides count words. An element that
/// is not a word (3, 12, 24, 40 bytes ...) becomes a run of words: one more dimension.
struct Problem {
  static constexpr int capacity = max_rank + 1;  ///< one more than max_rank for the run of words of an element

  void const* in             = nullptr;            ///< word (0, ..., 0) of the input
  void* out                  = nullptr;            ///< word (0, ..., 0) of the output
  int word_bytes             = 1;                  ///< 1, 2, 4, 8 or 16
  std::int64_t element_bytes = 1;                  ///< as described by the caller; words may be narrower or wider
  bool empty                 = true;               ///< nothing to move: some extent is 0
  int rank                   = 0;                  ///< 0 also for a single word
  std::array<std::int64_t, capacity> extents;      ///< from the slowest dimension of the output to the fastest
  std::array<std::int64_t, capacity> in_strides;   ///< of any sign, in words
  std::array<std::int64_t, capacity> out_strides;  ///< positive, in words

  /// Words to move; 0 when empty.
  [[nodiscard]] std::int64_t words() const noexcept;

  /// Bytes to read, which are as many as are written.
  [[nodiscard]] std::int64_t bytes() const noexcept { return words() * word_bytes; }

  /// The output's fastest dimension, or -1 when the rank is 0.
  [[nodiscard]] int output_fastest() const noexcept { return rank - 1; }

  /// The input's fastest dimension: the one with the smallest non-zero distance between neighbours. -1 when the rank is
  /// 0 or the input is one repeated word.
  [[nodiscard]] int input_fastest() const noexcept;

  /// Whether input and output run fastest along different dimensions, so that a tile is what connects them.
  [[nodiscard]] bool is_transposing() const noexcept;

  /// Whether every word already lies where it belongs: same address, same strides.
  [[nodiscard]] bool is_identity() const noexcept;
};

/// The largest word, at most 16 bytes, that an element of `element_bytes` bytes is made of.
constexpr int element_word(std::int64_t element_bytes) noexcept {
  auto const bits = static_cast<std::uint64_t>(element_bytes) | 16U;
  return static_cast<int>(bits & (~bits + 1));
}

namespace detail {

/// `pointer` moved by `bytes`. Calculated as an integer, since a tile may begin in front of its array, and a plan may
/// be made for addresses without memory.
template <class Pointer>
Pointer shifted(Pointer pointer, std::int64_t bytes) noexcept {
  return std::bit_cast<Pointer>(std::bit_cast<std::uintptr_t>(pointer) + static_cast<std::uintptr_t>(bytes));
}

}  // namespace detail

/// Whether words of twice the size would do for `problem`, which is in canonical form: its fastest dimension is
/// contiguous on both sides, and every address, extent and stride in question is a multiple of such a word.
bool can_double_words(Problem const& problem) noexcept;

/// The canonical form of `description`, with words of at most `largest_word` bytes. Reads no memory and allocates none.
Problem canonical_problem(Description const& description, int largest_word = 16) noexcept;

/// `planned`, the canonical form of `from`, at the addresses of `to`, which differs from `from` in nothing else.
/// Nothing when its canonical addresses are then not aligned to the words of `planned`.
std::optional<Problem> moved(Problem const& planned, Description const& from, Description const& to) noexcept;

/// Whether the addresses of both are the same modulo 256 bytes, the widest unit that a choice may depend on.
bool is_aligned_alike(Problem const& a, Problem const& b) noexcept;

}  // namespace turnstile
