// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "elements.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

/// \file
/// P44 to P46: bits of every type arrive as they left.

namespace turnstile_test {
namespace {

using Kokkos::LayoutLeft;
using Kokkos::LayoutRight;

/// Transposes a matrix of floating point elements with the given bits and compares bits.
template <class Float, class Bits, class Space>
void check_bits(Space const& space, int rows, int cols, Bits (*bits_of)(int)) {
  using Memory = typename Space::memory_space;
  Kokkos::View<Float**, LayoutRight, Memory> const in("in", rows, cols);
  Kokkos::View<Float**, LayoutRight, Memory> const out("out", cols, rows);
  Kokkos::View<Bits**, LayoutRight, Kokkos::HostSpace> const host_in("in", rows, cols);
  Kokkos::View<Bits**, LayoutRight, Kokkos::HostSpace> const host_out("out", cols, rows);
  for (int k = 0; k < rows * cols; ++k) host_in.data()[k] = bits_of(k);
  auto const as_bits = [](auto const& view) {
    return view_at<Bits, 2, LayoutRight, Space>(reinterpret_cast<Bits*>(view.data()),
                                                {view.extent_int(0), view.extent_int(1)}, {});
  };
  Kokkos::deep_copy(as_bits(in), host_in);
  turnstile::transpose(space, in, out);
  Kokkos::deep_copy(host_out, as_bits(out));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) ASSERT_EQ(host_out(j, i), host_in(i, j)) << i << ' ' << j;
}

template <class Space>
class P44 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P44, AllSpaces, SpaceName);

TYPED_TEST(P44, DenormalFloats) {
  check_bits<float, std::uint32_t>(this->exec, 1000, 1000, [](int k) { return static_cast<std::uint32_t>(k); });
}

TYPED_TEST(P44, SignallingNansAndNegativeZeros) {
  check_bits<float, std::uint32_t>(this->exec, 100, 70, [](int k) {
    return k % 3 == 0 ? 0x80000000u : 0x7F800001u + static_cast<std::uint32_t>(k);
  });
  check_bits<double, std::uint64_t>(this->exec, 100, 70, [](int k) {
    return k % 3 == 0 ? 0x8000000000000000u : 0x7FF0000000000001u + static_cast<std::uint64_t>(k);
  });
}

TYPED_TEST(P44, EverySixteenBitPattern) {
  if constexpr (sizeof(Kokkos::Experimental::half_t) == 2)
    check_bits<Kokkos::Experimental::half_t, std::uint16_t>(this->exec, 256, 256,
                                                            [](int k) { return static_cast<std::uint16_t>(k); });
  check_bits<std::int16_t, std::uint16_t>(this->exec, 256, 256, [](int k) { return static_cast<std::uint16_t>(k); });
}

template <class Space>
class P45 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P45, AllSpaces, SpaceName);

template <class T, class Space>
void check_type(Space const& space) {
  CaseRunner<Space> runner(view_case<LayoutLeft, LayoutLeft>(sizeof(T), {100, 37}, {1, 0}));
  EXPECT_TRUE(runner.solved_by(space, [&] { transpose_views<T, 2, LayoutLeft, LayoutLeft>(space, runner); }));
}

TYPED_TEST(P45, TypesOfTheField) {
  TypeList<bool, std::int8_t, std::uint16_t, Kokkos::Experimental::half_t, Kokkos::Experimental::bhalf_t, std::int32_t,
           float, std::int64_t, double, Kokkos::complex<float>, Kokkos::complex<double>,
           Flag>::for_each([&]<class T>() { check_type<T>(this->exec); });
}

template <class Space>
class P46 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P46, AllSpaces, SpaceName);

/// Where the host's and the device's default layouts differ, the same elements change layout on their way.
TYPED_TEST(P46, TwoByteMatricesBetweenDefaultLayouts) {
  for (Extents const& extents : {Extents{4000, 4}, {4, 4000}}) {
    CaseRunner<TypeParam> there(view_case<LayoutRight, LayoutLeft>(2, extents, {0, 1}));
    CaseRunner<TypeParam> back(view_case<LayoutLeft, LayoutRight>(2, extents, {0, 1}));
    EXPECT_TRUE(there.solved_by(this->exec,
                                [&] { relayout_views<std::uint16_t, 2, LayoutRight, LayoutLeft>(this->exec, there); }));
    EXPECT_TRUE(back.solved_by(this->exec,
                               [&] { relayout_views<std::uint16_t, 2, LayoutLeft, LayoutRight>(this->exec, back); }));
  }
}

}  // namespace
}  // namespace turnstile_test
