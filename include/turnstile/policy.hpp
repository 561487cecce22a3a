// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/device_function.hpp>

#include <bit>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

/// \file
/// The policy of a transpose: which tile of scratch memory the data pass through and how the tile is stored.
/// No Kokkos and no CUDA in here, so that the bank model and user code can evaluate a policy anywhere.

namespace turnstile {

/// How the elements of a tile row are rearranged in scratch memory so that reading a column does not hit one bank.
enum class Swizzle {
  none,      ///< element (row, col) is at `row * (tile_cols + padding) + col`
  rotate,    ///< row `row` is rotated to the right by `row << swizzle_base` elements
  xor_bits,  ///< bits of `row` are XORed into bits of `col`: CuTe's `Swizzle<bits, base, shift>`
};

/// Which side of the problem consecutive blocks walk along.
enum class BlockOrder {
  along_output,  ///< consecutive blocks write consecutive pieces of an output row (the faster one on GPUs)
  along_input,   ///< consecutive blocks read consecutive pieces of an input row
};

/// Whether stores go through the cache: those of the native backend of hosts where it writes whole lines. Others take
/// no notice.
enum class Stores {
  automatic,  ///< streaming where the output is too large to be found in cache afterwards
  cached,     ///< for an output that is read soon
  streaming,  ///< past the cache, which writes memory without reading it first
};

/// One way to move a tile. A plain value: use it at run time, or as a template argument.
///
/// A tile has `tile_rows` rows along the output's fastest dimension and `tile_cols` columns along the input's fastest
/// dimension. It is stored row by row and loaded column by column.
struct TransposePolicy {
  int tile_rows     = 32;                        //!< elements along the output's fastest dimension
  int tile_cols     = 32;                        //!< elements along the input's fastest dimension
  int padding       = 0;                         //!< elements added to each tile row ([32][33] is padding 1)
  Swizzle swizzle   = Swizzle::none;             //!< rearrangement within a tile row; needs padding 0 unless none
  int swizzle_bits  = 5;                         //!< XOR: how many bits take part (CuTe's B)
  int swizzle_base  = 0;                         //!< log2 of the elements that stay together (CuTe's M)
  int swizzle_shift = 5;                         //!< XOR: distance from the target to the source bits (CuTe's S)
  int threads       = 256;                       //!< team size on devices; hosts give a tile to one thread
  int vector_bytes  = 0;                         //!< most bytes that a lane moves at once; 0 means one element
  BlockOrder order  = BlockOrder::along_output;  //!< see BlockOrder
  Stores stores     = Stores::automatic;         //!< see Stores

  /// Field by field; those that the swizzle does not use do not count.
  friend constexpr bool operator==(TransposePolicy const& a, TransposePolicy const& b) {
    bool const is_same_swizzle =
        a.swizzle == b.swizzle && (a.swizzle == Swizzle::none || a.swizzle_base == b.swizzle_base) &&
        (a.swizzle != Swizzle::xor_bits || (a.swizzle_bits == b.swizzle_bits && a.swizzle_shift == b.swizzle_shift));
    return is_same_swizzle && a.tile_rows == b.tile_rows && a.tile_cols == b.tile_cols && a.padding == b.padding &&
           a.threads == b.threads && a.vector_bytes == b.vector_bytes && a.order == b.order && a.stores == b.stores;
  }
};

/// The policy without a tile: elements move directly from input to output. Suits copies, matrices too small for a tile,
/// and permutes that keep the fastest dimension.
inline constexpr TransposePolicy no_tile{.tile_rows = 1, .tile_cols = 1};

namespace detail {

constexpr bool is_power_of_two(int value) {
  return value > 0 && std::has_single_bit(static_cast<unsigned>(value));
}

constexpr int log2_floor(int value) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(value))) - 1;
}

/// The rule that an XOR swizzle breaks, or nullptr: source bits must be row bits and target bits column bits, which
/// keeps every element within its own row and makes the map a bijection on the tile.
constexpr char const* xor_fault(TransposePolicy const& policy) {
  if (!is_power_of_two(policy.tile_cols)) return "swizzle xor_bits needs tile_cols to be a power of two";
  int const column_bits = log2_floor(policy.tile_cols);
  if (policy.swizzle_bits < 0) return "swizzle_bits must not be negative";
  if (policy.swizzle_bits > column_bits - policy.swizzle_base)
    return "swizzle_base + swizzle_bits must not exceed log2(tile_cols)";
  if (policy.swizzle_shift < 0 || policy.swizzle_shift > 30 - policy.swizzle_base ||
      policy.swizzle_base + policy.swizzle_shift < column_bits)
    return "swizzle_base + swizzle_shift must be at least log2(tile_cols) and at most 30";
  return nullptr;
}

}  // namespace detail

/// The first rule that `policy` breaks, as a sentence that names the field, or nullptr when the policy is valid.
/// Valid means that its tile layout is a bijection and that a team can work on it.
[[nodiscard]] constexpr char const* policy_fault(TransposePolicy const& policy) {
  constexpr int largest_tile_side = 4096;
  if (policy.tile_rows < 1 || policy.tile_rows > largest_tile_side) return "tile_rows must be in 1..4096";
  if (policy.tile_cols < 1 || policy.tile_cols > largest_tile_side) return "tile_cols must be in 1..4096";
  if (policy.padding < 0 || policy.padding > largest_tile_side) return "padding must be in 0..4096";
  if (policy.threads < 1 || policy.threads > 1024) return "threads must be in 1..1024";
  if (policy.vector_bytes != 0 && (!detail::is_power_of_two(policy.vector_bytes) || policy.vector_bytes > 16))
    return "vector_bytes must be 0, 1, 2, 4, 8 or 16";
  if (policy.order != BlockOrder::along_output && policy.order != BlockOrder::along_input)
    return "order must be along_output or along_input";
  if (policy.stores != Stores::automatic && policy.stores != Stores::cached && policy.stores != Stores::streaming)
    return "stores must be automatic, cached or streaming";
  if (policy.swizzle == Swizzle::none) return nullptr;
  if (policy.swizzle != Swizzle::rotate && policy.swizzle != Swizzle::xor_bits)
    return "swizzle must be none, rotate or xor_bits";
  if (policy.padding != 0) return "padding must be 0 when the tile is swizzled";
  if (policy.swizzle_base < 0 || policy.swizzle_base > 12) return "swizzle_base must be in 0..12";
  return policy.swizzle == Swizzle::xor_bits ? detail::xor_fault(policy) : nullptr;
}

/// Whether `policy` obeys every rule of policy_fault().
[[nodiscard]] constexpr bool is_valid(TransposePolicy const& policy) {
  return policy_fault(policy) == nullptr;
}

/// Elements from one tile row to the next.
TURNSTILE_FUNCTION constexpr int tile_row_stride(TransposePolicy const& policy) {
  return policy.tile_cols + policy.padding;
}

/// Elements that a tile occupies in scratch memory, padding included: `tile_rows * tile_row_stride`.
TURNSTILE_FUNCTION constexpr int tile_size(TransposePolicy const& policy) {
  return policy.tile_rows * tile_row_stride(policy);
}

/// Column at which element (row, col) of a rotated tile is stored. No argument is negative.
TURNSTILE_FUNCTION constexpr int rotated_column(int row, int col, int cols, int step) {
  // Unsigned, so that the remainder by a power of two is one instruction.
  return static_cast<int>(static_cast<unsigned>(row * step + col) % static_cast<unsigned>(cols));
}

/// Column at which element (row, col) of an XOR-swizzled tile is stored. `cols` must be a power of two. For a tile
/// without padding this is CuTe's `Swizzle<bits, base, shift>` applied to the row-major offset.
TURNSTILE_FUNCTION constexpr int xored_column(int row, int col, int cols, int bits, int base, int shift) {
  int const source = (row * cols) >> (base + shift);
  return col ^ ((source & ((1 << bits) - 1)) << base);
}

/// Position of element (row, col) in the tile of a valid `policy`, in elements from the start of the tile.
TURNSTILE_FUNCTION constexpr int tile_offset(TransposePolicy const& policy, int row, int col) {
  int column = col;
  if (policy.swizzle == Swizzle::rotate)
    column = rotated_column(row, col, policy.tile_cols, 1 << policy.swizzle_base);
  else if (policy.swizzle == Swizzle::xor_bits)
    column = xored_column(row, col, policy.tile_cols, policy.swizzle_bits, policy.swizzle_base, policy.swizzle_shift);
  return row * tile_row_stride(policy) + column;
}

/// Short text form such as `32x32+pad1`, `64x64+xor<5,0,6>` or `32x32+rotate<1>`, for messages and labels. Vector
/// width, threads, order and stores follow where they differ from the defaults:
/// `32x32+pad1+vector16+threads128+along_input+cached`.
[[nodiscard]] std::string to_string(TransposePolicy const& policy);

/// The valid policy that to_string() writes as `text`; nothing for any other text.
[[nodiscard]] std::optional<TransposePolicy> parse_policy(std::string_view text);

/// Writes to_string(policy).
std::ostream& operator<<(std::ostream& stream, TransposePolicy const& policy);

}  // namespace turnstile
