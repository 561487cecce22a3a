// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// \file
/// Arithmetic on extents and strides that callers need before they can allocate an output.

namespace turnstile {

/// Writes the extents that the output of a permute must have into `permuted`: entry k is `extents[axes[k]]`, NumPy's
/// rule. All three have one length. \throws InvalidAxes when an entry of `axes` is not in 0 .. rank-1, or is there
/// twice
constexpr void permuted_extents(std::span<std::int64_t const> extents, std::span<int const> axes,
                                std::span<std::int64_t> permuted) {
  for (std::size_t k = 0; k < axes.size(); ++k) {
    if (axes[k] < 0 || static_cast<std::size_t>(axes[k]) >= extents.size())
      throw InvalidAxes("turnstile: axes[" + std::to_string(k) + "] is " + std::to_string(axes[k]) + " for rank " +
                        std::to_string(extents.size()));
    for (std::size_t earlier = 0; earlier < k; ++earlier)
      if (axes[earlier] == axes[k])
        throw InvalidAxes("turnstile: axes[" + std::to_string(k) + "] is " + std::to_string(axes[k]) + ", as axes[" +
                          std::to_string(earlier) + "] is");
    permuted[k] = extents[static_cast<std::size_t>(axes[k])];
  }
}

/// The same for a rank known at compile time.
template <std::size_t Rank>
[[nodiscard]] constexpr std::array<std::int64_t, Rank> permuted_extents(std::array<std::int64_t, Rank> const& extents,
                                                                        std::array<int, Rank> const& axes) {
  std::array<std::int64_t, Rank> permuted{};
  permuted_extents(std::span<std::int64_t const>(extents), std::span<int const>(axes),
                   std::span<std::int64_t>(permuted));
  return permuted;
}

/// Elements from the lowest to the highest address that a strided array touches: 1 + the sum of (extent - 1) *
/// |stride|, or 0 when some extent is 0. `extents` and `strides` have the same length.
/// \throws InvalidArgument when that is more than 2^62
[[nodiscard]] constexpr std::int64_t required_span_size(std::span<std::int64_t const> extents,
                                                        std::span<std::int64_t const> strides) {
  constexpr std::int64_t largest = std::int64_t{1} << 62;
  std::int64_t span              = 1;
  bool is_huge                   = false;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    if (extents[k] == 0) return 0;
    if (extents[k] == 1 || strides[k] == 0) continue;
    auto const steps = extents[k] - 1;
    // Compared by division: the products may not be representable.
    bool const fits = strides[k] >= -largest && strides[k] <= largest &&
                      (strides[k] < 0 ? -strides[k] : strides[k]) <= (largest - span) / steps;
    is_huge = is_huge || !fits;
    if (!is_huge) span += steps * (strides[k] < 0 ? -strides[k] : strides[k]);
  }
  if (is_huge) throw InvalidArgument("turnstile: strides reach over more than 2^62 elements");
  return span;
}

}  // namespace turnstile
