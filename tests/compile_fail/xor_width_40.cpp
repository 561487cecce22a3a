// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: turnstile: swizzle xor_bits needs tile_cols to be a power of two
#include <turnstile/layout/tile_layout.hpp>

using Layout = turnstile::tile_layout_for<turnstile::TransposePolicy{
    .tile_rows = 40, .tile_cols = 40, .swizzle = turnstile::Swizzle::xor_bits}>;

int main() {
  return static_cast<int>(sizeof(Layout));
}
