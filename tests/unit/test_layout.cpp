// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bank_oracle.hpp"

#include <turnstile/layout/tile_layout.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <type_traits>
#include <vector>

namespace turnstile::test {

namespace {

using DynamicTile = Kokkos::dextents<int, 2>;

/// The offsets of all elements, row by row, after a check that they are distinct and lie in 0 .. allocated-1.
template <class Offset>
std::vector<int> distinct_offsets(int rows, int cols, int allocated, Offset offset) {
  std::vector<int> offsets;
  std::vector<bool> used(static_cast<std::size_t>(allocated), false);
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      int const place = offset(row, col);
      if (place < 0 || place >= allocated) {
        ADD_FAILURE() << "(" << row << ", " << col << ") is at " << place << ", outside the tile";
        return {};
      }
      EXPECT_FALSE(used[static_cast<std::size_t>(place)]) << "(" << row << ", " << col << ") shares its place";
      used[static_cast<std::size_t>(place)] = true;
      offsets.push_back(place);
    }
  return offsets;
}

template <TransposePolicy P>
struct Fixed {
  static constexpr TransposePolicy policy = P;
};

template <TransposePolicy P, class Visit>
void visit_if_valid(Visit visit) {
  if constexpr (is_valid(P)) visit(Fixed<P>{});
}

template <int Rows, int Cols, int Padding, class Visit>
void with_padding(Visit visit) {
  visit_if_valid<TransposePolicy{.tile_rows = Rows, .tile_cols = Cols, .padding = Padding}>(visit);
}

template <int Rows, int Cols, int Base, class Visit>
void with_rotate(Visit visit) {
  visit_if_valid<TransposePolicy{
      .tile_rows = Rows, .tile_cols = Cols, .swizzle = Swizzle::rotate, .swizzle_base = Base}>(visit);
}

template <int Rows, int Cols, int Bits, int Base, int Shift, class Visit>
void with_xor(Visit visit) {
  visit_if_valid<TransposePolicy{.tile_rows     = Rows,
                                 .tile_cols     = Cols,
                                 .swizzle       = Swizzle::xor_bits,
                                 .swizzle_bits  = Bits,
                                 .swizzle_base  = Base,
                                 .swizzle_shift = Shift}>(visit);
}

template <int Rows, int Cols, class Visit>
void with_every_layout(Visit visit) {
  with_padding<Rows, Cols, 0>(visit);
  with_padding<Rows, Cols, 1>(visit);
  with_padding<Rows, Cols, 4>(visit);
  with_rotate<Rows, Cols, 0>(visit);
  with_rotate<Rows, Cols, 2>(visit);
  with_xor<Rows, Cols, 3, 0, 6>(visit);
  with_xor<Rows, Cols, 5, 0, 5>(visit);
  with_xor<Rows, Cols, 3, 2, 5>(visit);
}

template <int Rows, class Visit>
void with_every_width(Visit visit) {
  with_every_layout<Rows, 8>(visit);
  with_every_layout<Rows, 16>(visit);
  with_every_layout<Rows, 24>(visit);
  with_every_layout<Rows, 32>(visit);
  with_every_layout<Rows, 64>(visit);
}

template <class Visit>
void with_every_tile(Visit visit) {
  with_every_width<8>(visit);
  with_every_width<16>(visit);
  with_every_width<24>(visit);
  with_every_width<32>(visit);
  with_every_width<64>(visit);
}

TEST(Layout, P20EveryValidPolicyIsABijectionInsideItsTile) {
  int policies     = 0;
  auto const check = [&](TransposePolicy const& policy) {
    if (!is_valid(policy)) return;
    SCOPED_TRACE(to_string(policy));
    ++policies;
    auto const offsets = distinct_offsets(policy.tile_rows, policy.tile_cols, tile_size(policy),
                                          [&](int row, int col) { return tile_offset(policy, row, col); });
    ASSERT_FALSE(offsets.empty());
    auto expected = offsets.begin();
    for (int row = 0; row < policy.tile_rows; ++row)
      for (int col = 0; col < policy.tile_cols; ++col) ASSERT_EQ(*expected++, oracle_position(policy, row, col));
  };
  for (int const rows : {8, 16, 24, 32, 64})
    for (int const cols : {8, 16, 24, 32, 64}) {
      for (int padding = 0; padding <= 8; ++padding) check({.tile_rows = rows, .tile_cols = cols, .padding = padding});
      for (int base = 0; base <= 12; ++base) {
        check({.tile_rows = rows, .tile_cols = cols, .swizzle = Swizzle::rotate, .swizzle_base = base});
        for (int bits = 0; bits <= 6; ++bits)
          for (int shift = 0; shift <= 12; ++shift)
            check({.tile_rows     = rows,
                   .tile_cols     = cols,
                   .swizzle       = Swizzle::xor_bits,
                   .swizzle_bits  = bits,
                   .swizzle_base  = base,
                   .swizzle_shift = shift});
      }
    }
  EXPECT_GT(policies, 25 * (9 + 13));
}

TEST(Layout, P20MappingIsTheWriteMapAndTheReadMap) {
  with_every_tile([](auto fixed) {
    constexpr TransposePolicy P = decltype(fixed)::policy;
    SCOPED_TRACE(to_string(P));
    using StaticTile = Kokkos::extents<int, P.tile_rows, P.tile_cols>;
    using Layout     = tile_layout_for<P>;
    typename Layout::template mapping<StaticTile> const mapping{StaticTile{}};
    typename Layout::template mapping<DynamicTile> const dynamic{DynamicTile{P.tile_rows, P.tile_cols}};
    ASSERT_EQ(mapping.required_span_size(), P.tile_rows * tile_row_stride(P) - P.padding);
    ASSERT_LE(mapping.required_span_size(), tile_size(P));
    auto const offsets = distinct_offsets(P.tile_rows, P.tile_cols, mapping.required_span_size(), mapping);
    ASSERT_FALSE(offsets.empty());

    std::vector<int> tile(static_cast<std::size_t>(mapping.required_span_size()), -1);
    Kokkos::mdspan<int, StaticTile, Layout> const written(tile.data());
    Kokkos::mdspan<int const, DynamicTile, Layout> const read(tile.data(), P.tile_rows, P.tile_cols);
    for (int row = 0; row < P.tile_rows; ++row)
      for (int col = 0; col < P.tile_cols; ++col) {
        ASSERT_EQ(mapping(row, col), tile_offset(P, row, col));
        ASSERT_EQ(dynamic(row, col), tile_offset(P, row, col));
        written(row, col) = row * P.tile_cols + col;
      }
    for (int col = 0; col < P.tile_cols; ++col)
      for (int row = 0; row < P.tile_rows; ++row) ASSERT_EQ(read(row, col), row * P.tile_cols + col);
  });
}

template <class Mapping>
concept HasStride = requires(Mapping const& mapping) { mapping.stride(0); };

TEST(Layout, PropertiesOfPaddedTiles) {
  using Mapping = layout_tile_padded<1>::mapping<Kokkos::extents<int, 32, 32>>;
  static_assert(Mapping::is_always_unique() && Mapping::is_always_strided() && !Mapping::is_always_exhaustive());
  static_assert(layout_tile_padded<0>::mapping<DynamicTile>::is_always_exhaustive());
  constexpr Mapping mapping{Kokkos::extents<int, 32, 32>{}};
  EXPECT_EQ(mapping.stride(0), 33);
  EXPECT_EQ(mapping.stride(1), 1);
  EXPECT_TRUE(mapping.is_unique());
  EXPECT_TRUE(mapping.is_strided());
  EXPECT_FALSE(mapping.is_exhaustive());
  EXPECT_TRUE((layout_tile_padded<1>::mapping<DynamicTile>{DynamicTile{1, 32}}.is_exhaustive()));
}

template <class Layout>
void expect_swizzled_properties() {
  using Mapping = typename Layout::template mapping<DynamicTile>;
  static_assert(Mapping::is_always_unique() && !Mapping::is_always_strided() && Mapping::is_always_exhaustive());
  static_assert(!HasStride<Mapping>);
  Mapping const mapping{DynamicTile{8, 32}};
  EXPECT_TRUE(mapping.is_unique());
  EXPECT_FALSE(mapping.is_strided());
  EXPECT_TRUE(mapping.is_exhaustive());
  EXPECT_EQ(mapping.required_span_size(), 256);
  EXPECT_EQ((Mapping{DynamicTile{0, 32}}.required_span_size()), 0);
  EXPECT_EQ((Mapping{DynamicTile{8, 0}}.required_span_size()), 0);
}

TEST(Layout, PropertiesOfSwizzledTiles) {
  static_assert(HasStride<layout_tile_padded<1>::mapping<DynamicTile>>);
  expect_swizzled_properties<layout_tile_rotate<1>>();
  expect_swizzled_properties<layout_tile_xor<3, 0, 5>>();
}

TEST(Layout, MappingsAreEqualWhenTheirExtentsAre) {
  using Static  = layout_tile_rotate<1>::mapping<Kokkos::extents<int, 8, 8>>;
  using Dynamic = layout_tile_rotate<1>::mapping<DynamicTile>;
  Static const fixed{Kokkos::extents<int, 8, 8>{}};
  EXPECT_TRUE((fixed == Dynamic{DynamicTile{8, 8}}));
  EXPECT_FALSE((fixed == Dynamic{DynamicTile{8, 16}}));
  EXPECT_TRUE(fixed == fixed);
}

TEST(Layout, OneFunctionLeadsFromPolicyToLayout) {
  static_assert(std::is_same_v<tile_layout_for<TransposePolicy{}>, layout_tile_padded<0>>);
  static_assert(std::is_same_v<tile_layout_for<TransposePolicy{.padding = 4}>, layout_tile_padded<4>>);
  static_assert(std::is_same_v<tile_layout_for<TransposePolicy{.swizzle = Swizzle::rotate, .swizzle_base = 2}>,
                               layout_tile_rotate<4>>);
  static_assert(
      std::is_same_v<tile_layout_for<TransposePolicy{.swizzle = Swizzle::xor_bits}>, layout_tile_xor<5, 0, 5>>);
}

TEST(Layout, XorKnowsTheRowsItFits) {
  static_assert(layout_tile_xor<5, 0, 5>::admits(32));
  static_assert(!layout_tile_xor<5, 0, 5>::admits(24));
  static_assert(!layout_tile_xor<5, 0, 5>::admits(16));
  static_assert(!layout_tile_xor<5, 0, 5>::admits(64));
  static_assert(layout_tile_rotate<1>::admits(24));
}

TEST(Layout, P22RotatedTileTransposesWidthsThatAreNoPowerOfTwo) {
  constexpr TransposePolicy policy{.tile_rows = 24, .tile_cols = 24, .swizzle = Swizzle::rotate};
  constexpr int size = 100;
  std::vector<int> in_memory(std::size_t{size} * size);
  std::vector<int> out_memory(std::size_t{size} * size, -1);
  std::iota(in_memory.begin(), in_memory.end(), 0);
  Kokkos::mdspan<int const, DynamicTile> const in(in_memory.data(), size, size);
  Kokkos::mdspan<int, DynamicTile> const out(out_memory.data(), size, size);
  std::vector<int> scratch(static_cast<std::size_t>(tile_size(policy)));
  Kokkos::mdspan<int, Kokkos::extents<int, 24, 24>, tile_layout_for<policy>> const tile(scratch.data());
  for (int row0 = 0; row0 < size; row0 += 24)
    for (int col0 = 0; col0 < size; col0 += 24) {
      int const rows = std::min(24, size - row0);
      int const cols = std::min(24, size - col0);
      for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col) tile(row, col) = in(row0 + row, col0 + col);
      for (int col = 0; col < cols; ++col)
        for (int row = 0; row < rows; ++row) out(col0 + col, row0 + row) = tile(row, col);
    }
  for (int row = 0; row < size; ++row)
    for (int col = 0; col < size; ++col) ASSERT_EQ(out(col, row), row * size + col) << row << ", " << col;
}

}  // namespace

}  // namespace turnstile::test
