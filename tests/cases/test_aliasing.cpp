// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "refuses.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

/// \file
/// P38, P39 and P41: input and output that share memory. There is no in-place form yet, so that sharing is refused.

namespace turnstile_test {
namespace {

/// Hands the output memory of `runner` to the library as input and output of the same problem.
template <class Space>
auto in_place(Space const& space, CaseRunner<Space> const& runner) {
  return [&] {
    auto const& problem = runner.problem();
    turnstile::permute(space, runner.out(), runner.out(), problem.element_bytes, problem.extents, problem.in_strides,
                       problem.out_strides, problem.axes);
  };
}

template <class Space>
class P38 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P38, AllSpaces, SpaceName);

TYPED_TEST(P38, SquareOntoItselfIsRefused) {
  for (std::int64_t const n : {2, 3, 31, 32, 33, 64, 65, 1000})
    for (std::int64_t const pitch : {n, n + 3}) {
      PermuteCase problem = packed_case(8, {n, n}, {1, 0});
      problem.in_strides = problem.out_strides = {pitch, 1};
      CaseRunner<TypeParam> runner(problem);
      EXPECT_TRUE(runner.untouched_by(this->exec, [&] {
        EXPECT_TRUE(refuses<turnstile::OverlapError>(in_place(this->exec, runner), {"overlap"}));
      }));
    }
}

TYPED_TEST(P38, OneElementOntoItselfIsInPlaceAlready) {
  CaseRunner<TypeParam> runner(packed_case(8, {1, 1}, {1, 0}));
  EXPECT_TRUE(runner.untouched_by(this->exec, in_place(this->exec, runner)));
}

template <class Space>
class P39 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P39, AllSpaces, SpaceName);

TYPED_TEST(P39, RectanglesOntoThemselvesAreRefused) {
  struct Rectangle {
    std::size_t element_bytes;
    Extents extents;
  };
  for (auto const& [bytes, extents] : {Rectangle{4, {5, 3}}, {4, {3, 5}}, {4, {2, 7}}, {4, {100, 64}}, {16, {3, 2}}}) {
    CaseRunner<TypeParam> runner(packed_case(bytes, extents, {1, 0}));
    EXPECT_TRUE(runner.untouched_by(
        this->exec, [&] { EXPECT_TRUE(refuses<turnstile::OverlapError>(in_place(this->exec, runner), {"overlap"})); }));
  }
}

TYPED_TEST(P39, AVectorOntoItselfIsInPlaceAlready) {
  CaseRunner<TypeParam> runner(packed_case(4, {1, 9}, {1, 0}));
  EXPECT_TRUE(runner.untouched_by(this->exec, in_place(this->exec, runner)));
}

template <class Space>
class P41 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P41, AllSpaces, SpaceName);

TYPED_TEST(P41, PartialOverlapIsRefusedAndTouchingIsNot) {
  using Memory = typename TypeParam::memory_space;
  Kokkos::View<float*, Memory> const buffer("buffer", 10000);
  auto const host = Kokkos::create_mirror_view(buffer);
  for (std::size_t k = 0; k < buffer.size(); ++k) host(k) = static_cast<float>(k);
  Kokkos::deep_copy(buffer, host);
  auto const in = view_at<float const, 2, Kokkos::LayoutRight, TypeParam>(buffer.data(), {64, 64}, {});
  for (std::int64_t const offset : {1, 4095}) {
    auto const out = view_at<float, 2, Kokkos::LayoutRight, TypeParam>(buffer.data() + offset, {64, 64}, {});
    EXPECT_TRUE(refuses<turnstile::OverlapError>([&] { turnstile::transpose(this->exec, in, out); }, {"overlap"}));
    EXPECT_TRUE(refuses<turnstile::OverlapError>([&] { turnstile::relayout(this->exec, in, out); }, {"overlap"}));
  }
  auto const out = view_at<float, 2, Kokkos::LayoutRight, TypeParam>(buffer.data() + 4096, {64, 64}, {});
  turnstile::transpose(this->exec, in, out);
  auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, buffer);
  for (std::size_t i = 0; i < 64; ++i)
    for (std::size_t j = 0; j < 64; ++j) {
      ASSERT_EQ(result(i * 64 + j), host(i * 64 + j)) << "the input changed";
      ASSERT_EQ(result(4096 + j * 64 + i), host(i * 64 + j)) << i << ' ' << j;
    }
}

/// Even columns into odd columns of one array, as copy and transposed.
TYPED_TEST(P41, InterleavedColumnsAreDisjoint) {
  using Memory = typename TypeParam::memory_space;
  Kokkos::View<float**, Kokkos::LayoutRight, Memory> const array("array", 50, 100);
  auto const host = Kokkos::create_mirror_view(array);
  for (std::size_t k = 0; k < array.size(); ++k) host.data()[k] = static_cast<float>(k);
  auto const even = view_at<float, 2, Kokkos::LayoutStride, TypeParam>(array.data(), {50, 50}, {100, 2});
  auto const odd  = view_at<float, 2, Kokkos::LayoutStride, TypeParam>(array.data() + 1, {50, 50}, {100, 2});

  Kokkos::deep_copy(array, host);
  turnstile::relayout(this->exec, even, odd);
  auto const copied = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, array);
  for (std::size_t i = 0; i < 50; ++i)
    for (std::size_t j = 0; j < 50; ++j) ASSERT_EQ(copied(i, 2 * j + 1), host(i, 2 * j));

  Kokkos::deep_copy(array, host);
  turnstile::transpose(this->exec, even, odd);
  auto const transposed = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, array);
  for (std::size_t i = 0; i < 50; ++i)
    for (std::size_t j = 0; j < 50; ++j) {
      ASSERT_EQ(transposed(i, 2 * j + 1), host(j, 2 * i));
      ASSERT_EQ(transposed(i, 2 * j), host(i, 2 * j)) << "the input changed";
    }
}

TYPED_TEST(P41, IdenticalViewsAreANoOp) {
  CaseRunner<TypeParam> runner(packed_case(4, {64, 64}, {0, 1}));
  EXPECT_TRUE(runner.untouched_by(this->exec, in_place(this->exec, runner)));
}

}  // namespace
}  // namespace turnstile_test
