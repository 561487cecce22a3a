// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The control of this folder: the same calls with valid policies compile.
#include <turnstile/bank_model.hpp>
#include <turnstile/layout/tile_layout.hpp>

#include <type_traits>

using turnstile::Swizzle;
using turnstile::tile_layout_for;
using turnstile::TransposePolicy;

using Padded  = tile_layout_for<TransposePolicy{.padding = 1}>;
using Rotated = tile_layout_for<TransposePolicy{.tile_rows = 24, .tile_cols = 24, .swizzle = Swizzle::rotate}>;
using Xored   = tile_layout_for<TransposePolicy{.swizzle = Swizzle::xor_bits}>;

static_assert(std::is_same_v<Padded, turnstile::layout_tile_padded<1>>);
static_assert(std::is_same_v<Rotated, turnstile::layout_tile_rotate<1>>);
static_assert(std::is_same_v<Xored, turnstile::layout_tile_xor<5, 0, 5>>);
static_assert(turnstile::tile_cost({.padding = 1}, 4).conflict_free());

int main() {}
