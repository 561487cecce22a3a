// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: turnstile: padding must be 0 when the tile is swizzled
#include <turnstile/layout/tile_layout.hpp>

using Layout =
    turnstile::tile_layout_for<turnstile::TransposePolicy{.padding = 1, .swizzle = turnstile::Swizzle::xor_bits}>;

int main() {
  return static_cast<int>(sizeof(Layout));
}
