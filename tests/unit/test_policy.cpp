// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <turnstile/policy.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

namespace turnstile::test {

namespace {

std::string fault(TransposePolicy const& policy) {
  char const* const text = policy_fault(policy);
  EXPECT_EQ(is_valid(policy), text == nullptr);
  return text == nullptr ? "" : text;
}

TransposePolicy xored(int cols, int bits, int base, int shift) {
  return {.tile_cols     = cols,
          .swizzle       = Swizzle::xor_bits,
          .swizzle_bits  = bits,
          .swizzle_base  = base,
          .swizzle_shift = shift};
}

TEST(Policy, DefaultsAreValid) {
  EXPECT_EQ(fault({}), "");
  EXPECT_EQ(fault({.padding = 1}), "");
  EXPECT_EQ(fault({.swizzle = Swizzle::rotate}), "");
  EXPECT_EQ(fault({.swizzle = Swizzle::xor_bits}), "");
}

TEST(Policy, FaultNamesTheField) {
  EXPECT_EQ(fault({.tile_rows = 0}), "tile_rows must be in 1..4096");
  EXPECT_EQ(fault({.tile_rows = 4097}), "tile_rows must be in 1..4096");
  EXPECT_EQ(fault({.tile_cols = -32}), "tile_cols must be in 1..4096");
  EXPECT_EQ(fault({.padding = -1}), "padding must be in 0..4096");
  EXPECT_EQ(fault({.padding = 4097}), "padding must be in 0..4096");
  EXPECT_EQ(fault({.threads = 0}), "threads must be in 1..1024");
  EXPECT_EQ(fault({.threads = 1025}), "threads must be in 1..1024");
  EXPECT_EQ(fault({.vector_bytes = 3}), "vector_bytes must be 0, 1, 2, 4, 8 or 16");
  EXPECT_EQ(fault({.vector_bytes = 32}), "vector_bytes must be 0, 1, 2, 4, 8 or 16");
  EXPECT_EQ(fault({.order = static_cast<BlockOrder>(7)}), "order must be along_output or along_input");
  EXPECT_EQ(fault({.swizzle = static_cast<Swizzle>(7)}), "swizzle must be none, rotate or xor_bits");
  EXPECT_EQ(fault({.padding = 1, .swizzle = Swizzle::rotate}), "padding must be 0 when the tile is swizzled");
  EXPECT_EQ(fault({.padding = 1, .swizzle = Swizzle::xor_bits}), "padding must be 0 when the tile is swizzled");
  EXPECT_EQ(fault({.swizzle = Swizzle::rotate, .swizzle_base = 13}), "swizzle_base must be in 0..12");
  EXPECT_EQ(fault({.swizzle = Swizzle::rotate, .swizzle_base = -1}), "swizzle_base must be in 0..12");
}

TEST(Policy, XorMovesRowBitsIntoColumnBits) {
  std::string const too_many   = "swizzle_base + swizzle_bits must not exceed log2(tile_cols)";
  std::string const not_source = "swizzle_base + swizzle_shift must be at least log2(tile_cols) and at most 30";
  for (int const cols : {24, 33, 40, 48})
    EXPECT_EQ(fault(xored(cols, 3, 0, 6)), "swizzle xor_bits needs tile_cols to be a power of two");
  EXPECT_EQ(fault(xored(32, 5, 0, 5)), "");
  EXPECT_EQ(fault(xored(32, 6, 0, 5)), too_many);
  EXPECT_EQ(fault(xored(32, 3, 3, 5)), too_many);
  EXPECT_EQ(fault(xored(32, -1, 0, 5)), "swizzle_bits must not be negative");
  EXPECT_EQ(fault(xored(32, 5, 0, 4)), not_source);
  EXPECT_EQ(fault(xored(32, 3, 2, 3)), "");
  EXPECT_EQ(fault(xored(32, 3, 2, 28)), "");
  EXPECT_EQ(fault(xored(32, 3, 2, 29)), not_source);
}

TEST(Policy, ExtremeNumbersAreRefusedWithoutOverflow) {
  constexpr int largest = std::numeric_limits<int>::max();
  EXPECT_NE(fault(xored(32, largest, 1, 5)), "");
  EXPECT_NE(fault(xored(32, 1, 1, largest)), "");
  EXPECT_NE(fault(xored(largest, 1, 1, 5)), "");
  EXPECT_NE(fault({.padding = largest}), "");
}

TEST(Policy, FieldsThatTheSwizzleDoesNotUseDoNotCount) {
  EXPECT_EQ((TransposePolicy{.padding = 1, .swizzle_bits = 0, .swizzle_base = 3, .swizzle_shift = 0}),
            (TransposePolicy{.padding = 1}));
  TransposePolicy const rotated{.swizzle = Swizzle::rotate, .swizzle_base = 1};
  TransposePolicy other = rotated;
  other.swizzle_bits    = 0;
  other.swizzle_shift   = 9;
  EXPECT_EQ(other, rotated);
  EXPECT_EQ(parse_policy(to_string(other)), other);
  other.swizzle_base = 2;
  EXPECT_NE(other, rotated);
  EXPECT_NE(xored(32, 5, 0, 5), xored(32, 4, 0, 5));
  EXPECT_NE(xored(32, 4, 0, 5), xored(32, 4, 1, 5));
  EXPECT_NE(xored(32, 4, 0, 5), xored(32, 4, 0, 6));
}

TEST(Policy, SizeIncludesThePadding) {
  EXPECT_EQ(tile_row_stride({.padding = 1}), 33);
  EXPECT_EQ(tile_size({.padding = 1}), 1056);
  EXPECT_EQ(tile_size({.tile_rows = 8, .tile_cols = 128}), 1024);
}

TEST(Policy, TextForm) {
  EXPECT_EQ(to_string({}), "32x32");
  EXPECT_EQ(to_string({.padding = 1}), "32x32+pad1");
  EXPECT_EQ(to_string({.tile_rows = 64, .tile_cols = 16, .padding = 4}), "64x16+pad4");
  EXPECT_EQ(to_string({.swizzle = Swizzle::rotate}), "32x32+rotate<1>");
  EXPECT_EQ(to_string({.swizzle = Swizzle::rotate, .swizzle_base = 2}), "32x32+rotate<4>");
  EXPECT_EQ(to_string(xored(64, 5, 0, 6)), "32x64+xor<5,0,6>");
}

TEST(Policy, TextFormNamesWhatDiffersFromTheDefaults) {
  TransposePolicy const policy{.padding = 1, .threads = 128, .vector_bytes = 16, .order = BlockOrder::along_input};
  EXPECT_EQ(to_string(policy), "32x32+pad1+vector16+threads128+along_input");
}

TEST(Policy, TextFormOfPoliciesThatAreNotValid) {
  EXPECT_EQ(to_string({.padding = -1}), "32x32+pad-1");
  EXPECT_EQ(to_string({.padding = 1, .swizzle = Swizzle::rotate, .swizzle_base = 99}), "32x32+pad1+rotate<2^99>");
  EXPECT_EQ(to_string({.swizzle = static_cast<Swizzle>(7)}), "32x32+unknown_swizzle");
}

TEST(Policy, TextFormIsRead) {
  for (auto const& policy :
       {TransposePolicy{}, no_tile, TransposePolicy{.tile_rows = 4096, .tile_cols = 1, .padding = 4096},
        TransposePolicy{.swizzle = Swizzle::rotate, .swizzle_base = 12}, xored(64, 4, 2, 6),
        TransposePolicy{.padding = 7,
        .threads                 = 1024,
        .vector_bytes            = 16,
        .order                   = BlockOrder::along_input,
        .stores                  = Stores::streaming},
        TransposePolicy{.vector_bytes = 1, .stores = Stores::cached}})
    EXPECT_EQ(parse_policy(to_string(policy)), policy) << policy;
}

TEST(Policy, OtherTextsAreNotRead) {
  for (std::string_view const text : {"",
                                      "32",
                                      "32x",
                                      "x32",
                                      "32x32 ",
                                      " 32x32",
                                      "032x32",
                                      "+32x32",
                                      "32X32",
                                      "32x32+",
                                      "32x32+pad",
                                      "32x32+pad0",
                                      "32x32+pad-1",
                                      "32x32+pad1+pad1",
                                      "32x32+pad99999999999999999999",
                                      "0x32",
                                      "4097x32",
                                      "32x32+rotate",
                                      "32x32+rotate<3>",
                                      "32x32+rotate<0>",
                                      "32x32+rotate<-2147483648>",
                                      "32x32+rotate<8192>",
                                      "32x32+pad1+rotate<1>",
                                      "32x32+rotate<1>+xor<5,0,5>",
                                      "32x32+xor<5,0>",
                                      "32x32+xor<5,0,5",
                                      "32x32+xor<6,0,5>",
                                      "32x32+vector0",
                                      "32x32+vector3",
                                      "32x32+threads256",
                                      "32x32+threads128+vector16",
                                      "32x32+along_output",
                                      "32x32+cached+streaming",
                                      "32x32+unknown_swizzle"})
    EXPECT_EQ(parse_policy(text), std::nullopt) << text;
}

TEST(Policy, StreamsItsTextForm) {
  std::ostringstream stream;
  stream << TransposePolicy{.padding = 1} << ' ' << TransposePolicy{};
  EXPECT_EQ(stream.str(), "32x32+pad1 32x32");
}

}  // namespace

}  // namespace turnstile::test
