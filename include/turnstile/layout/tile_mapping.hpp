// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/device_function.hpp>

#include <cstddef>
#include <span>

namespace turnstile::detail {

/// The mdspan layout mapping that all tile layouts share. It turns (row, col) of a rank-2 tile into an offset.
///
/// \tparam Layout   says how: `Layout::padding` (elements between rows), `Layout::stored_column(row, col, cols)` (where
///                  in its row an element is), `Layout::is_strided` (whether strides describe that) and
///                  `Layout::admits(static_cols)` (whether it is a bijection on rows of that length).
/// \tparam Extents  any specialisation of an mdspan `extents` class template, rank 2. Every extent fits an `int`.
template <class Layout, class Extents>
class TileMapping {
  static_assert(Extents::rank() == 2, "turnstile: a tile layout has rank 2");
  static_assert(Extents::static_extent(1) == std::dynamic_extent || Layout::admits(Extents::static_extent(1)),
                "turnstile: the tile layout is not a bijection on rows of this length");

 public:
  using extents_type = Extents;
  using index_type   = typename Extents::index_type;
  using size_type    = typename Extents::size_type;
  using rank_type    = typename Extents::rank_type;
  using layout_type  = Layout;

  constexpr TileMapping() = default;

  /// \pre Layout::admits(extents.extent(1))
  TURNSTILE_FUNCTION constexpr TileMapping(Extents const& extents) : extents_(extents) {}

  TURNSTILE_FUNCTION constexpr Extents const& extents() const { return extents_; }

  /// One more than the largest offset, 0 for an empty tile. The padding behind the last row does not count.
  TURNSTILE_FUNCTION constexpr index_type required_span_size() const {
    if (extents_.extent(0) == 0 || extents_.extent(1) == 0) return 0;
    return static_cast<index_type>((extents_.extent(0) - 1) * row_stride() + extents_.extent(1));
  }

  template <class Row, class Col>
  TURNSTILE_FUNCTION constexpr index_type operator()(Row row, Col col) const {
    int const column =
        Layout::stored_column(static_cast<int>(row), static_cast<int>(col), static_cast<int>(extents_.extent(1)));
    return static_cast<index_type>(static_cast<index_type>(row) * row_stride() + static_cast<index_type>(column));
  }

  TURNSTILE_FUNCTION static constexpr bool is_always_unique() { return true; }
  TURNSTILE_FUNCTION static constexpr bool is_always_exhaustive() { return Layout::padding == 0; }
  TURNSTILE_FUNCTION static constexpr bool is_always_strided() { return Layout::is_strided; }

  TURNSTILE_FUNCTION constexpr bool is_unique() const { return true; }
  TURNSTILE_FUNCTION constexpr bool is_exhaustive() const {
    return required_span_size() == extents_.extent(0) * extents_.extent(1);
  }
  TURNSTILE_FUNCTION constexpr bool is_strided() const { return Layout::is_strided; }

  /// Elements from one index of `dimension` to the next. Swizzled layouts have no strides and hence no such member.
  TURNSTILE_FUNCTION constexpr index_type stride(rank_type dimension) const
    requires(Layout::is_strided)
  {
    return dimension == 0 ? row_stride() : index_type{1};
  }

  template <class OtherExtents>
  TURNSTILE_FUNCTION friend constexpr bool operator==(TileMapping const& a,
                                                      TileMapping<Layout, OtherExtents> const& b) {
    return a.extents() == b.extents();
  }

 private:
  TURNSTILE_FUNCTION constexpr index_type row_stride() const {
    return static_cast<index_type>(extents_.extent(1) + static_cast<index_type>(Layout::padding));
  }

  Extents extents_{};
};

}  // namespace turnstile::detail
