// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

/// \file
/// Arithmetic on extents and strides that callers need before they can allocate an output.

namespace turnstile {

/// Extents that the output of a permute must have: entry k is `extents[axes[k]]`, NumPy's rule.
template <std::size_t Rank>
constexpr std::array<std::int64_t, Rank> permuted_extents(std::array<std::int64_t, Rank> const& extents,
                                                          std::array<int, Rank> const& axes) {
  std::array<std::int64_t, Rank> permuted{};
  for (std::size_t k = 0; k < Rank; ++k) permuted[k] = extents.at(static_cast<std::size_t>(axes[k]));
  return permuted;
}

/// The same for a rank known at run time: writes the extents of the output into `permuted`. All three have one length.
constexpr void permuted_extents(std::span<std::int64_t const> extents, std::span<int const> axes,
                                std::span<std::int64_t> permuted) {
  for (std::size_t k = 0; k < axes.size(); ++k) permuted[k] = extents[static_cast<std::size_t>(axes[k])];
}

/// Elements from the lowest to the highest address that a strided array touches: 1 + the sum of (extent - 1) *
/// |stride|, or 0 when some extent is 0. `extents` and `strides` have the same length.
constexpr std::int64_t required_span_size(std::span<std::int64_t const> extents,
                                          std::span<std::int64_t const> strides) {
  std::int64_t span = 1;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    if (extents[k] == 0) return 0;
    if (extents[k] > 1) span += (extents[k] - 1) * (strides[k] < 0 ? -strides[k] : strides[k]);
  }
  return span;
}

}  // namespace turnstile
