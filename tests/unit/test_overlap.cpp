// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "overlap.hpp"

#include <turnstile/problem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace {

using turnstile::canonical_problem;
using turnstile::Description;
using turnstile::detail::input_output_overlap;
using turnstile::detail::output_self_overlap;
using turnstile::detail::Overlap;

using Numbers = std::vector<std::int64_t>;

/// The memory that every test lies in. Addresses are only computed with, never followed.
alignas(64) std::byte memory[1 << 20];

/// A movement between two places of one array, in elements from its start.
Description describe(std::int64_t element_bytes, Numbers const& extents, std::int64_t in, Numbers const& in_strides,
                     std::int64_t out, Numbers const& out_strides) {
  auto const at = [element_bytes](std::int64_t element) {
    return memory + sizeof(memory) / 2 + element * element_bytes;
  };
  Description description;
  description.in            = at(in);
  description.out           = at(out);
  description.element_bytes = element_bytes;
  description.rank          = static_cast<int>(extents.size());
  std::ranges::copy(extents, description.extents.begin());
  std::ranges::copy(in_strides, description.in_strides.begin());
  std::ranges::copy(out_strides, description.out_strides.begin());
  return description;
}

Overlap between(Description const& description) {
  return input_output_overlap(canonical_problem(description));
}

Overlap within_output(Description const& description) {
  return output_self_overlap(canonical_problem(description));
}

TEST(InputOutputOverlap, IsExactForBlocksInOneArray) {
  auto const shifted = [](std::int64_t offset) { return between(describe(4, {64, 64}, 0, {64, 1}, offset, {64, 1})); };
  EXPECT_EQ(shifted(1), Overlap::certain);
  EXPECT_EQ(shifted(4095), Overlap::certain);
  EXPECT_EQ(shifted(4096), Overlap::none);
  EXPECT_EQ(shifted(-1), Overlap::certain);
  EXPECT_EQ(shifted(-4096), Overlap::none);
}

TEST(InputOutputOverlap, AllowsInterleavedColumns) {
  EXPECT_EQ(between(describe(4, {50, 50}, 0, {100, 2}, 1, {100, 2})), Overlap::none) << "even and odd columns";
  EXPECT_EQ(between(describe(4, {50, 50}, 0, {100, 2}, 1, {2, 100})), Overlap::none) << "the same, transposed";
  EXPECT_EQ(between(describe(4, {50, 50}, 0, {100, 2}, 2, {100, 2})), Overlap::certain);
  EXPECT_EQ(between(describe(4, {50, 100}, 0, {200, 1}, 100, {200, 1})), Overlap::none) << "even and odd rows";
  EXPECT_EQ(between(describe(12, {50, 50}, 0, {100, 2}, 1, {100, 2})), Overlap::none) << "elements of three words";
}

TEST(InputOutputOverlap, AllowsLeftAndRightHalvesOfOneMatrix) {
  EXPECT_EQ(between(describe(8, {32, 32}, 0, {64, 1}, 32, {1, 64})), Overlap::none);
  EXPECT_EQ(between(describe(8, {32, 32}, 0, {64, 1}, 31, {1, 64})), Overlap::certain);
}

TEST(InputOutputOverlap, FindsOverlapOfParts) {
  // Elements of 4 bytes, input and output shifted against each other by 2 bytes.
  Description description = describe(4, {8}, 0, {2}, 0, {2});
  description.out         = static_cast<std::byte*>(description.out) + 2;
  EXPECT_EQ(between(description), Overlap::certain);
  description.out = static_cast<std::byte*>(description.out) + 2;
  EXPECT_EQ(between(description), Overlap::none);
}

TEST(InputOutputOverlap, HandlesReversedAndBroadcastInputs) {
  EXPECT_EQ(between(describe(4, {10}, 9, {-1}, 10, {1})), Overlap::none);
  EXPECT_EQ(between(describe(4, {10}, 10, {-1}, 10, {1})), Overlap::certain);
  EXPECT_EQ(between(describe(4, {10}, 20, {0}, 10, {1})), Overlap::none);
  EXPECT_EQ(between(describe(4, {10}, 19, {0}, 10, {1})), Overlap::certain);
}

TEST(OutputSelfOverlap, RefusesStrideZeroAndCollidingStrides) {
  EXPECT_EQ(within_output(describe(8, {10, 5}, 0, {5, 1}, 1000, {4, 3})), Overlap::certain) << "(3,0) meets (0,4)";
  EXPECT_EQ(within_output(describe(8, {4, 5}, 0, {5, 1}, 1000, {4, 5})), Overlap::none) << "would meet at (5,4)";
  EXPECT_EQ(within_output(describe(8, {4, 5}, 0, {5, 1}, 1000, {0, 1})), Overlap::certain);
  EXPECT_EQ(within_output(describe(8, {4, 5}, 0, {5, 1}, 1000, {1, 1})), Overlap::certain);
  EXPECT_EQ(within_output(describe(8, {4, 5}, 0, {5, 1}, 1000, {-5, 1})), Overlap::none);
  EXPECT_EQ(within_output(describe(8, {4, 1}, 0, {1, 1}, 1000, {1, 0})), Overlap::none) << "extent 1 has no neighbour";
}

/// Random small problems, compared with listing every byte.
TEST(Overlap, AgreesWithListingEveryByte) {
  std::mt19937_64 random{7};
  auto const pick = [&random](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>{low, high}(random);
  };
  int certain = 0;
  for (int repeat = 0; repeat < 20000; ++repeat) {
    auto const rank = static_cast<std::size_t>(pick(0, 4));
    Numbers extents(rank), in_strides(rank), out_strides(rank);
    for (auto& extent : extents) extent = pick(1, 4);
    for (auto& stride : in_strides) stride = pick(-6, 12);
    for (auto& stride : out_strides) stride = pick(-6, 24);
    auto const element_bytes = pick(1, 6);
    auto const description   = describe(element_bytes, extents, 0, in_strides, pick(-40, 40), out_strides);

    std::multiset<std::intptr_t> written;
    std::set<std::intptr_t> read;
    Numbers position(rank, 0);
    for (bool more = true; more;) {
      auto in  = reinterpret_cast<std::intptr_t>(description.in);
      auto out = reinterpret_cast<std::intptr_t>(description.out);
      for (std::size_t k = 0; k < rank; ++k) {
        in += position[k] * in_strides[k] * element_bytes;
        out += position[k] * out_strides[k] * element_bytes;
      }
      for (std::int64_t byte = 0; byte < element_bytes; ++byte) {
        read.insert(in + byte);
        written.insert(out + byte);
      }
      more = false;
      for (std::size_t k = 0; k < rank && !more; ++k) {
        more = ++position[k] < extents[k];
        if (!more) position[k] = 0;
      }
    }
    bool const self   = std::adjacent_find(written.begin(), written.end()) != written.end();
    bool const shared = std::ranges::any_of(read, [&](std::intptr_t byte) { return written.contains(byte); });
    ASSERT_EQ(within_output(description), self ? Overlap::certain : Overlap::none) << "repeat " << repeat;
    if (!self) {
      ASSERT_EQ(between(description), shared ? Overlap::certain : Overlap::none) << "repeat " << repeat;
    }
    certain += self || shared ? 1 : 0;
  }
  EXPECT_GT(certain, 1000) << "the random problems must contain both kinds";
  EXPECT_LT(certain, 19000);
}

/// Long arrays of equal strides that lie side by side in one allocation are told apart without a long search.
TEST(InputOutputOverlap, LargeNeighboursInOneAllocationAreDisjoint) {
  EXPECT_EQ(between(describe(4, {30000, 16}, 0, {32, 1}, 16, {32, 1})), Overlap::none);
  EXPECT_EQ(between(describe(4, {20100, 20100}, 0, {40200, 1}, 20100, {40200, 1})), Overlap::none);
  EXPECT_EQ(between(describe(4, {30000, 32, 32}, 0, {2048, 32, 1}, 1024, {2048, 1, 32})), Overlap::none);
  EXPECT_EQ(between(describe(4, {30000, 17}, 0, {32, 1}, 16, {32, 1})), Overlap::certain);
}

}  // namespace
