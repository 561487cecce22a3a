// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: turnstile: threads must be in 1..1024
#include <turnstile/layout/tile_layout.hpp>

using Layout = turnstile::tile_layout_for<turnstile::TransposePolicy{.threads = 0}>;

int main() {
  return static_cast<int>(sizeof(Layout));
}
