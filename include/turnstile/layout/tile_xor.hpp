// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/layout/tile_mapping.hpp>
#include <turnstile/policy.hpp>

#include <cstddef>

namespace turnstile {

/// mdspan layout policy: a row-major tile in which `Bits` bits of the offset from bit `Base + Shift` on, which are bits
/// of the row, are XORed into the bits from `Base` on, which are bits of the column: CuTe's `Swizzle<B, M, S>`.
/// Not strided, no `stride()`; unique; exhaustive. Needs a power of two of columns, `Base + Bits <= log2(columns)` and
/// `log2(columns) <= Base + Shift <= 30`.
///
/// Which bank element (row, col) of a 4 x 4 tile is in for `<2, 0, 2>`, if an element is one word and there are 4
/// banks:
///
///     0 1 2 3
///     1 0 3 2
///     2 3 0 1
///     3 2 1 0
template <int Bits, int Base, int Shift>
struct layout_tile_xor {
  static constexpr int padding     = 0;      ///< elements between rows
  static constexpr bool is_strided = false;  ///< whether strides describe it

  /// Whether it is a bijection on rows of that many elements.
  static constexpr bool admits(std::size_t cols) {
    return cols <= 4096 && is_valid({.tile_cols     = static_cast<int>(cols),
                                     .swizzle       = Swizzle::xor_bits,
                                     .swizzle_bits  = Bits,
                                     .swizzle_base  = Base,
                                     .swizzle_shift = Shift});
  }
  /// Column at which element (row, col) is stored.
  TURNSTILE_FUNCTION static constexpr int stored_column(int row, int col, int cols) {
    return xored_column(row, col, cols, Bits, Base, Shift);
  }

  /// What mdspan asks a layout policy for.
  template <class Extents>
  using mapping = detail::TileMapping<layout_tile_xor, Extents>;
};

}  // namespace turnstile
