// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/layout/tile_padded.hpp>
#include <turnstile/layout/tile_rotate.hpp>
#include <turnstile/layout/tile_xor.hpp>
#include <turnstile/policy.hpp>

#include <string_view>

/// \file
/// The one place that turns a TransposePolicy into a tile layout.

namespace turnstile {

namespace detail {

/// False if the rule that `policy` breaks starts with `rule`.
constexpr bool obeys(TransposePolicy const& policy, std::string_view rule) {
  return is_valid(policy) || !std::string_view(policy_fault(policy)).starts_with(rule);
}

/// One assertion per rule of policy_fault(), so that the compiler's message says which one is broken.
template <TransposePolicy P>
struct ValidPolicy {
  static_assert(obeys(P, "tile_rows"), "turnstile: tile_rows must be in 1..4096");
  static_assert(obeys(P, "tile_cols"), "turnstile: tile_cols must be in 1..4096");
  static_assert(obeys(P, "padding must be in"), "turnstile: padding must be in 0..4096");
  static_assert(obeys(P, "padding must be 0"), "turnstile: padding must be 0 when the tile is swizzled");
  static_assert(obeys(P, "threads"), "turnstile: threads must be in 1..1024");
  static_assert(obeys(P, "vector_bytes"), "turnstile: vector_bytes must be 0, 1, 2, 4, 8 or 16");
  static_assert(obeys(P, "swizzle xor_bits"), "turnstile: swizzle xor_bits needs tile_cols to be a power of two");
  static_assert(obeys(P, "swizzle_bits must not be negative"), "turnstile: swizzle_bits must not be negative");
  static_assert(obeys(P, "swizzle_base must"), "turnstile: swizzle_base must be in 0..12");
  static_assert(obeys(P, "swizzle_base + swizzle_bits"),
                "turnstile: swizzle_base + swizzle_bits must not exceed log2(tile_cols)");
  static_assert(obeys(P, "swizzle_base + swizzle_shift"),
                "turnstile: swizzle_base + swizzle_shift must be at least log2(tile_cols) and at most 30");
  static_assert(is_valid(P), "turnstile: the policy breaks a rule of turnstile::policy_fault");
};

// A class and not a function with deduced type: nvcc 13 loses its way in a decltype that depends on a class-type
// argument.
template <TransposePolicy P, Swizzle = P.swizzle>
struct TileLayout : ValidPolicy<P> {
  using type = layout_tile_padded<P.padding>;
};

template <TransposePolicy P>
struct TileLayout<P, Swizzle::rotate> : ValidPolicy<P> {
  using type = layout_tile_rotate<(1 << P.swizzle_base)>;
};

template <TransposePolicy P>
struct TileLayout<P, Swizzle::xor_bits> : ValidPolicy<P> {
  using type = layout_tile_xor<P.swizzle_bits, P.swizzle_base, P.swizzle_shift>;
};

}  // namespace detail

/// The tile layout of policy `P`, an mdspan layout policy: mapping a `tile_rows` x `tile_cols` tile with it gives
/// `tile_offset(P, row, col)`. A policy that is not valid does not compile, and the message names the rule.
template <TransposePolicy P>
using tile_layout_for = typename detail::TileLayout<P>::type;

}  // namespace turnstile
