// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "huge_case.hpp"
#include "memory_available.hpp"
#include "views.hpp"

#include <turnstile/transpose.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

/// \file
/// P01 to P05: counts, offsets and strides beyond 32 bits, on the default execution space. Skipped where memory is
/// short.

namespace turnstile_test {
namespace {

using Space = Kokkos::DefaultExecutionSpace;

constexpr std::size_t guards_and_slack = std::size_t{1} << 20;

void permute_pointers(HugeCase<Space> const& huge, PermuteCase const& problem) {
  turnstile::permute(Space{}, huge.in(), huge.out(), problem.element_bytes, problem.extents, problem.in_strides,
                     problem.out_strides, problem.axes);
}

void check(PermuteCase const& problem) {
  SCOPED_TRACE(to_string(problem));
  std::size_t const bytes = HugeCase<Space>::bytes_needed(problem);
  if (!has_memory<Space>(bytes)) GTEST_SKIP() << to_string(problem) << " needs " << bytes << " bytes";
  HugeCase<Space> huge(problem);
  EXPECT_TRUE(huge.solved_by([&] { permute_pointers(huge, problem); }));
}

/// One field [4096, 1, 32768] out of [4096, 33, 32768] bytes in LayoutLeft, by subviews.
class P01 : public testing::Test {
 protected:
  static PermuteCase field(int number, bool gather) {
    Extents const in_field{1, 4096, 135168};
    Extents const packed{1, 4096, 4096};
    PermuteCase problem;
    problem.element_bytes                           = 1;
    problem.extents                                 = {4096, 1, 32768};
    problem.axes                                    = {0, 1, 2};
    problem.in_strides                              = gather ? in_field : packed;
    problem.out_strides                             = gather ? packed : in_field;
    (gather ? problem.in_shift : problem.out_shift) = static_cast<std::size_t>(number) * 4096;
    return problem;
  }

  template <class T>
  static auto all_fields(T* field_start, int number) {
    return Kokkos::subview(view_at<T, 3, Kokkos::LayoutLeft, Space>(field_start - number * 4096, {4096, 33, 32768}, {}),
                           Kokkos::ALL, std::pair{number, number + 1}, Kokkos::ALL);
  }
};

TEST_F(P01, GathersAField) {
  for (int const number : {32, 0}) {
    auto const problem = field(number, true);
    auto const bytes   = HugeCase<Space>::bytes_needed(problem) + guards_and_slack;
    if (!has_memory<Space>(bytes)) GTEST_SKIP() << "needs " << bytes << " bytes";
    HugeCase<Space> huge(problem);
    auto const out = view_at<std::uint8_t, 3, Kokkos::LayoutLeft, Space>(huge.out(), {4096, 1, 32768}, {});
    EXPECT_TRUE(huge.solved_by([&] { turnstile::relayout(Space{}, all_fields(huge.in(), number), out); }));
  }
}

TEST_F(P01, ScattersAField) {
  auto const problem = field(32, false);
  auto const bytes   = HugeCase<Space>::bytes_needed(problem) + guards_and_slack;
  if (!has_memory<Space>(bytes)) GTEST_SKIP() << "needs " << bytes << " bytes";
  HugeCase<Space> huge(problem);
  auto const in = view_at<std::uint8_t const, 3, Kokkos::LayoutLeft, Space>(huge.in(), {4096, 1, 32768}, {});
  EXPECT_TRUE(huge.solved_by([&] { turnstile::relayout(Space{}, in, all_fields(huge.out(), 32)); }));
}

TEST(P02, FewRowsWithAStrideOfAGibibyte) {
  PermuteCase problem = packed_case(1, {3, 64}, {1, 0});
  problem.in_strides  = {1073741824, 1};
  check(problem);
  problem             = packed_case(1, {64, 3}, {1, 0});
  problem.out_strides = {1073741824, 1};
  check(problem);
}

TEST(P03, CountsAroundTwoToThe31And32) {
  for (auto const& extents : {Extents{2, 1073741824}, {2, 1073741825}, {1073741824, 2}, {65536, 65536}})
    check(packed_case(1, extents, {1, 0}));
}

/// There and back, each compared in full.
void check_round_trip(Extents const& extents, std::vector<int> const& axes) {
  check(packed_case(1, extents, axes));
  std::vector<int> back(axes.size());
  for (std::size_t k = 0; k < axes.size(); ++k) back[static_cast<std::size_t>(axes[k])] = static_cast<int>(k);
  check(packed_case(1, permuted(extents, axes), back));
}

TEST(P04, RoundTripsAroundInt32Max) {
  check_round_trip({33640000, 64}, {1, 0});
  check_round_trip({269120000, 8}, {1, 0});
  check_round_trip({5800, 5800, 64}, {2, 1, 0});
  check_round_trip({5800, 5800, 64}, {0, 2, 1});
  check_round_trip({22500000, 1, 96}, {0, 2, 1});
  check_round_trip({3, 500000000}, {1, 0});
}

void check_tall_and_wide(std::int64_t rows, std::size_t element_bytes) {
  for (std::int64_t const cols : {1, 4, 33}) {
    check(packed_case(element_bytes, {rows, cols}, {1, 0}));
    check(packed_case(element_bytes, {cols, rows}, {1, 0}));
  }
}

TEST(P05, TallAndWide) {
  for (std::int64_t const rows : {65535, 65536, 1048560, 1048561, 2097120, 2097121, 4194304})
    for (std::size_t const element_bytes : {1u, 4u}) check_tall_and_wide(rows, element_bytes);
  check_tall_and_wide(134217729, 1);
}

}  // namespace
}  // namespace turnstile_test
