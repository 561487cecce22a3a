// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <turnstile/problem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

namespace {

using turnstile::canonical_problem;
using turnstile::Description;
using turnstile::Problem;

using Numbers = std::vector<std::int64_t>;

/// Two places far enough apart. Addresses are only computed with, never followed.
alignas(64) std::byte input_memory[1 << 16];
alignas(64) std::byte output_memory[1 << 16];

std::byte* input_at(std::ptrdiff_t bytes) {
  return input_memory + (1 << 15) + bytes;
}
std::byte* output_at(std::ptrdiff_t bytes) {
  return output_memory + (1 << 15) + bytes;
}

Description describe(std::int64_t element_bytes, Numbers const& extents, Numbers const& in_strides,
                     Numbers const& out_strides, std::byte* in = input_at(0), std::byte* out = output_at(0)) {
  Description description;
  description.in            = in;
  description.out           = out;
  description.element_bytes = element_bytes;
  description.rank          = static_cast<int>(extents.size());
  std::ranges::copy(extents, description.extents.begin());
  std::ranges::copy(in_strides, description.in_strides.begin());
  std::ranges::copy(out_strides, description.out_strides.begin());
  return description;
}

Numbers list(std::array<std::int64_t, Problem::capacity> const& values, int rank) {
  return {values.begin(), values.begin() + rank};
}

/// Calls `visit(input byte distance, output byte distance)` for every step of a strided loop nest.
template <class Lists, class Visit>
void for_each_position(Lists const& lists, int rank, std::int64_t unit, Visit const& visit, int axis = 0,
                       std::int64_t in = 0, std::int64_t out = 0) {
  if (axis == rank) return visit(in, out);
  auto const d = static_cast<std::size_t>(axis);
  for (std::int64_t i = 0; i < lists.extents[d]; ++i)
    for_each_position(lists, rank, unit, visit, axis + 1, in + i * lists.in_strides[d] * unit,
                      out + i * lists.out_strides[d] * unit);
}

/// Which input byte goes to which output byte, as addresses.
using ByteMap = std::map<std::uintptr_t, std::uintptr_t>;

template <class Lists>
ByteMap byte_map(Lists const& lists, int rank, std::int64_t unit) {
  ByteMap map;
  auto const in  = reinterpret_cast<std::uintptr_t>(lists.in);
  auto const out = reinterpret_cast<std::uintptr_t>(lists.out);
  for_each_position(lists, rank, unit, [&](std::int64_t in_distance, std::int64_t out_distance) {
    for (std::int64_t byte = 0; byte < unit; ++byte)
      map[out + static_cast<std::uintptr_t>(out_distance + byte)] =
          in + static_cast<std::uintptr_t>(in_distance + byte);
  });
  return map;
}

TEST(CanonicalProblem, MergesAPackedCopyIntoWideWords) {
  Problem const problem = canonical_problem(describe(4, {6, 4, 8}, {32, 8, 1}, {32, 8, 1}));
  EXPECT_EQ(problem.word_bytes, 16);
  EXPECT_EQ(problem.rank, 1);
  EXPECT_EQ(problem.extents[0], 6 * 4 * 8 / 4);
  EXPECT_EQ(problem.words(), 48);
  EXPECT_FALSE(problem.is_transposing());
}

TEST(CanonicalProblem, KeepsTheTwoDimensionsOfATranspose) {
  // out [7, 5] row-major from in [5, 7] row-major, ordered by output axis.
  Problem const problem = canonical_problem(describe(4, {7, 5}, {1, 7}, {5, 1}));
  EXPECT_EQ(problem.rank, 2);
  EXPECT_EQ(problem.word_bytes, 4);
  EXPECT_EQ(list(problem.extents, 2), (Numbers{7, 5}));
  EXPECT_EQ(list(problem.in_strides, 2), (Numbers{1, 7}));
  EXPECT_EQ(list(problem.out_strides, 2), (Numbers{5, 1}));
  EXPECT_TRUE(problem.is_transposing());
  EXPECT_EQ(problem.output_fastest(), 1);
  EXPECT_EQ(problem.input_fastest(), 0);
}

TEST(CanonicalProblem, SortsByOutputStride) {
  // The output is column-major, so its first axis is the fastest.
  Problem const problem = canonical_problem(describe(4, {7, 5}, {1, 7}, {1, 7}));
  EXPECT_EQ(problem.rank, 1) << "both sides are the same packed memory";
  Problem const transposing = canonical_problem(describe(4, {7, 5}, {5, 1}, {1, 7}));
  EXPECT_EQ(list(transposing.extents, 2), (Numbers{5, 7}));
  EXPECT_EQ(list(transposing.out_strides, 2), (Numbers{7, 1}));
}

TEST(CanonicalProblem, DropsDimensionsOfExtentOneWhateverTheirStride) {
  for (std::int64_t const stride : {0, 3, 60, 7777, -1}) {
    Problem const problem = canonical_problem(describe(4, {1, 3, 4, 5}, {stride, 1, 15, 3}, {60, 20, 5, 1}));
    Problem const without = canonical_problem(describe(4, {3, 4, 5}, {1, 15, 3}, {20, 5, 1}));
    EXPECT_EQ(problem.rank, without.rank);
    EXPECT_EQ(list(problem.extents, problem.rank), list(without.extents, without.rank));
    EXPECT_EQ(list(problem.in_strides, problem.rank), list(without.in_strides, without.rank));
  }
}

TEST(CanonicalProblem, FusesNeighboursOfAHighRankPermutation) {
  // (10,10,10,100,10,10,10) with axes [3,0,1,2,4,5,6] is (1000,100,1000) with axes [1,0,2].
  Problem const problem =
      canonical_problem(describe(8, {100, 10, 10, 10, 10, 10, 10}, {1000, 10000000, 1000000, 100000, 100, 10, 1},
                                 {1000000, 100000, 10000, 1000, 100, 10, 1}));
  EXPECT_EQ(problem.word_bytes, 16) << "the run of 1000 doubles moves in pairs";
  EXPECT_EQ(list(problem.extents, problem.rank), (Numbers{100, 1000, 500}));
}

TEST(CanonicalProblem, TurnsOddElementsIntoRunsOfWords) {
  struct Expectation {
    std::int64_t element_bytes;
    int word_bytes;
  };
  for (auto const& [element_bytes, word_bytes] :
       {Expectation{1, 1}, {2, 2}, {3, 1}, {4, 4}, {6, 2}, {8, 8}, {12, 4}, {16, 16}, {20, 4}, {24, 8}, {40, 8}}) {
    Problem const problem = canonical_problem(describe(element_bytes, {7, 5}, {1, 7}, {5, 1}));
    EXPECT_EQ(problem.word_bytes, word_bytes) << "element of " << element_bytes << " bytes";
    EXPECT_EQ(problem.words() * problem.word_bytes, 35 * element_bytes);
    EXPECT_EQ(problem.element_bytes, element_bytes);
  }
  EXPECT_EQ(canonical_problem(describe(32, {7, 5}, {1, 7}, {5, 1})).word_bytes, 16);
}

TEST(CanonicalProblem, NarrowsWordsToTheAlignmentOfBothSides) {
  for (int const bytes : {1, 2, 4, 8, 16}) {
    Problem const in_side  = canonical_problem(describe(16, {7, 5}, {1, 7}, {5, 1}, input_at(bytes), output_at(0)));
    Problem const out_side = canonical_problem(describe(16, {7, 5}, {1, 7}, {5, 1}, input_at(0), output_at(bytes)));
    EXPECT_EQ(in_side.word_bytes, bytes);
    EXPECT_EQ(out_side.word_bytes, bytes);
  }
}

TEST(CanonicalProblem, NeverWidensBeyondWhatTheCallerAllows) {
  for (int const largest : {1, 2, 4, 8, 16})
    EXPECT_LE(canonical_problem(describe(4, {64}, {1}, {1}), largest).word_bytes, largest);
}

TEST(CanonicalProblem, MakesOutputStridesPositive) {
  Problem const problem = canonical_problem(describe(4, {5, 7}, {7, 1}, {-7, 1}));
  EXPECT_EQ(problem.rank, 2);
  EXPECT_EQ(list(problem.out_strides, 2), (Numbers{7, 1}));
  EXPECT_EQ(list(problem.in_strides, 2), (Numbers{-7, 1}));
  EXPECT_EQ(problem.in, input_at(112));
  EXPECT_EQ(problem.out, output_at(-112));
}

TEST(CanonicalProblem, EmptyWhenSomeExtentIsZero) {
  for (Numbers const& extents : {Numbers{0, 0}, Numbers{0, 7}, Numbers{7, 0}}) {
    Problem const problem = canonical_problem(describe(4, extents, {7, 1}, {1, 7}, nullptr, nullptr));
    EXPECT_TRUE(problem.empty);
    EXPECT_EQ(problem.words(), 0);
  }
}

TEST(CanonicalProblem, RankZeroIsOneElement) {
  Problem const problem = canonical_problem(describe(4, {}, {}, {}));
  EXPECT_FALSE(problem.empty);
  EXPECT_EQ(problem.rank, 0);
  EXPECT_EQ(problem.words(), 1);
  EXPECT_EQ(problem.output_fastest(), -1);
  EXPECT_EQ(problem.input_fastest(), -1);
}

TEST(CanonicalProblem, IdentityNeedsEqualAddressesAndStrides) {
  EXPECT_TRUE(canonical_problem(describe(4, {5, 7}, {9, 1}, {9, 1}, input_at(0), input_at(0))).is_identity());
  EXPECT_FALSE(canonical_problem(describe(4, {5, 7}, {9, 1}, {9, 1}, input_at(0), output_at(0))).is_identity());
  EXPECT_FALSE(canonical_problem(describe(4, {5, 5}, {5, 1}, {1, 5}, input_at(0), input_at(0))).is_identity());
}

TEST(CanonicalProblem, IgnoresBroadcastDimensionsOfTheInputWhenLookingForItsFastest) {
  Problem const problem = canonical_problem(describe(4, {5, 7, 3}, {1, 0, 5}, {21, 3, 1}));
  EXPECT_EQ(problem.input_fastest(), 0);
  Problem const constant = canonical_problem(describe(4, {5, 7}, {0, 0}, {7, 1}));
  EXPECT_EQ(constant.input_fastest(), -1);
  EXPECT_FALSE(constant.is_transposing());
}

TEST(CanonicalProblem, RankThirtyTwoPlusTheRunOfWordsFits) {
  // Gaps between all dimensions keep them apart: every stride is three times the one before it.
  Numbers const extents(32, 2);
  Numbers in_strides, out_strides;
  std::int64_t stride = 1;
  for (int k = 0; k < 32; ++k, stride *= 3) in_strides.push_back(stride);
  out_strides.assign(in_strides.rbegin(), in_strides.rend());
  Problem const problem = canonical_problem(describe(12, extents, in_strides, out_strides));
  EXPECT_EQ(problem.rank, 33);
  EXPECT_EQ(problem.words(), (std::int64_t{1} << 32) * 3);
}

/// The canonical form of random problems moves the same bytes to the same places, in order and with nothing to merge.
TEST(CanonicalProblem, MovesTheSameBytesAsItsDescription) {
  std::mt19937_64 random{20260101};
  auto const pick = [&random](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>{low, high}(random);
  };
  for (int repeat = 0; repeat < 2000; ++repeat) {
    auto const rank = static_cast<std::size_t>(pick(0, 5));
    Numbers extents(rank), in_strides(rank), out_strides(rank), order(rank);
    for (std::size_t k = 0; k < rank; ++k) order[k] = static_cast<std::int64_t>(k);
    for (auto& extent : extents) extent = pick(1, 4);
    for (Numbers* const strides : {&in_strides, &out_strides}) {
      std::ranges::shuffle(order, random);
      std::int64_t span = 1;
      for (auto const k : order) {
        auto const axis  = static_cast<std::size_t>(k);
        (*strides)[axis] = span * (pick(0, 3) == 0 ? -1 : 1);
        span *= extents[axis];
        if (pick(0, 2) == 0) span += pick(1, 3);
      }
    }
    std::int64_t const element_bytes = pick(1, 20);
    auto const shift                 = pick(0, 16);
    Description const description =
        describe(element_bytes, extents, in_strides, out_strides, input_at(0), output_at(shift));
    Problem const problem = canonical_problem(description);

    ASSERT_EQ(byte_map(problem, problem.rank, problem.word_bytes),
              byte_map(description, description.rank, description.element_bytes));
    for (int d = 0; d < problem.rank; ++d) {
      ASSERT_GT(problem.extents[static_cast<std::size_t>(d)], 1);
      ASSERT_GT(problem.out_strides[static_cast<std::size_t>(d)], 0);
    }
    ASSERT_TRUE(
        std::is_sorted(problem.out_strides.begin(), problem.out_strides.begin() + problem.rank, std::greater<>{}));
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(problem.in) % static_cast<std::uintptr_t>(problem.word_bytes), 0u);
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(problem.out) % static_cast<std::uintptr_t>(problem.word_bytes), 0u);
  }
}

/// Alignment counts at the addresses that a reversed axis is walked from.
TEST(MovedProblem, LooksAtCanonicalAddresses) {
  auto const at = [](std::ptrdiff_t element) {
    return describe(8, {3, 4, 2}, {8, 2, -1}, {8, 2, -1}, input_at(8 * element), output_at(8 * element));
  };
  auto const planned = canonical_problem(at(1));
  ASSERT_EQ(planned.word_bytes, 16);
  EXPECT_FALSE(moved(planned, at(1), at(2)).has_value());
  auto const same = moved(planned, at(1), at(1));
  EXPECT_TRUE(same && same->in == planned.in);
  auto const further = moved(planned, at(1), at(3));
  EXPECT_TRUE(further && further->out == canonical_problem(at(3)).out);
}

}  // namespace
