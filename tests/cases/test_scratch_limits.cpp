// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "elements.hpp"
#include "exact_or_refused.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>

/// \file
/// P23, P25 and P27: tiles against the scratch memory that a space offers.

namespace turnstile_test {
namespace {

using turnstile::TransposePolicy;

template <class Space>
class P23 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P23, AllSpaces, SpaceName);

TYPED_TEST(P23, DefaultPolicyFits) {
  for (std::size_t const bytes : {1u, 2u, 4u, 8u, 16u})
    EXPECT_TRUE(pointers_solve(this->exec, packed_case(bytes, {300, 200}, {1, 0})));
}

TYPED_TEST(P23, LargeTilesAreExactOrRefused) {
  check_exact_or_refused<TransposePolicy{.tile_rows = 64, .tile_cols = 64}, double>(this->exec, {130, 150});
  check_exact_or_refused<TransposePolicy{.tile_rows = 64, .tile_cols = 64, .padding = 1}, double>(this->exec,
                                                                                                  {130, 150});
  check_exact_or_refused<TransposePolicy{.tile_rows = 128, .tile_cols = 128, .padding = 1}, double>(this->exec,
                                                                                                    {130, 150});
}

template <class Space>
class P25 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P25, AllSpaces, SpaceName);

TYPED_TEST(P25, TheLargestCompiledTileOfEachWordRuns) {
  for (std::size_t const bytes : {1u, 2u, 4u, 8u, 16u}) {
    auto const policies = turnstile::compiled_policies<TypeParam>(static_cast<int>(bytes));
    auto const& largest = *std::ranges::max_element(policies, {}, turnstile::tile_size);
    auto const problem  = packed_case(bytes, {3 * largest.tile_cols, 3 * largest.tile_rows}, {1, 0});
    EXPECT_TRUE(pointers_solve(this->exec, problem, largest)) << turnstile::to_string(largest);
  }
}

template <class Space>
class P27 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P27, AllSpaces, SpaceName);

TYPED_TEST(P27, SixteenByteTilesWithOddRows) {
  using Complex = Kokkos::complex<double>;
  for (Extents const& extents : {Extents{31, 17}, {33, 33}, {100, 71}}) {
    check_exact_or_refused<TransposePolicy{.tile_rows = 31, .tile_cols = 17}, Complex>(this->exec, extents);
    check_exact_or_refused<TransposePolicy{.tile_rows = 33, .tile_cols = 33, .padding = 1}, Complex>(this->exec,
                                                                                                     extents);
    check_exact_or_refused<TransposePolicy{.tile_rows = 31, .tile_cols = 17, .padding = 2, .threads = 96}, Complex>(
        this->exec, extents);
  }
}

}  // namespace
}  // namespace turnstile_test
