// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "with_word.hpp"
#include "workload.hpp"

#include <turnstile/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

/// \file
/// What the arrays of a measurement hold, computed from the index alone, so that big arrays are written and checked by
/// kernels and nothing has to be kept to compare with.

namespace turnstile::perf {

/// Vigna's splitmix64: a bijection of the 64-bit integers whose output looks random.
KOKKOS_INLINE_FUNCTION std::uint64_t splitmix64(std::uint64_t index) {
  std::uint64_t z = index + 0x9e3779b97f4a7c15U;
  z               = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z               = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

/// `bits` without the highest exponent bit of a float in either half, which is that of a double in the upper one: no
/// such number is a NaN. Peers that multiply by 1 make quiet NaNs of signalling ones.
KOKKOS_INLINE_FUNCTION std::uint64_t finite(std::uint64_t bits) {
  return bits & 0xbfffffffbfffffffU;
}

/// The input's element number `index`.
template <class Word>
KOKKOS_INLINE_FUNCTION Word element_at(std::int64_t index) {
  auto const bits = splitmix64(static_cast<std::uint64_t>(index));
  if constexpr (sizeof(Word) == 16)
    return Word{finite(bits), finite(splitmix64(bits))};
  else if constexpr (sizeof(Word) >= 4)
    return static_cast<Word>(finite(bits));
  else
    return static_cast<Word>(bits);
}

/// A value that differs from `word` in every bit: unlike a constant poison, it can never pass for the right one.
template <class Word>
KOKKOS_INLINE_FUNCTION Word complement_of(Word word) {
  if constexpr (sizeof(Word) == 16)
    return Word{~word.low, ~word.high};
  else
    return static_cast<Word>(~word);
}

template <class Word>
KOKKOS_INLINE_FUNCTION bool is_same(Word a, Word b) {
  if constexpr (sizeof(Word) == 16)
    return a.low == b.low && a.high == b.high;
  else
    return a == b;
}

/// From the number of an output element to that of the input element that belongs there.
class SourceIndex {
 public:
  /// A permute as `workload` says.
  static SourceIndex permuted(Workload const& workload) {
    SourceIndex index;
    index.rank_           = workload.rank();
    auto const in_strides = workload.in_strides();
    for (std::size_t k = 0; k < workload.axes.size(); ++k) {
      auto const axis   = static_cast<std::size_t>(workload.axes[k]);
      index.extents_[k] = workload.extents[axis];
      index.strides_[k] = in_strides[axis];
    }
    return index;
  }

  /// A plain copy of `elements` elements.
  static SourceIndex copied(std::int64_t elements) {
    SourceIndex index;
    index.rank_       = 1;
    index.extents_[0] = elements;
    index.strides_[0] = 1;
    return index;
  }

  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t item) const {
    std::int64_t source = 0;
    for (int d = rank_ - 1; d > 0; --d) {
      auto const quotient = item / extents_[d];
      source += (item - quotient * extents_[d]) * strides_[d];
      item = quotient;
    }
    return source + item * strides_[0];
  }

 private:
  int rank_ = 0;
  std::int64_t extents_[max_rank]{};
  std::int64_t strides_[max_rank]{};
};

template <class Word>
struct FillInput {
  Word* in;
  KOKKOS_FUNCTION void operator()(std::int64_t k) const { in[k] = element_at<Word>(k); }
};

template <class Word>
struct PoisonOutput {
  Word* out;
  SourceIndex source;
  KOKKOS_FUNCTION void operator()(std::int64_t k) const { out[k] = complement_of(element_at<Word>(source(k))); }
};

template <class Word>
struct CountWrongElements {
  Word const* out;
  SourceIndex source;
  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& wrong) const {
    if (!is_same(out[k], element_at<Word>(source(k)))) ++wrong;
  }
};

}  // namespace turnstile::perf
