// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <turnstile/bank_model.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

/// Every figure of docs/banks.md, and cases P17, P18, P19, P21 and P22. The expected numbers are those of the profiler
/// or of the case, not of the model.

namespace turnstile::test {

namespace {

constexpr int sizes[] = {1, 2, 4, 8, 16};

TransposePolicy padded(int padding, int side = 32) {
  return {.tile_rows = side, .tile_cols = side, .padding = padding};
}

TransposePolicy rotated() {
  return {.swizzle = Swizzle::rotate, .swizzle_base = 0};
}

TransposePolicy xored() {
  return {.swizzle = Swizzle::xor_bits, .swizzle_bits = 5, .swizzle_base = 0, .swizzle_shift = 5};
}

/// One row of the guide's table for tiles of 32 x 32.
struct TableRow {
  int bytes;
  int none, padding_1, padding_2, padding_one_word, xor_all_rows, rotate_1;
};

std::array<TransposePolicy, 6> policies_of_table(int bytes) {
  return {padded(0), padded(1), padded(2), padded(bytes < 4 ? 4 / bytes : 1), xored(), rotated()};
}

std::array<int, 6> values_of(TableRow const& row) {
  return {row.none, row.padding_1, row.padding_2, row.padding_one_word, row.xor_all_rows, row.rotate_1};
}

// Wavefronts of 32 column loads by one warp, from the profiler's counter on an H200.
constexpr TableRow profiler_column_load[] = {{1, 256, 56, 64, 32, 32, 32},
                                             {2, 512, 48, 32, 32, 32, 32},
                                             {4, 1024, 32, 64, 32, 32, 32},
                                             {8, 1024, 64, 128, 64, 64, 64},
                                             {16, 1024, 128, 256, 128, 128, 128}};

constexpr TableRow column_load_degree[] = {{1, 8, 2, 2, 1, 1, 1},
                                           {2, 16, 2, 1, 1, 1, 1},
                                           {4, 32, 1, 2, 1, 1, 1},
                                           {8, 16, 1, 2, 1, 1, 1},
                                           {16, 8, 1, 2, 1, 1, 1}};

TEST(BankGuide, TotalPassesAreTheProfilersWavefronts) {
  for (TableRow const& row : profiler_column_load) {
    auto const policies = policies_of_table(row.bytes);
    for (std::size_t i = 0; i < policies.size(); ++i)
      EXPECT_EQ(tile_cost(policies[i], row.bytes).column_load_total_passes, values_of(row)[i])
          << policies[i] << ", " << row.bytes << " bytes";
  }
}

TEST(BankGuide, DegreesOfTheTable) {
  for (TableRow const& row : column_load_degree) {
    auto const policies = policies_of_table(row.bytes);
    for (std::size_t i = 0; i < policies.size(); ++i)
      EXPECT_EQ(tile_cost(policies[i], row.bytes).column_load_degree, values_of(row)[i])
          << policies[i] << ", " << row.bytes << " bytes";
  }
}

TEST(BankGuide, RowStoresOfTheTableAreConflictFree) {
  for (int const bytes : sizes)
    for (TransposePolicy const& policy : policies_of_table(bytes)) {
      TileCost const cost = tile_cost(policy, bytes);
      EXPECT_EQ(cost.row_store_degree, 1) << policy << ", " << bytes << " bytes";
      EXPECT_EQ(cost.row_store_total_passes, bytes <= 4 ? 32 : 8 * bytes) << policy << ", " << bytes << " bytes";
    }
}

TEST(BankGuide, RowOfThirtyFourIsATwoWayConflictForWordsAndWider) {
  EXPECT_EQ(tile_cost(padded(2), 4).column_load_degree, 2);
  EXPECT_EQ(tile_cost(padded(2), 8).column_load_degree, 2);
  EXPECT_EQ(tile_cost(padded(2), 2).column_load_degree, 1);
}

TEST(BankGuide, OneElementOfPaddingIsTooLittleForNarrowElements) {
  EXPECT_FALSE(tile_cost(padded(1), 1).conflict_free());
  EXPECT_FALSE(tile_cost(padded(1), 2).conflict_free());
  EXPECT_TRUE(tile_cost(padded(4), 1).conflict_free());
  EXPECT_TRUE(tile_cost(padded(2), 2).conflict_free());
}

TEST(BankGuide, StridesInWords) {
  EXPECT_EQ(stride_degree(1), 1);
  EXPECT_EQ(stride_degree(2), 2);
  EXPECT_EQ(stride_degree(3), 1);
  EXPECT_EQ(stride_degree(12), 4);
  EXPECT_EQ(stride_degree(32), 32);
  EXPECT_EQ(stride_degree(33), 1);
  EXPECT_EQ(stride_degree(34), 2);
  EXPECT_EQ(stride_degree(0), 1);
}

TEST(BankGuide, SmallPictures) {
  TransposePolicy const rotate{.tile_rows = 4, .tile_cols = 4, .swizzle = Swizzle::rotate};
  TransposePolicy const swap{
      .tile_rows = 4, .tile_cols = 4, .swizzle = Swizzle::xor_bits, .swizzle_bits = 2, .swizzle_shift = 2};
  TransposePolicy const padding{.tile_rows = 4, .tile_cols = 4, .padding = 1};
  constexpr int bank_of_rotated[4][4] = {{0, 1, 2, 3}, {1, 2, 3, 0}, {2, 3, 0, 1}, {3, 0, 1, 2}};
  constexpr int held_by_rotated[4][4] = {{0, 1, 2, 3}, {3, 0, 1, 2}, {2, 3, 0, 1}, {1, 2, 3, 0}};
  constexpr int bank_of_xored[4][4]   = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
  for (int row = 0; row < 4; ++row)
    for (int col = 0; col < 4; ++col) {
      int const place = tile_offset(rotate, row, col);
      EXPECT_EQ(place % 4, bank_of_rotated[row][col]);
      EXPECT_EQ(held_by_rotated[place / 4][place % 4], col);
      EXPECT_EQ(tile_offset(swap, row, col) % 4, bank_of_xored[row][col]);
      EXPECT_EQ(tile_offset(padding, row, col) % 4, bank_of_rotated[row][col]);
    }
}

TEST(BankGuide, RowsShorterThanAWarpConflictOnTheStoreWhenPadded) {
  for (int amount = 0; amount < 32; ++amount) EXPECT_FALSE(tile_cost(padded(amount, 16), 4).conflict_free()) << amount;
  TileCost const padding = tile_cost(padded(2, 16), 4);
  EXPECT_EQ(padding.row_store_degree, 2);
  EXPECT_EQ(padding.column_load_degree, 1);
  EXPECT_TRUE(tile_cost(conflict_free_xor(4, 16, 16), 4).conflict_free());
}

TEST(BankGuide, VectorsNeedALayoutThatKeepsThemTogether) {
  TransposePolicy policy{.tile_rows = 64, .tile_cols = 64, .padding = 1, .vector_bytes = 16};
  EXPECT_EQ(tile_cost(policy, 4).row_store_passes, 8);  // four stores of one float each, every one a 2-way conflict
  EXPECT_EQ(tile_cost(policy, 4).row_store_degree, 2);
  EXPECT_EQ(tile_cost(policy, 4).column_load_degree, 1);
  policy.padding = 4;
  EXPECT_EQ(tile_cost(policy, 4).row_store_passes, 4);  // one store of four floats, four passes of eight lanes
  EXPECT_EQ(tile_cost(policy, 4).row_store_degree, 1);
  EXPECT_EQ(tile_cost(policy, 4).column_load_degree, 4);
}

TEST(BankGuide, SixByteElementsHaveNoConflictFreePadding) {
  for (int padding = 0; padding < 64; ++padding) EXPECT_EQ(tile_cost(padded(padding), 6).row_store_degree, 2);
}

TEST(BankGuide, HeightsThatAreNoPowerOfTwoLeaveConflictsWithXor) {
  EXPECT_FALSE(tile_cost(conflict_free_xor(4, 48, 64), 4).conflict_free());
}

/// Odd widths need nothing; others are padded, at the price of the row store, and rotate leaves both sides in conflict.
TEST(BankGuide, WidthsThatAreNoPowerOfTwo) {
  auto const degrees = [](int width, int padding, Swizzle swizzle) {
    auto const cost =
        tile_cost({.tile_rows = 32, .tile_cols = width, .padding = padding, .swizzle = swizzle, .swizzle_base = 0}, 4);
    return std::pair(cost.row_store_degree, cost.column_load_degree);
  };
  EXPECT_EQ(degrees(33, 0, Swizzle::none), std::pair(1, 1));
  for (int const width : {24, 40, 48}) {
    EXPECT_EQ(degrees(width, 1, Swizzle::none), std::pair(2, 1)) << width;
    auto const [row_store, column_load] = degrees(width, 0, Swizzle::rotate);
    EXPECT_GE(row_store, 2) << width;
    EXPECT_GE(column_load, 2) << width;
  }
}

TEST(BankCases, P17PaddingIsInTheAddress) {
  EXPECT_EQ(tile_offset(padded(1), 1, 0) - tile_offset(padded(1), 0, 0), 33);
  EXPECT_EQ(tile_size(padded(1)), 32 * 33);
  EXPECT_EQ(tile_cost(padded(1), 4).column_load_degree, 1);
  EXPECT_EQ(tile_cost(padded(0), 4).column_load_degree, 32);
}

TEST(BankCases, P18SixteenWideTilesNeedAnotherPadding) {
  constexpr int degrees[] = {8, 2, 1, 2};
  for (int padding = 0; padding < 4; ++padding)
    EXPECT_EQ(tile_cost(padded(padding, 16), 4).column_load_degree, degrees[padding]) << padding;
  EXPECT_EQ(conflict_free_padding(4, 16, 16), 2);
  EXPECT_EQ(tile_cost(conflict_free_xor(4, 16, 16), 4).column_load_degree, 1);
}

TEST(BankCases, P19PaddingDependsOnTheElementSize) {
  constexpr int expected[][5] = {
      {1, 8, 2, 2, 1}, {2, 16, 2, 1, 2}, {4, 32, 1, 2, 4}, {8, 16, 1, 2, 4}, {16, 8, 1, 2, 4}};
  for (auto const& [bytes, none, one, two, four] : expected) {
    EXPECT_EQ(tile_cost(padded(0), bytes).column_load_degree, none) << bytes;
    EXPECT_EQ(tile_cost(padded(1), bytes).column_load_degree, one) << bytes;
    EXPECT_EQ(tile_cost(padded(2), bytes).column_load_degree, two) << bytes;
    EXPECT_EQ(tile_cost(padded(4), bytes).column_load_degree, four) << bytes;
  }
  constexpr int paddings[][2] = {{1, 4}, {2, 2}, {4, 1}, {8, 1}, {16, 1}, {12, 1}};
  for (auto const& [bytes, padding] : paddings) {
    EXPECT_EQ(conflict_free_padding(bytes, 32, 32), padding) << bytes;
    EXPECT_TRUE(tile_cost(padded(padding), bytes).conflict_free()) << bytes;
  }
}

TEST(BankCases, P21DefaultSwizzleSuitsElementAndTile) {
  constexpr int tiles[][2] = {{8, 32}, {8, 128}, {16, 16}, {16, 64}, {32, 32}, {64, 32}, {64, 64}};
  for (int const bytes : sizes)
    for (auto const& [rows, cols] : tiles) {
      TransposePolicy const policy = conflict_free_xor(bytes, rows, cols);
      ASSERT_TRUE(is_valid(policy)) << policy_fault(policy);
      EXPECT_EQ(tile_cost(policy, bytes).row_store_degree, 1) << policy << ", " << bytes << " bytes";
      EXPECT_EQ(tile_cost(policy, bytes).column_load_degree, 1) << policy << ", " << bytes << " bytes";
    }
  TransposePolicy const bytes_of_square = conflict_free_xor(1, 32, 32);
  EXPECT_EQ(bytes_of_square.swizzle_bits, 3);
  EXPECT_EQ(bytes_of_square.swizzle_base, 2);
  EXPECT_EQ(bytes_of_square.swizzle_shift, 5);
}

TEST(BankCases, P22XorOnOtherWidthsIsRefusedAndRotateIsNot) {
  for (int const width : {24, 40, 48, 33}) {
    TransposePolicy policy{.tile_rows = width, .tile_cols = width, .swizzle = Swizzle::xor_bits};
    ASSERT_NE(policy_fault(policy), nullptr);
    EXPECT_STREQ(policy_fault(policy), "swizzle xor_bits needs tile_cols to be a power of two");
    EXPECT_THROW(std::ignore = conflict_free_xor(4, width, width), InvalidPolicy);
    policy.swizzle = Swizzle::rotate;
    EXPECT_TRUE(is_valid(policy));
  }
}

}  // namespace

}  // namespace turnstile::test
