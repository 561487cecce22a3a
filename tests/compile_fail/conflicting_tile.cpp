// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: static assertion failed
#include <turnstile/bank_model.hpp>

constexpr turnstile::TransposePolicy unpadded{.tile_rows = 32, .tile_cols = 32};
static_assert(turnstile::tile_cost(unpadded, 4).conflict_free());

int main() {}
