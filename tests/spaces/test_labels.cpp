// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "kokkos_events.hpp"
#include "spaces.hpp"

#include <turnstile/plan.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <string>
#include <string_view>
#include <vector>

namespace turnstile_test {
namespace {

using turnstile::TransposePolicy;

template <class Space>
class Labels : public SpaceTest<Space> {};
TYPED_TEST_SUITE(Labels, AllSpaces, SpaceName);

/// The labels of the kernels that the pointer form launches for `problem`.
template <class Space>
std::vector<std::string> labels_of(Space const& space, PermuteCase const& problem, PolicyChoice const& choice = {}) {
  CaseRunner<Space> const runner(problem);
  std::vector<std::string> labels;
  for (auto const& launch : kernels_launched_by([&] { permute_pointers(space, runner, choice); }))
    labels.push_back(launch.label);
  space.fence();
  return labels;
}

std::string label(std::string_view path, int word_bytes, std::string_view kernel) {
  return "Turnstile::transpose[" + std::string{path} + "," + std::to_string(word_bytes) + "B," + std::string{kernel} +
         "]";
}

/// Names of the kernels that the generic path of a space takes.
template <class Space>
constexpr char const* generic_tile = turnstile::is_host_space<Space> ? "host_tile" : "tile";
template <class Space>
constexpr char const* generic_direct = turnstile::is_host_space<Space> ? "host" : "direct";

/// What the library's own choice takes for a small matrix, and for data that need no transpose.
template <class Space>
constexpr char const* matrix_kernel = !has_native_backend<Space>        ? generic_tile<Space>
                                      : turnstile::is_host_space<Space> ? "direct"
                                                                        : "small_matrices";
template <class Space>
constexpr char const* copy_kernel = has_native_backend<Space> ? "runs" : generic_direct<Space>;

TYPED_TEST(Labels, SayPathWordAndKernel) {
  for (int const bytes : {1, 2, 4, 8, 16}) {
    EXPECT_EQ(labels_of(this->exec, packed_case(static_cast<std::size_t>(bytes), {33, 31}, {1, 0})),
              std::vector<std::string>{label(turnstile::Backend<TypeParam>::name, bytes, matrix_kernel<TypeParam>)});
  }
}

TYPED_TEST(Labels, CopiesMoveWideWords) {
  EXPECT_EQ(labels_of(this->exec, packed_case(4, {256, 128}, {0, 1})),
            std::vector<std::string>{label(turnstile::Backend<TypeParam>::name, 16, copy_kernel<TypeParam>)});
}

TYPED_TEST(Labels, MisalignedDataMoveAsRunsOfNarrowWords) {
  PermuteCase problem = packed_case(8, {256, 128}, {1, 0});
  problem.out_shift   = 2;
  EXPECT_EQ(labels_of(this->exec, problem),
            std::vector<std::string>{label(turnstile::Backend<TypeParam>::name, 2, copy_kernel<TypeParam>)});
}

/// Each kernel of the native backend of hosts runs where it is meant to.
TYPED_TEST(Labels, NativeKernelsOfHosts) {
  if (!has_native_backend<TypeParam> || !turnstile::is_host_space<TypeParam>)
    GTEST_SKIP() << "no native backend of hosts for this space";
  auto const expect = [this](char const* kernel, PermuteCase const& problem) {
    EXPECT_EQ(labels_of(this->exec, problem),
              std::vector<std::string>{label(turnstile::Backend<TypeParam>::name, 4, kernel)});
  };
  expect("direct", packed_case(4, {100, 200}, {1, 0}));
  expect("tile", packed_case(4, {2053, 2011}, {1, 0}));
  expect("tile", packed_case(4, {127, 129, 101}, {2, 1, 0}));
  expect("image", packed_case(4, {3, 10007}, {1, 0}));
  expect("image", packed_case(4, {5, 1000003}, {1, 0}));
  expect("image", packed_case(4, {100001, 5, 7}, {0, 2, 1}));
  expect("direct", packed_case(4, {301, 5, 7}, {0, 2, 1}));
  expect("runs", packed_case(4, {31, 41, 3}, {1, 0, 2}));
  auto reversed       = packed_case(4, {50, 60}, {1, 0});
  reversed.in_strides = {-60, -1};
  expect("strided", reversed);
}

/// The kernel that a policy of the native backend names.
template <class Space>
std::string native_kernel(TransposePolicy const& policy) {
  if (turnstile::is_host_space<Space>) return policy == turnstile::no_tile ? "direct" : "tile";
  if (policy == turnstile::no_tile) return "strided";
  if (policy.vector_bytes == 0) return "fused_tile";
  return policy.padding == 0 ? "vector_tile" : "unaligned_tile";
}

/// What the native backend does not have, a swizzled tile or one padded by an element, runs on the generic path.
TYPED_TEST(Labels, OtherPoliciesTakeTheGenericPath) {
  auto const problem = packed_case(4, {256, 128}, {1, 0});
  for (auto const& policy : turnstile::GenericBackend<TypeParam>::policies(4)) {
    bool const is_simple = policy.swizzle == turnstile::Swizzle::none && policy.padding == 0;
    bool const is_native = turnstile::is_host_space<TypeParam> ? is_simple : policy == turnstile::no_tile;
    if (has_native_backend<TypeParam> && is_native) continue;
    auto const* const kernel = policy == turnstile::no_tile ? generic_direct<TypeParam> : generic_tile<TypeParam>;
    EXPECT_EQ(labels_of(this->exec, problem, policy), std::vector<std::string>{label("kokkos", 4, kernel)})
        << turnstile::to_string(policy);
  }
}

TYPED_TEST(Labels, PoliciesOfANativeBackendChooseItsKernel) {
  if (!has_native_backend<TypeParam>) GTEST_SKIP() << "no native backend for this space";
  auto const problem = packed_case(4, {256, 128}, {1, 0});
  for (auto const& policy : turnstile::Backend<TypeParam>::policies(4))
    EXPECT_EQ(labels_of(this->exec, problem, policy),
              std::vector<std::string>{label(turnstile::Backend<TypeParam>::name, 4, native_kernel<TypeParam>(policy))})
        << turnstile::to_string(policy);
}

/// A policy that moves vectors moves words where the array is not made of vectors.
TYPED_TEST(Labels, PoliciesOfVectorsMoveWordsElsewhere) {
  if (!has_native_backend<TypeParam>) GTEST_SKIP() << "no native backend for this space";
  for (auto const& policy : turnstile::Backend<TypeParam>::policies(4)) {
    if (policy.vector_bytes == 0 || policy.padding != 0) continue;
    EXPECT_EQ(labels_of(this->exec, packed_case(4, {257, 129}, {1, 0}), policy),
              std::vector<std::string>{label(turnstile::Backend<TypeParam>::name, 4, "fused_tile")})
        << policy;
  }
}

/// A policy given as a template argument counts in elements, whatever the alignment of their type.
TYPED_TEST(Labels, TemplatePoliciesMoveWholeElements) {
  static constexpr turnstile::TransposePolicy policy{.tile_rows = 16, .tile_cols = 16, .padding = 1};
  Kokkos::View<std::complex<float>**, TypeParam> in("in", 40, 50), out("out", 50, 40);
  auto const launches = kernels_launched_by([&] { turnstile::transpose<policy>(this->exec, in, out); });
  ASSERT_EQ(launches.size(), 1u);
  EXPECT_EQ(launches[0].label, label("kokkos", 8, generic_tile<TypeParam>));
}

/// Elements that are not aligned to their word are runs of narrower ones, for which there is no tile.
TYPED_TEST(Labels, TemplatePoliciesMoveRunsWhereElementsAreNotAligned) {
  static constexpr turnstile::TransposePolicy policy{.tile_rows = 16, .tile_cols = 16, .padding = 1};
  using Element = std::complex<float>;
  CaseRunner<TypeParam> runner([] {
    PermuteCase problem = packed_case(8, {40, 50}, {1, 0});
    problem.in_shift    = 4;
    return problem;
  }());
  using Kokkos::LayoutRight;
  auto const in       = view_at<Element const, 2, LayoutRight, TypeParam>(runner.template in<Element>(), {40, 50}, {});
  auto const out      = view_at<Element, 2, LayoutRight, TypeParam>(runner.template out<Element>(), {50, 40}, {});
  auto const launches = kernels_launched_by([&] { turnstile::transpose<policy>(this->exec, in, out); });
  ASSERT_EQ(launches.size(), 1u);
  EXPECT_EQ(launches[0].label, label("kokkos", 4, generic_direct<TypeParam>));
}

/// Elements that stay neighbours move as one word, with the library's policy and with one of the caller's.
TYPED_TEST(Labels, PairsThatStayTogetherAreOneWord) {
  auto const pairs  = packed_case(4, {200, 100, 2}, {1, 0, 2});
  auto const chosen = labels_of(this->exec, pairs);
  CaseRunner<TypeParam> runner(pairs);
  auto const& problem = runner.problem();
  turnstile::Plan const plan(this->exec, runner.in(), runner.out(), problem.element_bytes, problem.extents,
                             problem.in_strides, problem.out_strides, problem.axes);
  EXPECT_NE(chosen.at(0).find("8B"), std::string::npos) << chosen.at(0);
  EXPECT_EQ(labels_of(this->exec, pairs, plan.policy()), chosen);
  EXPECT_NE(labels_of(this->exec, pairs, turnstile::no_tile).at(0).find("8B"), std::string::npos);
}

/// ... unless the caller's policy is compiled for single elements only.
TYPED_TEST(Labels, PoliciesOfSingleElementsMoveThem) {
  auto const pairs = packed_case(1, {200, 100, 2}, {1, 0, 2});
  turnstile::TransposePolicy const of_bytes{.padding = 4};
  EXPECT_NE(labels_of(this->exec, pairs, of_bytes).at(0).find("1B"), std::string::npos);
  CaseRunner<TypeParam> runner(pairs);
  auto const& problem = runner.problem();
  turnstile::Plan const plan(this->exec, runner.in(), runner.out(), problem.element_bytes, problem.extents,
                             problem.in_strides, problem.out_strides, problem.axes, of_bytes);
  EXPECT_NE(plan.explain().find("missed: words of 2 bytes, because the policy is not compiled"), std::string::npos)
      << plan.explain();
}

TYPED_TEST(Labels, NothingToDoLaunchesNothing) {
  EXPECT_TRUE(labels_of(this->exec, packed_case(4, {0, 129}, {1, 0})).empty());
  CaseRunner<TypeParam> runner(packed_case(4, {20, 30}, {0, 1}));
  auto const& problem = runner.problem();
  EXPECT_TRUE(kernels_launched_by([&] {
                turnstile::permute(this->exec, runner.out(), runner.out(), problem.element_bytes, problem.extents,
                                   problem.in_strides, problem.out_strides, problem.axes);
              }).empty());
}

/// The plan explains the kernel that the label then names.
TYPED_TEST(Labels, AgreeWithExplain) {
  for (auto const& axes : {std::vector<int>{1, 0}, std::vector<int>{0, 1}}) {
    CaseRunner<TypeParam> runner(packed_case(4, {200, 100}, axes));
    auto const& problem = runner.problem();
    turnstile::Plan const plan(this->exec, runner.in(), runner.out(), problem.element_bytes, problem.extents,
                               problem.in_strides, problem.out_strides, problem.axes);
    auto const launches = kernels_launched_by([&] { plan.execute(this->exec, runner.in(), runner.out()); });
    ASSERT_EQ(launches.size(), 1u);
    auto const& name  = launches[0].label;
    auto const kernel = name.substr(name.rfind(',') + 1, name.size() - name.rfind(',') - 2);
    EXPECT_NE(plan.explain().find("\nkernel: " + kernel + "\n"), std::string::npos) << kernel << " is missing from:\n"
                                                                                    << plan.explain();
  }
}

TYPED_TEST(Labels, TheLibraryNeverAllocates) {
  for (auto const& problem :
       {packed_case(4, {300, 200}, {1, 0}), packed_case(12, {30, 20, 10}, {2, 1, 0}), packed_case(1, {1000}, {0})}) {
    CaseRunner<TypeParam> const runner(problem);
    auto const call = [&] { permute_pointers(this->exec, runner); };
    call();
    this->exec.fence();
    EXPECT_EQ(allocations_made_by(call), std::vector<std::string>{});
    this->exec.fence();
  }
}

}  // namespace
}  // namespace turnstile_test
