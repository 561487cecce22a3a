// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: turnstile: padding must be in 0..4096
#include <turnstile/layout/tile_layout.hpp>

using Layout = turnstile::tile_layout_for<turnstile::TransposePolicy{.padding = -1}>;

int main() {
  return static_cast<int>(sizeof(Layout));
}
