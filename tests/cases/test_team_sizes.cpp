// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "exact_or_refused.hpp"
#include "refuses.hpp"
#include "spaces.hpp"

#include <turnstile/error.hpp>

#include <gtest/gtest.h>

/// \file
/// P51 to P54: team sizes that a space cannot give, and values that no policy may have.

namespace turnstile_test {
namespace {

using turnstile::TransposePolicy;

template <class Space>
class P51 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P51, AllSpaces, SpaceName);

TYPED_TEST(P51, AnyTeamSize) {
  Extents const extents{257, 129};
  check_exact_or_refused<TransposePolicy{.padding = 1, .threads = 1}, float>(this->exec, extents);
  check_exact_or_refused<TransposePolicy{.padding = 1, .threads = 2}, float>(this->exec, extents);
  check_exact_or_refused<TransposePolicy{.padding = 1, .threads = 64}, float>(this->exec, extents);
  check_exact_or_refused<TransposePolicy{.padding = 1, .threads = 65}, float>(this->exec, extents);
  check_exact_or_refused<TransposePolicy{.padding = 1, .threads = 256}, float>(this->exec, extents);
}

#ifdef KOKKOS_ENABLE_OPENMP
TEST(P51, AnyNumberOfThreads) {
  for (int threads = 1; threads <= Kokkos::OpenMP{}.concurrency(); ++threads) {
    Kokkos::OpenMP const pool(threads);
    for (auto const& choice : all_policies<Kokkos::OpenMP>(4))
      EXPECT_TRUE(pointers_solve(pool, packed_case(4, {257, 129}, {1, 0}), choice)) << to_string(choice);
  }
}
#endif

template <class Space>
class P52 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P52, AllSpaces, SpaceName);

/// Every compiled policy and the largest team. Worth running in a debug build, too.
TYPED_TEST(P52, EveryPolicyWhateverTheBuild) {
  for (std::size_t const bytes : {8u, 16u})
    for (auto const& choice : all_policies<TypeParam>(bytes))
      EXPECT_TRUE(pointers_solve(this->exec, packed_case(bytes, {257, 129}, {1, 0}), choice)) << to_string(choice);
  check_exact_or_refused<TransposePolicy{.padding = 1, .threads = 1024}, double>(this->exec, {257, 129});
  check_exact_or_refused<TransposePolicy{.padding = 1, .threads = 1024}, Kokkos::complex<double>>(this->exec,
                                                                                                  {257, 129});
}

template <class Space>
class P53 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P53, AllSpaces, SpaceName);

TYPED_TEST(P53, UnusualTilesLoseNoWork) {
  Extents const extents{257, 129};
  check_exact_or_refused<TransposePolicy{.tile_rows = 1, .tile_cols = 128, .threads = 128}, float>(this->exec, extents);
  check_exact_or_refused<TransposePolicy{.tile_rows = 1024, .tile_cols = 2}, float>(this->exec, extents);
  check_exact_or_refused<TransposePolicy{.tile_rows = 7, .tile_cols = 5, .threads = 3}, float>(this->exec, extents);
  check_exact_or_refused<TransposePolicy{.tile_rows = 4096, .tile_cols = 4096}, double>(this->exec, extents);
}

/// Hands an invalid policy to the call; `field` must be named.
template <class Space>
void expect_invalid(Space const& space, TransposePolicy const& policy, std::string_view field) {
  CaseRunner<Space> runner(packed_case(4, {65, 66}, {1, 0}));
  EXPECT_TRUE(runner.untouched_by(space, [&] {
    EXPECT_TRUE(refuses<turnstile::InvalidPolicy>([&] { permute_pointers(space, runner, policy); }, {field}));
  }));
  EXPECT_TRUE(runner.solved_by(space, [&] { permute_pointers(space, runner); }));
}

TYPED_TEST(P53, ImpossibleTilesAreRefused) {
  expect_invalid(this->exec, {.tile_rows = 0, .tile_cols = 32}, "tile_rows");
  expect_invalid(this->exec, {.tile_rows = -1, .tile_cols = 1}, "tile_rows");
  expect_invalid(this->exec, {.tile_rows = 32, .tile_cols = 0}, "tile_cols");
  expect_invalid(this->exec, {.tile_rows = 1 << 30, .tile_cols = 1 << 30}, "tile_rows");
  expect_invalid(this->exec, {.threads = 2048}, "threads");
}

template <class Space>
class P54 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P54, AllSpaces, SpaceName);

TYPED_TEST(P54, ImpossibleFieldsAreRefused) {
  expect_invalid(this->exec, {.threads = -1}, "threads");
  expect_invalid(this->exec, {.threads = 0}, "threads");
  expect_invalid(this->exec, {.vector_bytes = 3}, "vector_bytes");
  expect_invalid(this->exec, {.padding = -1}, "padding");
  expect_invalid(this->exec, {.swizzle = static_cast<turnstile::Swizzle>(99)}, "swizzle");
  expect_invalid(this->exec, {.tile_cols = 24, .swizzle = turnstile::Swizzle::xor_bits}, "tile_cols");
}

}  // namespace
}  // namespace turnstile_test
