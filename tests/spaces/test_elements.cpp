// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "elements.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

namespace turnstile_test {
namespace {

using Kokkos::LayoutLeft;
using Kokkos::LayoutRight;

template <class Space>
class Elements : public SpaceTest<Space> {};
TYPED_TEST_SUITE(Elements, AllSpaces, SpaceName);

using Types = TypeList<bool, char, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint64_t, float, double,
                       Kokkos::complex<float>, Kokkos::complex<double>, Kokkos::Experimental::half_t,
                       Kokkos::Experimental::bhalf_t, Flag, Rgb, Particle, Vector3, Record, Quad>;

/// Bits arrive as they left, whatever the type makes of them.
TYPED_TEST(Elements, EveryTriviallyCopyableType) {
  Types::for_each([&]<class T>() {
    CaseRunner<TypeParam> right(view_case<LayoutRight, LayoutRight>(sizeof(T), {100, 37}, {1, 0}));
    EXPECT_TRUE(right.solved_by(this->exec, [&] {
      transpose_views<T, 2, LayoutRight, LayoutRight>(this->exec, right);
    })) << typeid(T).name();
    CaseRunner<TypeParam> same(view_case<LayoutRight, LayoutLeft>(sizeof(T), {100, 37}, {1, 0}));
    EXPECT_TRUE(same.solved_by(this->exec, [&] { transpose_views<T, 2, LayoutRight, LayoutLeft>(this->exec, same); }))
        << typeid(T).name();
  });
}

}  // namespace
}  // namespace turnstile_test
