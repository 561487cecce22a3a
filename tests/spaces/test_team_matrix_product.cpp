// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../../examples/tiled_matrix_product.hpp"
#include "support/fill.hpp"
#include "support/spaces.hpp"

#include <turnstile/error.hpp>

#include <KokkosBlas3_gemm.hpp>
#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

namespace {

using turnstile_test::AllSpaces;
using turnstile_test::SpaceName;
using turnstile_test::SpaceTest;

/// A rows x cols matrix of different numbers in -1..1.
template <class View>
View make_matrix(std::string const& label, std::size_t rows, std::size_t cols, std::uint64_t salt) {
  View matrix(label, rows, cols);
  auto const mirror = Kokkos::create_mirror_view(matrix);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < cols; ++j) {
      auto const bits = static_cast<std::int64_t>(turnstile_test::splitmix64(i * cols + j + salt));
      mirror(i, j)    = static_cast<typename View::value_type>(std::ldexp(static_cast<double>(bits), -63));
    }
  Kokkos::deep_copy(matrix, mirror);
  return matrix;
}

struct Shape {
  std::size_t rows, depth, cols;
};
constexpr Shape shapes[] = {{1, 1, 1}, {31, 32, 33}, {64, 96, 32}, {101, 67, 45}, {5, 200, 7}, {40, 0, 40}, {0, 8, 40}};

template <class Space>
class TeamMatrixProduct : public SpaceTest<Space> {};
TYPED_TEST_SUITE(TeamMatrixProduct, AllSpaces, SpaceName);

/// Compares the example's product with KokkosBlas::gemm, for matrices of `Value` in three layouts.
template <class Value, class ALayout, class BLayout, class CLayout, class Space>
void check_products(Space const& space) {
  for (auto const [rows, depth, cols] : shapes) {
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(depth) + " x " + std::to_string(cols));
    auto const a        = make_matrix<Kokkos::View<Value**, ALayout, Space>>("a", rows, depth, 1);
    auto const b        = make_matrix<Kokkos::View<Value**, BLayout, Space>>("b", depth, cols, 1000000);
    auto const c        = make_matrix<Kokkos::View<Value**, CLayout, Space>>("c", rows, cols, 2000000);
    auto const expected = make_matrix<Kokkos::View<Value**, CLayout, Space>>("expected", rows, cols, 3000000);
    tiled_matrix_product<Value>(space, a, b, c);
    KokkosBlas::gemm(space, "N", "N", Value{1}, a, b, Value{0}, expected);
    space.fence();

    auto const c_host        = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, c);
    auto const expected_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, expected);
    // Both add `depth` products of numbers below 1, in different orders.
    double const tolerance = static_cast<double>(depth * depth) * Kokkos::Experimental::epsilon_v<Value>;
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < cols; ++j)
        ASSERT_NEAR(c_host(i, j), expected_host(i, j), tolerance) << "(" << i << ", " << j << ")";
  }
}

TYPED_TEST(TeamMatrixProduct, EqualsKokkosBlasGemm) {
  using Kokkos::LayoutLeft, Kokkos::LayoutRight;
  check_products<float, LayoutLeft, LayoutLeft, LayoutLeft>(this->exec);
  check_products<double, LayoutRight, LayoutRight, LayoutRight>(this->exec);
}

TYPED_TEST(TeamMatrixProduct, MixedLayoutsAndAWiderSum) {
  using Kokkos::LayoutLeft, Kokkos::LayoutRight;
  for (auto const [rows, depth, cols] : shapes) {
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(depth) + " x " + std::to_string(cols));
    auto const a = make_matrix<Kokkos::View<float**, LayoutRight, TypeParam>>("a", rows, depth, 1);
    auto const b = make_matrix<Kokkos::View<float**, LayoutLeft, TypeParam>>("b", depth, cols, 1000000);
    auto const c = make_matrix<Kokkos::View<double**, LayoutRight, TypeParam>>("c", rows, cols, 2000000);
    tiled_matrix_product<double>(this->exec, a, b, c);
    this->exec.fence();

    auto const a_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, a);
    auto const b_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, b);
    auto const c_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, c);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < cols; ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < depth; ++k) sum += double{a_host(i, k)} * double{b_host(k, j)};
        ASSERT_NEAR(c_host(i, j), sum, 1e-12) << "(" << i << ", " << j << ")";
      }
  }
}

TYPED_TEST(TeamMatrixProduct, ShapesThatDoNotFitAreRefused) {
  using Matrix = Kokkos::View<float**, TypeParam>;
  Matrix const a("a", 3, 4), b("b", 5, 6), c("c", 3, 6);
  EXPECT_THROW((tiled_matrix_product<float>(this->exec, a, b, c)), turnstile::ExtentMismatch);
}

}  // namespace
