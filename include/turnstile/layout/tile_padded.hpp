// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/layout/tile_mapping.hpp>

#include <cstddef>

namespace turnstile {

/// mdspan layout policy: a row-major tile with `Pad` unused elements behind each row, as in `float tile[32][32 + Pad]`.
/// Strided; unique; exhaustive only for `Pad` 0.
///
/// Which bank element (row, col) is in, for 4 banks, 4 columns of one word each and `Pad` 1 (`-` is padding):
///
///     0 1 2 3 -
///     1 2 3 0 -
///     2 3 0 1 -
///     3 0 1 2 -
template <int Pad>
struct layout_tile_padded {
  static_assert(Pad >= 0, "turnstile: the padding of layout_tile_padded must not be negative");

  static constexpr int padding     = Pad;   ///< elements between rows
  static constexpr bool is_strided = true;  ///< whether strides describe it

  /// Whether it is a bijection on rows of that many elements.
  static constexpr bool admits(std::size_t) { return true; }
  /// Column at which element (row, col) is stored.
  TURNSTILE_FUNCTION static constexpr int stored_column(int, int col, int) { return col; }

  /// What mdspan asks a layout policy for.
  template <class Extents>
  using mapping = detail::TileMapping<layout_tile_padded, Extents>;
};

}  // namespace turnstile
