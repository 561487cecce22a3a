// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <turnstile/bank_model.hpp>

#include <gtest/gtest.h>

/// The bank model in constant expressions, as user code has it in a static_assert. That this file compiles is the test;
/// the sizes are the largest that stay within the limits of all compilers without a flag.

namespace turnstile::test {

namespace {

constexpr TransposePolicy tile_64{.tile_rows = 64, .tile_cols = 64, .padding = 1};
constexpr TransposePolicy tile_256{.tile_rows = 256, .tile_cols = 16, .padding = 1};

static_assert(tile_cost({.padding = 1}, 4).conflict_free());
static_assert(!tile_cost({}, 4).conflict_free());
static_assert(tile_cost(tile_64, 4).conflict_free());
static_assert(tile_cost(tile_64, 16).conflict_free());
static_assert(tile_cost({.tile_rows = 64, .tile_cols = 64}, 4).column_load_degree == 32);
static_assert(tile_cost({.tile_rows = 64, .tile_cols = 64}, 16).column_load_degree == 8);
static_assert(tile_cost(tile_256, 4).column_load_degree == 1);
static_assert(tile_cost(tile_64, 4, banks::amd_wave64).conflict_free());

static_assert(conflict_free_padding(1, 32, 32) == 4);
static_assert(conflict_free_padding(2, 32, 32) == 2);
static_assert(conflict_free_padding(4, 32, 32) == 1);
static_assert(conflict_free_padding(8, 32, 32) == 1);
static_assert(conflict_free_padding(16, 32, 32) == 1);
static_assert(conflict_free_padding(12, 32, 32) == 1);
static_assert(conflict_free_padding(4, 16, 16) == 2);
static_assert(conflict_free_padding(1, 64, 64) == 4);

static_assert(tile_cost(conflict_free_xor(1, 64, 64), 1).conflict_free());
static_assert(tile_cost(conflict_free_xor(4, 64, 64), 4).conflict_free());
static_assert(tile_cost(conflict_free_xor(16, 64, 64), 16).conflict_free());

static_assert(stride_degree(33) == 1 && stride_degree(34) == 2 && stride_degree(0) == 1);

template <TransposePolicy P, BankModel Model>
constexpr bool conflict_free_as_template_argument = tile_cost(P, 4, Model).conflict_free();

TEST(BankModelConstexpr, PolicyAndModelAreTemplateArguments) {
  EXPECT_TRUE((conflict_free_as_template_argument<tile_64, banks::nvidia>));
  EXPECT_FALSE((conflict_free_as_template_argument<TransposePolicy{}, banks::nvidia>));
}

TEST(BankModelConstexpr, GivesTheSameAtRunTime) {
  TransposePolicy policy             = tile_64;
  policy.padding                     = 0;
  constexpr TileCost at_compile_time = tile_cost({.tile_rows = 64, .tile_cols = 64}, 4);
  EXPECT_EQ(tile_cost(policy, 4), at_compile_time);
}

}  // namespace

}  // namespace turnstile::test
