// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

/// \file
/// P55 and P56: every tile kernel on ragged shapes, small enough for race checkers (compute-sanitizer's racecheck and
/// synccheck on devices, ThreadSanitizer on hosts).

namespace turnstile_test {
namespace {

template <class Space>
class P55 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P55, AllSpaces, SpaceName);

TYPED_TEST(P55, EveryTileKernel) {
  for (auto const& choice : all_policies<TypeParam>(4))
    EXPECT_TRUE(pointers_solve(this->exec, packed_case(4, {257, 129}, {1, 0}), choice)) << to_string(choice);
}

template <class Space>
class P56 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P56, AllSpaces, SpaceName);

/// 33 x 40 tiles of 32 x 32, many more than teams run at once; a tile that is used again too early shows as a wrong
/// element.
TYPED_TEST(P56, ManyTilesATeam) {
  for (std::size_t const bytes : {1u, 4u, 8u}) {
    PermuteCase problem = packed_case(bytes, {1056, 1280}, {1, 0});
    for (std::uint64_t repeat = 0; repeat < 20; ++repeat) {
      problem.salt = 1000 * repeat;
      ASSERT_TRUE(pointers_solve(this->exec, problem));
    }
  }
}

}  // namespace
}  // namespace turnstile_test
