// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

/// \file
/// P06 and P07: more batches and tiles than one dimension of a launch grid can count.

namespace turnstile_test {
namespace {

template <class Space>
class P06 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P06, AllSpaces, SpaceName);

TYPED_TEST(P06, ManySmallMatrices) {
  for (std::int64_t const batch : {65535, 65536, 70000, 1000000})
    for (auto const& [rows, cols] : {std::pair{4, 4}, {3, 5}, {1, 1}})
      ASSERT_TRUE(pointers_solve(this->exec, packed_case(8, {batch, rows, cols}, {0, 2, 1})));
}

template <class Space>
class P07 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P07, AllSpaces, SpaceName);

/// Exactness only: a second write of the same value would not be seen.
TYPED_TEST(P07, ManyTilesOnPackedAxes) {
  for (auto const& extents : {Extents{1 << 20, 2, 2, 2}, {3, 1 << 19, 2, 2}})
    for (auto const& axes : {std::vector<int>{3, 2, 1, 0}, {0, 3, 2, 1}, {1, 0, 3, 2}})
      ASSERT_TRUE(pointers_solve(this->exec, packed_case(4, extents, axes)));
}

}  // namespace
}  // namespace turnstile_test
