// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bank_oracle.hpp"

#include <turnstile/bank_model.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace turnstile::test {

namespace {

std::vector<BankModel> const models{banks::nvidia, banks::amd_wave64, {16, 4, 32}, {64, 4, 64}, {32, 8, 32}};

std::string name(BankModel model) {
  return std::to_string(model.banks) + " banks of " + std::to_string(model.bank_bytes) + " bytes, " +
         std::to_string(model.lanes) + " lanes";
}

std::vector<std::int64_t> strided(int lanes, std::int64_t stride_bytes) {
  std::vector<std::int64_t> addresses(static_cast<std::size_t>(lanes));
  std::int64_t next = 0;
  for (std::int64_t& address : addresses) {
    address = next;
    next += stride_bytes;
  }
  return addresses;
}

/// Paddings, rotations and XOR swizzles that are valid on a tile.
std::vector<TransposePolicy> policies_of(int rows, int cols) {
  std::vector<TransposePolicy> policies;
  for (int const padding : {0, 1, 2, 3, 4, 8})
    policies.push_back({.tile_rows = rows, .tile_cols = cols, .padding = padding});
  for (int const base : {0, 1, 2, 4})
    policies.push_back({.tile_rows = rows, .tile_cols = cols, .swizzle = Swizzle::rotate, .swizzle_base = base});
  for (int const base : {0, 1, 2})
    for (int const bits : {1, 3, 5})
      for (int const shift : {3, 5, 6}) {
        TransposePolicy const policy{.tile_rows     = rows,
                                     .tile_cols     = cols,
                                     .swizzle       = Swizzle::xor_bits,
                                     .swizzle_bits  = bits,
                                     .swizzle_base  = base,
                                     .swizzle_shift = shift};
        if (is_valid(policy)) policies.push_back(policy);
      }
  return policies;
}

TEST(BankModel, LanesPerPassFillTheBanksOnce) {
  EXPECT_EQ(banks::nvidia.lanes_per_pass(1), 32);
  EXPECT_EQ(banks::nvidia.lanes_per_pass(4), 32);
  EXPECT_EQ(banks::nvidia.lanes_per_pass(8), 16);
  EXPECT_EQ(banks::nvidia.lanes_per_pass(16), 8);
  EXPECT_EQ(banks::amd_wave64.lanes_per_pass(4), 32);
  EXPECT_EQ(banks::amd_wave64.lanes_per_pass(16), 8);
  EXPECT_EQ((BankModel{64, 4, 32}.lanes_per_pass(4)), 32);
  EXPECT_EQ((BankModel{2, 4, 32}.lanes_per_pass(16)), 1);
}

TEST(BankModel, ContiguousAccessIsConflictFree) {
  for (BankModel const model : models)
    for (int const bytes : {1, 2, 4, 8, 16}) {
      auto const addresses = strided(model.lanes, bytes);
      EXPECT_EQ(model.degree(addresses, bytes), 1) << name(model) << ", " << bytes;
      EXPECT_EQ(model.passes(addresses, bytes) * model.lanes_per_pass(bytes), model.lanes) << name(model) << bytes;
    }
}

TEST(BankModel, StrideFollowsTheGcdRule) {
  for (BankModel const model : models)
    for (int stride = 0; stride <= 3 * model.banks; ++stride) {
      auto const addresses = strided(model.lanes, std::int64_t{stride} * model.bank_bytes);
      EXPECT_EQ(stride_degree(stride, model), oracle_cost(addresses, model.bank_bytes, model).degree)
          << name(model) << ", stride " << stride;
      EXPECT_EQ(model.degree(addresses, model.bank_bytes), stride_degree(stride, model))
          << name(model) << ", stride " << stride;
    }
  for (int stride = 1; stride <= 96; ++stride) {
    EXPECT_EQ(stride_degree(stride), std::gcd(stride, 32));
    EXPECT_EQ(stride_degree(-stride), std::gcd(stride, 32));
  }
}

TEST(BankModel, OneWordForAllLanesIsABroadcast) {
  EXPECT_EQ(stride_degree(0), 1);
  EXPECT_EQ(banks::nvidia.degree(strided(32, 0), 4), 1);
  EXPECT_EQ(banks::nvidia.passes(strided(32, 0), 4), 1);
  // Four lanes a word, eight words; two words of one bank, each shared by half of the lanes.
  EXPECT_EQ(banks::nvidia.degree(strided(32, 1), 1), 1);
  std::vector<std::int64_t> halves(32, 0);
  std::fill(halves.begin() + 16, halves.end(), 128);
  EXPECT_EQ(banks::nvidia.degree(halves, 4), 2);
}

TEST(BankModel, HitsCountDistinctWordsOfEachBank) {
  // Words 0; 0 and 1 (not aligned); 32; 64; 1; 33; 16.
  std::vector<std::int64_t> const addresses{0, 1, 128, 256, 4, 132, 64};
  auto const hits = banks::nvidia.hits(addresses, 4);
  EXPECT_EQ(hits[0], 3);
  EXPECT_EQ(hits[1], 2);
  EXPECT_EQ(hits[16], 1);
  EXPECT_EQ(std::accumulate(hits.begin(), hits.end(), 0), 6);
}

TEST(BankModel, NoLaneCostsNothing) {
  EXPECT_EQ(banks::nvidia.cost({}, 4), (AccessCost{0, 0}));
}

TEST(BankModel, AnyAddressesCostWhatTheOracleSays) {
  std::mt19937 random(20260501);
  for (BankModel const model : models)
    for (int const bytes : {1, 2, 4, 8, 16})
      for (int round = 0; round < 300; ++round) {
        std::uniform_int_distribution<std::int64_t> element(0, std::int64_t{1} << (3 + round % 9));
        std::uniform_int_distribution<std::size_t> lanes(1, static_cast<std::size_t>(model.lanes));
        bool const aligned = round % 2 == 0;
        std::vector<std::int64_t> addresses(lanes(random));
        for (auto& address : addresses) address = element(random) * (aligned ? bytes : 1);
        EXPECT_EQ(model.cost(addresses, bytes), oracle_cost(addresses, bytes, model)) << name(model) << ", " << bytes;
      }
}

TEST(BankModel, MoreWordsThanOnePassCanHoldAreRefused) {
  EXPECT_THROW(banks::nvidia.hits(strided(400, 4), 4), InvalidArgument);
  EXPECT_EQ(banks::nvidia.passes(strided(400, 4), 4), 13);
}

void expect_tile_costs_of_oracle(int rows, int cols, BankModel model) {
  for (TransposePolicy const& policy : policies_of(rows, cols))
    for (int const bytes : {1, 2, 3, 4, 8, 12, 16})
      ASSERT_EQ(tile_cost(policy, bytes, model), oracle_tile_cost(policy, bytes, model))
          << policy << ", " << bytes << " bytes, " << name(model);
}

TEST(TileCost, MatchesTheOracle) {
  for (int const rows : {8, 16, 24, 32})
    for (int const cols : {8, 16, 24, 32}) expect_tile_costs_of_oracle(rows, cols, banks::nvidia);
  expect_tile_costs_of_oracle(64, 64, banks::nvidia);
}

TEST(TileCost, MatchesTheOracleForOtherModels) {
  for (BankModel const model : models)
    for (int const rows : {8, 24, 64}) expect_tile_costs_of_oracle(rows, 16, model);
}

TEST(TileCost, MatchesTheOracleWithVectors) {
  for (int const side : {16, 24})
    for (TransposePolicy policy : policies_of(side, side))
      for (int const bytes : {1, 2, 3, 4, 8, 12, 16})
        for (int const vector_bytes : {1, 2, 4, 8, 16}) {
          policy.vector_bytes = vector_bytes;
          ASSERT_EQ(tile_cost(policy, bytes), oracle_tile_cost(policy, bytes, banks::nvidia))
              << policy << ", " << bytes;
        }
}

TEST(TileCost, MatchesTheOracleOnOddTiles) {
  for (int const rows : {1, 3, 7, 31, 48})
    for (int const cols : {1, 5, 20, 33, 96})
      for (TransposePolicy const& policy : policies_of(rows, cols))
        for (int const bytes : {1, 4, 16, 24})
          ASSERT_EQ(tile_cost(policy, bytes), oracle_tile_cost(policy, bytes, banks::nvidia))
              << policy << ", " << bytes;
}

TEST(TileCost, RefusesWhatItCannotJudge) {
  EXPECT_THROW(std::ignore = tile_cost({.padding = -1}, 4), InvalidPolicy);
  EXPECT_THROW(std::ignore = tile_cost({}, 0), InvalidArgument);
  EXPECT_THROW(std::ignore = tile_cost({}, 4, {65, 4, 32}), InvalidArgument);
  EXPECT_THROW(std::ignore = tile_cost({}, 4, {32, 4, 65}), InvalidArgument);
  EXPECT_THROW(std::ignore = tile_cost({}, 4, {32, 0, 32}), InvalidArgument);
  EXPECT_THROW(std::ignore = conflict_free_padding(4, 0, 32), InvalidPolicy);
  EXPECT_THROW(std::ignore = conflict_free_xor(4, 24, 24), InvalidPolicy);
}

TEST(ConflictFreePadding, IsTheSmallestOneThatTheOracleAccepts) {
  for (BankModel const model : models)
    for (int const rows : {8, 24})
      for (int const cols : {16, 32})
        for (int const bytes : {1, 4, 6, 8, 12, 16}) {
          int expected       = -1;
          std::int64_t least = 0;
          int const period   = model.banks * model.bank_bytes / std::gcd(model.banks * model.bank_bytes, bytes);
          for (int padding = 0; padding < period; ++padding) {
            auto const cost =
                oracle_tile_cost({.tile_rows = rows, .tile_cols = cols, .padding = padding}, bytes, model);
            auto const passes = cost.row_store_total_passes + cost.column_load_total_passes;
            if (expected < 0 || passes < least) {
              expected = padding;
              least    = passes;
            }
            if (cost.row_store_degree == 1 && cost.column_load_degree == 1) break;
          }
          ASSERT_EQ(conflict_free_padding(bytes, rows, cols, model), expected)
              << rows << "x" << cols << ", " << bytes << " bytes, " << name(model);
        }
}

TEST(ConflictFreeXor, IsConflictFreeOnEveryPowerOfTwo) {
  for (BankModel const model : models)
    for (int const bytes : {1, 2, 4, 8, 12, 16, 24}) {
      bool const is_one_word = bytes == oracle_word_bytes(bytes);
      if (!is_one_word && oracle_word_bytes(bytes) < model.bank_bytes) continue;
      for (int rows = 1; rows <= 64; rows *= 2)
        for (int cols = 1; cols <= 64; cols *= 2) {
          TransposePolicy const policy = conflict_free_xor(bytes, rows, cols, model);
          ASSERT_TRUE(is_valid(policy)) << policy << ": " << policy_fault(policy);
          auto const cost = oracle_tile_cost(policy, bytes, model);
          EXPECT_TRUE(cost.row_store_degree == 1 && cost.column_load_degree == 1)
              << policy << ", " << bytes << " bytes, " << name(model) << ": " << cost.row_store_degree << " and "
              << cost.column_load_degree;
        }
    }
}

}  // namespace

}  // namespace turnstile::test
