// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <turnstile/bank_model.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

/// \file
/// What the bank model must say, from sets of words per bank and loops over whole tiles. Shares no function with the
/// library: positions in the tile are worked out here again.

namespace turnstile::test {

/// Position of element (row, col), in elements: the padded row, the rotated row, or CuTe's Swizzle<B, M, S> of the
/// row-major offset.
inline std::int64_t oracle_position(TransposePolicy const& policy, std::int64_t row, std::int64_t col) {
  std::int64_t const offset = row * policy.tile_cols + col;
  switch (policy.swizzle) {
    case Swizzle::none:
      return offset + row * policy.padding;
    case Swizzle::rotate: {
      std::int64_t column = col;
      for (std::int64_t r = 0; r < row; ++r)
        column = (column + (std::int64_t{1} << policy.swizzle_base)) % policy.tile_cols;
      return row * policy.tile_cols + column;
    }
    case Swizzle::xor_bits: {
      std::int64_t const mask   = (std::int64_t{1} << policy.swizzle_bits) - 1;
      std::int64_t const source = mask << (policy.swizzle_base + policy.swizzle_shift);
      return offset ^ ((offset & source) >> policy.swizzle_shift);
    }
  }
  return -1;
}

/// Degree and passes of one access, found byte by byte.
inline AccessCost oracle_cost(std::vector<std::int64_t> const& lane_byte_address, int access_bytes, BankModel model) {
  AccessCost result;
  std::size_t lane = 0;
  while (lane < lane_byte_address.size()) {
    std::map<std::int64_t, std::set<std::int64_t>> words_of_bank;
    int bytes_of_pass = 0;
    int lanes         = 0;
    do {
      for (std::int64_t byte = lane_byte_address[lane]; byte < lane_byte_address[lane] + access_bytes; ++byte)
        words_of_bank[byte / model.bank_bytes % model.banks].insert(byte / model.bank_bytes);
      bytes_of_pass += std::max(access_bytes, model.bank_bytes);
      ++lane;
      ++lanes;
    } while (lane < lane_byte_address.size() && lanes < model.lanes &&
             bytes_of_pass + std::max(access_bytes, model.bank_bytes) <= model.banks * model.bank_bytes);
    int degree = 0;
    for (auto const& [bank, words] : words_of_bank) degree = std::max(degree, static_cast<int>(words.size()));
    result.degree = std::max(result.degree, degree);
    result.passes += degree;
  }
  return result;
}

/// The largest of 16, 8, 4, 2, 1 that divides `element_bytes`.
inline int oracle_word_bytes(int element_bytes) {
  for (int const word : {16, 8, 4, 2})
    if (element_bytes % word == 0) return word;
  return 1;
}

/// The accesses of one work item: byte addresses, and how many bytes each moves.
struct OracleItem {
  std::vector<std::int64_t> byte_address;
  int access_bytes = 0;
};

inline OracleItem oracle_element(TransposePolicy const& policy, int element_bytes, int row, int col) {
  OracleItem item{{}, oracle_word_bytes(element_bytes)};
  for (int byte = 0; byte < element_bytes; byte += item.access_bytes)
    item.byte_address.push_back(oracle_position(policy, row, col) * element_bytes + byte);
  return item;
}

/// Whether every vector of `count` elements lies in one piece, aligned to its size.
inline bool oracle_vectors_are_whole(TransposePolicy const& policy, int count) {
  for (int row = 0; row < policy.tile_rows; ++row)
    for (int col = 0; col < policy.tile_cols; ++col)
      if (oracle_position(policy, row, col) % count != col % count ||
          oracle_position(policy, row, col) - col % count != oracle_position(policy, row, col - col % count))
        return false;
  return true;
}

/// All work items of the row store, in lane order.
inline std::vector<OracleItem> oracle_row_store(TransposePolicy const& policy, int element_bytes) {
  int const count    = policy.vector_bytes / element_bytes;
  bool const vectors = count > 1 && policy.vector_bytes % element_bytes == 0 && policy.tile_cols % count == 0;
  bool const whole   = vectors && oracle_vectors_are_whole(policy, count);
  std::vector<OracleItem> items;
  for (int row = 0; row < policy.tile_rows; ++row)
    for (int col = 0; col < policy.tile_cols; col += vectors ? count : 1) {
      OracleItem item = oracle_element(policy, element_bytes, row, col);
      if (whole) item.access_bytes = policy.vector_bytes;
      for (int next = 1; vectors && !whole && next < count; ++next)
        item.byte_address.push_back(oracle_position(policy, row, col + next) * element_bytes);
      items.push_back(item);
    }
  return items;
}

/// All work items of the column load, in lane order.
inline std::vector<OracleItem> oracle_column_load(TransposePolicy const& policy, int element_bytes) {
  std::vector<OracleItem> items;
  for (int col = 0; col < policy.tile_cols; ++col)
    for (int row = 0; row < policy.tile_rows; ++row) items.push_back(oracle_element(policy, element_bytes, row, col));
  return items;
}

/// Degree, passes of the worst lane group and passes of all lane groups.
struct OracleCosts {
  int degree                = 0;
  std::int64_t worst_passes = 0;
  std::int64_t total_passes = 0;
};

inline OracleCosts oracle_costs(std::vector<OracleItem> const& items, BankModel model) {
  OracleCosts result;
  for (std::size_t first = 0; first < items.size(); first += static_cast<std::size_t>(model.lanes)) {
    std::size_t const last = std::min(items.size(), first + static_cast<std::size_t>(model.lanes));
    std::int64_t passes    = 0;
    for (std::size_t access = 0; access < items[first].byte_address.size(); ++access) {
      std::vector<std::int64_t> addresses;
      for (std::size_t lane = first; lane < last; ++lane) addresses.push_back(items[lane].byte_address[access]);
      AccessCost const cost = oracle_cost(addresses, items[first].access_bytes, model);
      result.degree         = std::max(result.degree, cost.degree);
      passes += cost.passes;
    }
    result.worst_passes = std::max(result.worst_passes, passes);
    result.total_passes += passes;
  }
  return result;
}

/// What tile_cost() must return.
inline TileCost oracle_tile_cost(TransposePolicy const& policy, int element_bytes, BankModel model) {
  OracleCosts const store = oracle_costs(oracle_row_store(policy, element_bytes), model);
  OracleCosts const load  = oracle_costs(oracle_column_load(policy, element_bytes), model);
  return {store.degree, load.degree, store.worst_passes, load.worst_passes, store.total_passes, load.total_passes};
}

}  // namespace turnstile::test
