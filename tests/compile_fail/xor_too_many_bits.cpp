// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: turnstile: swizzle_base + swizzle_bits must not exceed log2(tile_cols)
#include <turnstile/layout/tile_layout.hpp>

using Layout = turnstile::tile_layout_for<turnstile::TransposePolicy{
    .swizzle = turnstile::Swizzle::xor_bits, .swizzle_bits = 6, .swizzle_shift = 6}>;

int main() {
  return static_cast<int>(sizeof(Layout));
}
