// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/layout/tile_mapping.hpp>
#include <turnstile/policy.hpp>

#include <cstddef>

namespace turnstile {

/// mdspan layout policy: a row-major tile whose row `r` is rotated to the right by `r * Step` elements.
/// Not strided, no `stride()`; unique; exhaustive. A bijection for any number of rows and columns.
///
/// Which column each place of a 4 x 4 tile holds for `Step` 1, and the bank of element (row, col) if an element is one
/// word and there are 4 banks:
///
///     column held      bank of (row, col)
///     0 1 2 3          0 1 2 3
///     3 0 1 2          1 2 3 0
///     2 3 0 1          2 3 0 1
///     1 2 3 0          3 0 1 2
template <int Step>
struct layout_tile_rotate {
  static_assert(Step >= 1 && Step <= 4096, "turnstile: the step of layout_tile_rotate must be in 1..4096");

  static constexpr int padding     = 0;      ///< elements between rows
  static constexpr bool is_strided = false;  ///< whether strides describe it

  /// Whether it is a bijection on rows of that many elements.
  static constexpr bool admits(std::size_t) { return true; }
  /// Column at which element (row, col) is stored.
  TURNSTILE_FUNCTION static constexpr int stored_column(int row, int col, int cols) {
    return rotated_column(row, col, cols, Step);
  }

  /// What mdspan asks a layout policy for.
  template <class Extents>
  using mapping = detail::TileMapping<layout_tile_rotate, Extents>;
};

}  // namespace turnstile
