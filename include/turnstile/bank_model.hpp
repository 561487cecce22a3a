// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/error.hpp>
#include <turnstile/policy.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>

/// \file
/// How many passes an access to banked scratch memory needs: for any list of lane addresses, and for the tile of a
/// TransposePolicy. Everything is constexpr, so that user code can `static_assert(tile_cost(policy,
/// 4).conflict_free())`. The rules, the table of padding and swizzles and the measurements behind the model are in
/// docs/banks.md.

namespace turnstile {

/// What one access by a group of lanes costs.
struct AccessCost {
  int degree          = 0;  //!< most distinct words in one bank during one pass; 1 is conflict-free, 0 means no lane
  std::int64_t passes = 0;  //!< sum of the degrees of all passes: the trips to memory that the access takes

  /// Field by field.
  friend constexpr bool operator==(AccessCost const&, AccessCost const&) = default;
};

/// Scratch memory as a row of banks, each of which serves one word per pass. Word `w` lives in bank `w % banks`.
/// Lanes that touch the same word in one pass share it (broadcast). Addresses are bytes and never negative.
struct BankModel {
  static constexpr int max_banks = 64;  //!< largest `banks` that the functions below accept
  static constexpr int max_lanes = 64;  //!< largest `lanes` that tile_cost() accepts

  int banks      = 32;  //!< number of banks
  int bank_bytes = 4;   //!< bytes of a word, the unit that a bank delivers per pass
  int lanes      = 32;  //!< work items that issue one access together (a warp or wavefront)

  /// Consecutive lanes that are served together: as many as fill all banks once, and at most `lanes`. On NVIDIA 32 for
  /// accesses up to 4 bytes, 16 for 8 bytes and 8 for 16 bytes.
  constexpr int lanes_per_pass(int access_bytes) const {
    int const widest = std::max({access_bytes, bank_bytes, 1});
    return std::max(1, std::min(banks * bank_bytes / widest, lanes));
  }

  /// Distinct words per bank if all lanes of `lane_byte_address`, at most max_lanes, are served in one pass.
  constexpr std::array<int, max_banks> hits(std::span<std::int64_t const> lane_byte_address, int access_bytes) const;

  /// Cost of one access of `access_bytes` by each lane, lanes_per_pass() lanes at a time.
  constexpr AccessCost cost(std::span<std::int64_t const> lane_byte_address, int access_bytes) const;

  /// AccessCost::degree of cost().
  constexpr int degree(std::span<std::int64_t const> lane_byte_address, int access_bytes) const {
    return cost(lane_byte_address, access_bytes).degree;
  }

  /// AccessCost::passes of cost().
  constexpr std::int64_t passes(std::span<std::int64_t const> lane_byte_address, int access_bytes) const {
    return cost(lane_byte_address, access_bytes).passes;
  }

  /// Field by field.
  friend constexpr bool operator==(BankModel const&, BankModel const&) = default;
};

namespace banks {

/// NVIDIA GPUs: 32 banks of 4 bytes, warps of 32. Equal to the profiler's counters in all 30 tile cases that were
/// measured on an H200 (docs/banks.md).
inline constexpr BankModel nvidia{};

/// AMD GPUs with wavefronts of 64 lanes and 32 banks of 4 bytes. By construction only, not measured.
inline constexpr BankModel amd_wave64{32, 4, 64};

}  // namespace banks

/// What a tile costs under a policy: the store of its rows and the load of its columns.
struct TileCost {
  int row_store_degree                  = 0;  //!< worst AccessCost::degree of the row store
  int column_load_degree                = 0;  //!< worst AccessCost::degree of the column load
  std::int64_t row_store_passes         = 0;  //!< passes in which one lane group stores its items, worst lane group
  std::int64_t column_load_passes       = 0;  //!< passes in which one lane group loads its items, worst lane group
  std::int64_t row_store_total_passes   = 0;  //!< passes in which the whole tile is stored
  std::int64_t column_load_total_passes = 0;  //!< passes in which the whole tile is loaded

  /// Whether no access of the tile meets a bank conflict.
  constexpr bool conflict_free() const { return row_store_degree <= 1 && column_load_degree <= 1; }

  /// Field by field.
  friend constexpr bool operator==(TileCost const&, TileCost const&) = default;
};

namespace detail {

/// The distinct words that the lanes of one pass touch, chained by bank. Plain arrays and few statements, because
/// compilers limit the statements of a constant expression and each access to a std::array takes four of them.
class PassWords {
 public:
  explicit constexpr PassWords(BankModel model) : model_(model) {}

  constexpr void touch(std::int64_t byte_address, int access_bytes) {
    std::int64_t const last = (byte_address + access_bytes - 1) / model_.bank_bytes;
    for (std::int64_t word = byte_address / model_.bank_bytes; word <= last; ++word) add(word, word % model_.banks);
  }

  constexpr int degree() const { return degree_; }
  constexpr int hits(int bank) const { return hits_[bank]; }

 private:
  constexpr void add(std::int64_t word, std::int64_t bank) {
    for (int i = newest_[bank]; i != 0; i = older_[i])
      if (word_[i] == word) return;
    if (used_ == max_words) throw InvalidArgument("bank model: more words in one pass than 5 * max_lanes");
    word_[++used_] = word;
    older_[used_]  = newest_[bank];
    newest_[bank]  = used_;
    if (++hits_[bank] > degree_) degree_ = hits_[bank];
  }

  static constexpr int max_words = 5 * BankModel::max_lanes;  // 16 bytes that straddle five 4-byte words

  BankModel model_;
  int degree_                       = 0;
  int used_                         = 0;   // index 0 stays free and ends each chain
  int hits_[BankModel::max_banks]   = {};  // by bank
  int newest_[BankModel::max_banks] = {};  // by bank
  std::int64_t word_[max_words + 1] = {};
  int older_[max_words + 1]         = {};
};

/// Cost of one access by `lanes` lanes, where lane `i` accesses byte `address(i)`.
template <class Address>
constexpr AccessCost access_cost(BankModel model, int lanes, int access_bytes, Address address) {
  AccessCost result;
  int const together = model.lanes_per_pass(access_bytes);
  for (int first = 0; first < lanes; first += together) {
    PassWords words(model);
    for (int lane = first; lane < lanes && lane < first + together; ++lane) words.touch(address(lane), access_bytes);
    result.degree = std::max(result.degree, words.degree());
    result.passes += words.degree();
  }
  return result;
}

/// Throws unless every function can work with `model`.
constexpr void require_model(BankModel model) {
  if (model.banks < 1 || model.banks > BankModel::max_banks) throw InvalidArgument("banks must be in 1..64");
  if (model.lanes < 1 || model.lanes > BankModel::max_lanes) throw InvalidArgument("lanes must be in 1..64");
  if (model.bank_bytes < 4 || model.bank_bytes > 16) throw InvalidArgument("bank_bytes must be in 4..16");
}

constexpr void require_access(std::span<std::int64_t const> lane_byte_address, int access_bytes) {
  if (access_bytes < 1 || access_bytes > 16) throw InvalidArgument("access_bytes must be in 1..16");
  for (std::int64_t const address : lane_byte_address)
    if (address < 0 || address > std::numeric_limits<std::int64_t>::max() / 2)
      throw InvalidArgument("a byte address must be in 0..2^62");
}

}  // namespace detail

constexpr std::array<int, BankModel::max_banks> BankModel::hits(std::span<std::int64_t const> lane_byte_address,
                                                                int access_bytes) const {
  detail::require_model(*this);
  detail::require_access(lane_byte_address, access_bytes);
  detail::PassWords words(*this);
  for (std::int64_t const address : lane_byte_address) words.touch(address, access_bytes);
  std::array<int, max_banks> result{};
  for (int bank = 0; bank < banks; ++bank) result[static_cast<std::size_t>(bank)] = words.hits(bank);
  return result;
}

constexpr AccessCost BankModel::cost(std::span<std::int64_t const> lane_byte_address, int access_bytes) const {
  detail::require_model(*this);
  detail::require_access(lane_byte_address, access_bytes);
  return detail::access_cost(*this, static_cast<int>(lane_byte_address.size()), access_bytes,
                             [=](int lane) { return lane_byte_address[static_cast<std::size_t>(lane)]; });
}

/// Degree of a word access in which lane `i` touches word `i * stride_words`: the rule `gcd(stride, banks)` where a
/// pass has one lane per bank. Stride 0 is a broadcast, degree 1.
[[nodiscard]] constexpr int stride_degree(int stride_words, BankModel model = banks::nvidia) {
  detail::require_model(model);
  if (stride_words == 0) return 1;
  int const banks_hit = model.banks / std::gcd(stride_words, model.banks);
  int const together  = model.lanes_per_pass(model.bank_bytes);
  return (together + banks_hit - 1) / banks_hit;
}

namespace detail {

/// How one work item moves its share of a tile: `accesses` accesses of `access_bytes` for `elements` consecutive
/// elements of a row.
struct ItemMove {
  int elements     = 1;
  int accesses     = 1;
  int access_bytes = 4;
};

/// One element, in words of the largest power of two up to 16 bytes that divides its size.
constexpr ItemMove element_move(int element_bytes) {
  int const word_bytes = std::min(16, element_bytes & -element_bytes);
  return {1, element_bytes / word_bytes, word_bytes};
}

/// Whether every `count` consecutive elements of a row, counted from a multiple of `count`, are also consecutive in the
/// tile and start at a multiple of `count`. `count` is a power of two that divides `tile_cols`.
constexpr bool keeps_together(TransposePolicy const& policy, int count) {
  // Every layout moves a row by whole vectors if it moves the row's first element by whole vectors.
  for (int row = 0; row < policy.tile_rows; ++row)
    if (tile_offset(policy, row, 0) % count != 0) return false;
  return true;
}

/// One vector of `policy.vector_bytes` if the tile has room for it: the vector as a whole where the tile keeps it
/// together, else its elements one after the other. One element if `vector_bytes` asks for no more than that or does
/// not divide a row into vectors.
constexpr ItemMove row_store_move(TransposePolicy const& policy, int element_bytes) {
  int const elements = policy.vector_bytes / element_bytes;
  if (elements < 2 || policy.vector_bytes % element_bytes != 0 || policy.tile_cols % elements != 0)
    return element_move(element_bytes);
  if (keeps_together(policy, elements)) return {elements, 1, policy.vector_bytes};
  return {elements, elements, element_bytes};
}

/// Costs of all lane groups of one kind of access to a tile.
struct GroupCosts {
  int degree                = 0;
  std::int64_t worst_passes = 0;
  std::int64_t total_passes = 0;
};

/// Where group_costs() may give up, for searches that have seen enough.
struct CostLimit {
  int degree          = std::numeric_limits<int>::max();
  std::int64_t passes = std::numeric_limits<std::int64_t>::max();
};

/// Adds up the lane groups of `items` work items, where access `a` of item `t` is at byte `address(t, a)`. Gives up
/// after the lane group that exceeds `limit`.
template <class Address>
constexpr GroupCosts group_costs(int items, ItemMove move, BankModel model, CostLimit limit, Address address) {
  GroupCosts result;
  for (int first = 0; first < items; first += model.lanes) {
    int const lanes     = std::min(model.lanes, items - first);
    std::int64_t passes = 0;
    for (int access = 0; access < move.accesses; ++access) {
      auto const cost =
          access_cost(model, lanes, move.access_bytes, [=](int lane) { return address(first + lane, access); });
      result.degree = std::max(result.degree, cost.degree);
      passes += cost.passes;
    }
    result.worst_passes = std::max(result.worst_passes, passes);
    result.total_passes += passes;
    if (result.degree > limit.degree || result.total_passes > limit.passes) break;
  }
  return result;
}

/// The row store: item `t` stores the elements from number `t * move.elements` of the tile, counted row by row.
constexpr GroupCosts row_store_costs(TransposePolicy const& policy, int element_bytes, BankModel model,
                                     CostLimit limit = {}) {
  ItemMove const move = row_store_move(policy, element_bytes);
  int const items     = policy.tile_rows * policy.tile_cols / move.elements;
  return group_costs(items, move, model, limit, [&](int item, int access) {
    int const byte = access * move.access_bytes;
    int const row  = item * move.elements / policy.tile_cols;
    int const col  = item * move.elements % policy.tile_cols + byte / element_bytes;
    return std::int64_t{element_bytes} * tile_offset(policy, row, col) + byte % element_bytes;
  });
}

/// The column load: item `t` loads element number `t` of the tile, counted column by column.
constexpr GroupCosts column_load_costs(TransposePolicy const& policy, int element_bytes, BankModel model,
                                       CostLimit limit = {}) {
  ItemMove const move = element_move(element_bytes);
  return group_costs(policy.tile_rows * policy.tile_cols, move, model, limit, [&](int item, int access) {
    int const row           = item % policy.tile_rows;
    int const col           = item / policy.tile_rows;
    std::int64_t const byte = access * std::int64_t{move.access_bytes};
    return std::int64_t{element_bytes} * tile_offset(policy, row, col) + byte;
  });
}

/// Whether tile_cost() would be conflict-free; stops at the first conflict.
constexpr bool tile_is_conflict_free(TransposePolicy const& policy, int element_bytes, BankModel model) {
  return column_load_costs(policy, element_bytes, model, {.degree = 1}).degree <= 1 &&
         row_store_costs(policy, element_bytes, model, {.degree = 1}).degree <= 1;
}

/// The padding below `period` with the fewest total passes, the smallest one of several.
constexpr int padding_with_fewest_passes(TransposePolicy policy, int period, int element_bytes, BankModel model) {
  int best                   = 0;
  std::int64_t fewest_passes = std::numeric_limits<std::int64_t>::max();
  for (policy.padding = 0; policy.padding < period; ++policy.padding) {
    auto passes = column_load_costs(policy, element_bytes, model, {.passes = fewest_passes}).total_passes;
    if (passes >= fewest_passes) continue;
    passes += row_store_costs(policy, element_bytes, model, {.passes = fewest_passes - passes}).total_passes;
    if (passes >= fewest_passes) continue;
    best          = policy.padding;
    fewest_passes = passes;
  }
  return best;
}

/// Throws unless a tile of `policy` can be judged by `model`.
constexpr void require_tile(TransposePolicy const& policy, int element_bytes, BankModel model) {
  if (!is_valid(policy)) throw InvalidPolicy(policy_fault(policy));
  if (element_bytes < 1 || element_bytes > 1 << 20) throw InvalidArgument("element_bytes must be in 1..1048576");
  require_model(model);
}

}  // namespace detail

/// Cost of storing a tile of `policy` row by row and loading it column by column, over all lane groups.
///
/// Row store: work item `t` stores element `(t / tile_cols, t % tile_cols)`, or with `vector_bytes = V` the
/// `V / element_bytes` consecutive elements of vector number `t`; a vector that the tile does not keep together
/// (padding 1, for instance) is stored element by element. Column load: work item `t` loads element
/// `(t % tile_rows, t / tile_rows)`, always one element, because elements of a column are not consecutive in the tile.
/// A lane group is `model.lanes` consecutive work items. An element whose size is not 1, 2, 4, 8 or 16 bytes is
/// accessed word by word (the largest power of two up to 16 that divides the size), and every word is judged.
///
/// In constant expressions a tile of 64 x 64 elements of up to 16 bytes stays below the 2^20 steps that clang allows.
/// \throws InvalidPolicy if `policy` is not valid, InvalidArgument if another argument is out of range.
[[nodiscard]] constexpr TileCost tile_cost(TransposePolicy const& policy, int element_bytes,
                                           BankModel model = banks::nvidia) {
  detail::require_tile(policy, element_bytes, model);
  auto const store = detail::row_store_costs(policy, element_bytes, model);
  auto const load  = detail::column_load_costs(policy, element_bytes, model);
  return {store.degree, load.degree, store.worst_passes, load.worst_passes, store.total_passes, load.total_passes};
}

/// Smallest padding, in elements, with which a tile without swizzle is conflict-free: for tiles of 32 x 32 elements one
/// 4-byte word for elements of 1, 2 and 4 bytes (padding 4, 2, 1) and one element for larger ones. Where no padding is
/// conflict-free (elements of 6 bytes; tiles of 16 x 16 floats, whose rows share a lane group) it is the smallest one
/// of those with the fewest passes, and tile_cost() tells what is left. \throws InvalidPolicy, InvalidArgument as
/// tile_cost().
[[nodiscard]] constexpr int conflict_free_padding(int element_bytes, int tile_rows, int tile_cols,
                                                  BankModel model = banks::nvidia) {
  TransposePolicy policy{.tile_rows = tile_rows, .tile_cols = tile_cols};
  detail::require_tile(policy, element_bytes, model);
  int const bytes_of_all_banks = model.banks * model.bank_bytes;
  int const period             = bytes_of_all_banks / std::gcd(bytes_of_all_banks, element_bytes);
  for (policy.padding = 0; policy.padding < period; ++policy.padding)
    if (detail::tile_is_conflict_free(policy, element_bytes, model)) return policy.padding;
  return detail::padding_with_fewest_passes(policy, period, element_bytes, model);
}

/// A policy with an XOR swizzle that makes the tile conflict-free, for numbers of rows and columns that are powers of
/// two and elements of 1, 2, 4, 8 or 16 bytes (or that are an odd number of words at least as wide as a bank: 12 and
/// 24, not 6 or 32).
///
/// Two kinds of address bits choose the bank already: those of the columns within one lane group, and those of the rows
/// that fit side by side into one row of banks. The remaining row bits are XORed into column bits above the former.
/// Other numbers of rows and other elements are accepted, but may leave conflicts: ask tile_cost().
/// \throws InvalidPolicy if `tile_cols` is not a power of two, and as tile_cost().
[[nodiscard]] constexpr TransposePolicy conflict_free_xor(int element_bytes, int tile_rows, int tile_cols,
                                                          BankModel model = banks::nvidia) {
  TransposePolicy policy{.tile_rows     = tile_rows,
                         .tile_cols     = tile_cols,
                         .swizzle       = Swizzle::xor_bits,
                         .swizzle_bits  = 0,
                         .swizzle_base  = 0,
                         .swizzle_shift = 12};
  detail::require_tile(policy, element_bytes, model);

  int const access_bytes  = detail::element_move(element_bytes).access_bytes;
  int const group_lanes   = model.lanes_per_pass(access_bytes);
  int const group_rows    = std::min(tile_rows, group_lanes);
  int const group_cols    = std::min(tile_cols, group_lanes / group_rows);
  int const word_elements = std::min(tile_cols, std::max(1, model.bank_bytes / access_bytes));
  int const bank_elements = word_elements * group_lanes;
  int const rows_abreast  = std::max(1, bank_elements / tile_cols);

  int const column_bits = detail::log2_floor(tile_cols);
  int const abreast     = detail::log2_floor(rows_abreast);
  int const base        = detail::log2_floor(std::max(word_elements, group_cols));
  int const source_bits = std::max(0, detail::log2_floor(group_rows) - abreast);
  policy.swizzle_bits   = std::min(source_bits, column_bits - base);
  policy.swizzle_base   = base;
  policy.swizzle_shift  = column_bits - base + abreast;
  return policy;
}

}  // namespace turnstile
