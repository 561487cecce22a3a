// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "kokkos_events.hpp"
#include "spaces.hpp"

#include <turnstile/plan.hpp>

#include <gtest/gtest.h>

#include <complex>

namespace turnstile_test {
namespace {

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

template <class Space>
std::string label(int word_bytes, std::string const& kernel) {
  return "Turnstile::transpose[" + std::string{turnstile::Backend<Space>::name} + "," + std::to_string(word_bytes) +
         "B," + kernel + "]";
}

/// Kernel that moves data whose fastest dimensions differ, and the one that moves data along the same dimension.
template <class Space>
constexpr char const* tile_kernel = turnstile::is_host_space<Space> ? "host_tile" : "tile";
template <class Space>
constexpr char const* direct_kernel = turnstile::is_host_space<Space> ? "host" : "direct";

TYPED_TEST(Labels, SayPathWordAndKernel) {
  for (auto const& [element_bytes, word_bytes] : {std::pair{1, 1}, {2, 2}, {4, 4}, {8, 8}}) {
    auto const bytes = static_cast<std::size_t>(element_bytes);
    EXPECT_EQ(labels_of(this->exec, packed_case(bytes, {257, 129}, {1, 0})),
              std::vector<std::string>{label<TypeParam>(word_bytes, tile_kernel<TypeParam>)});
  }
}

TYPED_TEST(Labels, CopiesMoveWideWords) {
  EXPECT_EQ(labels_of(this->exec, packed_case(4, {256, 128}, {0, 1})),
            std::vector<std::string>{label<TypeParam>(16, direct_kernel<TypeParam>)});
}

TYPED_TEST(Labels, MisalignedDataMoveAsRunsOfNarrowWords) {
  PermuteCase problem = packed_case(8, {256, 128}, {1, 0});
  problem.out_shift   = 2;
  EXPECT_EQ(labels_of(this->exec, problem), std::vector<std::string>{label<TypeParam>(2, direct_kernel<TypeParam>)});
}

TYPED_TEST(Labels, PoliciesChooseTheKernel) {
  for (auto const& policy : turnstile::compiled_policies<TypeParam>(4)) {
    bool const no_tile = policy.tile_rows == 1 && policy.tile_cols == 1;
    EXPECT_EQ(
        labels_of(this->exec, packed_case(4, {257, 129}, {1, 0}), policy),
        std::vector<std::string>{label<TypeParam>(4, no_tile ? direct_kernel<TypeParam> : tile_kernel<TypeParam>)})
        << turnstile::to_string(policy);
  }
}

/// A policy given as a template argument counts in elements, whatever their alignment.
TYPED_TEST(Labels, TemplatePoliciesMoveWholeElements) {
  static constexpr turnstile::TransposePolicy policy{.tile_rows = 16, .tile_cols = 16, .padding = 1};
  Kokkos::View<std::complex<float>**, TypeParam> in("in", 40, 50), out("out", 50, 40);
  auto const launches = kernels_launched_by([&] { turnstile::transpose<policy>(this->exec, in, out); });
  ASSERT_EQ(launches.size(), 1u);
  EXPECT_EQ(launches[0].label, "Turnstile::transpose[kokkos,8B," + std::string{tile_kernel<TypeParam>} + "]");
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
