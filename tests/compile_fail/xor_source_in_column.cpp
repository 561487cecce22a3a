// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: turnstile: swizzle_base + swizzle_shift must be at least log2(tile_cols) and at most 30
#include <turnstile/layout/tile_layout.hpp>

using Layout = turnstile::tile_layout_for<turnstile::TransposePolicy{
    .swizzle = turnstile::Swizzle::xor_bits, .swizzle_bits = 2, .swizzle_shift = 2}>;

int main() {
  return static_cast<int>(sizeof(Layout));
}
