// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>

/// \file
/// P14 to P16: extents that are no multiple of any tile.

namespace turnstile_test {
namespace {

template <class Space>
class P14 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P14, AllSpaces, SpaceName);

template <class Space>
void check(Space const& space, PermuteCase const& problem, std::vector<PolicyChoice> const& choices) {
  CaseRunner<Space> runner(problem);
  for (auto const& choice : choices)
    ASSERT_TRUE(runner.solved_by(space, [&] { permute_pointers(space, runner, choice); })) << to_string(choice);
}

TYPED_TEST(P14, EveryPolicyOnEverySizeUpToSeventy) {
  auto const choices = all_policies<TypeParam>(4);
  for (std::int64_t rows = 1; rows <= 70; ++rows)
    for (std::int64_t cols = 1; cols <= 70 && !this->HasFatalFailure(); ++cols)
      check(this->exec, packed_case(4, {rows, cols}, {1, 0}), choices);
}

TYPED_TEST(P14, OtherElementsOnEverySizeUpToSeventy) {
  for (std::size_t const bytes : {2u, 8u})
    for (std::int64_t rows = 1; rows <= 70; ++rows)
      for (std::int64_t cols = 1; cols <= 70 && !this->HasFatalFailure(); ++cols)
        check(this->exec, packed_case(bytes, {rows, cols}, {1, 0}), {PolicyChoice{}});
}

TYPED_TEST(P14, AroundMultiplesOfTiles) {
  std::vector<std::int64_t> const sizes{95, 96, 97, 127, 128, 129, 255, 256, 257, 1000, 1023, 1024, 1025};
  for (std::size_t const bytes : {2u, 4u, 8u})
    for (auto const rows : sizes)
      for (auto const cols : sizes)
        if (!this->HasFatalFailure()) check(this->exec, packed_case(bytes, {rows, cols}, {1, 0}), {PolicyChoice{}});
}

TYPED_TEST(P14, EveryPolicyOnSomeLargerSizes) {
  for (std::size_t const bytes : {2u, 4u, 8u})
    for (Extents const& extents : {Extents{95, 129}, {127, 257}, {257, 255}, {1025, 97}, {100, 200}, {72, 96}})
      check(this->exec, packed_case(bytes, extents, {1, 0}), all_policies<TypeParam>(bytes));
}

TYPED_TEST(P14, ChannelsLast) {
  for (std::size_t const bytes : {2u, 4u, 8u})
    check(this->exec, packed_case(bytes, {1, 462, 16, 64}, {0, 2, 3, 1}), all_policies<TypeParam>(bytes));
}

template <class Space>
class P15 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P15, AllSpaces, SpaceName);

/// No value of the data means anything to the library.
TYPED_TEST(P15, DataNeverDecideControlFlow) {
  using Memory            = typename TypeParam::memory_space;
  constexpr int rows      = 33;
  constexpr int cols      = 65;
  double const specials[] = {-1.0, 0.0, 1.0, std::numeric_limits<double>::infinity()};
  auto const value        = [&](int pattern, int index) {
    if (pattern == 2) return std::bit_cast<double>(0x7FF8000000000000u + static_cast<std::uint64_t>(index));
    if (pattern == 3) return specials[index % 4];
    return pattern == 0 ? -1.0 : 0.0;
  };
  Kokkos::View<double**, Kokkos::LayoutRight, Memory> const in("in", rows, cols);
  Kokkos::View<double**, Kokkos::LayoutRight, Memory> const out("out", cols, rows);
  for (auto const& choice : all_policies<TypeParam>(sizeof(double)))
    for (int pattern = 0; pattern < 4; ++pattern) {
      auto const host_in = Kokkos::create_mirror_view(in);
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j) host_in(i, j) = value(pattern, i * cols + j);
      Kokkos::deep_copy(in, host_in);
      Kokkos::deep_copy(out, 7.0);
      if (choice)
        turnstile::transpose(this->exec, in, out, *choice);
      else
        turnstile::transpose(this->exec, in, out);
      auto const host_out = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, out);
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < cols; ++j)
          ASSERT_EQ(std::bit_cast<std::uint64_t>(double{host_out(j, i)}),
                    std::bit_cast<std::uint64_t>(value(pattern, i * cols + j)))
              << "pattern " << pattern << " at " << i << ',' << j << ' ' << to_string(choice);
    }
}

template <class Space>
class P16 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P16, AllSpaces, SpaceName);

TYPED_TEST(P16, TinyAndHugeExtentsMixed) {
  EXPECT_TRUE(pointers_solve(this->exec, packed_case(4, {99999, 2, 2}, {0, 2, 1})));
  EXPECT_TRUE(pointers_solve(this->exec, packed_case(4, {2, 7, 102400, 4, 5}, {3, 4, 2, 0, 1})));
}

}  // namespace
}  // namespace turnstile_test
