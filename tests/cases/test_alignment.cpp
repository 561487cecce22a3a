// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>

/// \file
/// P42 and P43: word width against the real addresses and strides.

namespace turnstile_test {
namespace {

template <class Space>
class P42 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P42, AllSpaces, SpaceName);

TYPED_TEST(P42, OffsetsOfBothSidesAndOddPitches) {
  for (std::size_t const bytes : {1u, 2u, 4u, 8u})
    for (Extents const& extents : {Extents{64, 64}, {128, 96}})
      for (std::int64_t const extra : {0, 1, 4})
        for (std::size_t in_offset = 0; in_offset <= 8; ++in_offset)
          for (std::size_t out_offset = 0; out_offset <= 8; ++out_offset)
            for (std::vector<int> const& axes : {std::vector<int>{1, 0}, {0, 1}}) {
              PermuteCase problem = packed_case(bytes, extents, axes);
              problem.in_strides[0] += extra;
              problem.out_strides[0] += extra;
              problem.in_shift  = in_offset * bytes;
              problem.out_shift = out_offset * bytes;
              ASSERT_TRUE(pointers_solve(this->exec, problem));
            }
}

template <class Space>
class P43 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P43, AllSpaces, SpaceName);

TYPED_TEST(P43, CubesAtEveryBaseAlignment) {
  for (std::size_t const bytes : {4u, 8u})
    for (std::size_t const shift : {0u, 8u, 16u, 24u})
      for (std::int64_t const extra : {0, 1}) {
        auto axes = identity_axes(3);
        do {
          PermuteCase problem = packed_case(bytes, {50, 50, 50}, axes);
          problem.in_strides  = {50 * (50 + extra), 50 + extra, 1};
          problem.out_strides = problem.in_strides;
          problem.in_shift    = shift;
          problem.out_shift   = 24 - shift;
          ASSERT_TRUE(pointers_solve(this->exec, problem));
        } while (std::ranges::next_permutation(axes).found);
      }
}

}  // namespace
}  // namespace turnstile_test
