// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace turnstile_test {
namespace {

using Kokkos::LayoutRight;
using turnstile::BlockOrder;
using turnstile::Swizzle;
using turnstile::TransposePolicy;

template <class Space>
class Policies : public SpaceTest<Space> {};
TYPED_TEST_SUITE(Policies, AllSpaces, SpaceName);

TYPED_TEST(Policies, CompiledOnesAreValidAndDiffer) {
  for (int const word : {1, 2, 4, 8, 16}) {
    auto const policies = turnstile::compiled_policies<TypeParam>(word);
    ASSERT_FALSE(policies.empty()) << "words of " << word << " bytes";
    for (auto const& policy : policies) {
      EXPECT_EQ(turnstile::policy_fault(policy), nullptr) << turnstile::to_string(policy);
      EXPECT_EQ(std::ranges::count(policies, policy), 1) << turnstile::to_string(policy);
    }
  }
}

TYPED_TEST(Policies, TextFormsOfCompiledOnesAreRead) {
  for (int const word : {1, 2, 4, 8, 16})
    for (auto policy : turnstile::compiled_policies<TypeParam>(word))
      for (auto const order : {BlockOrder::along_output, BlockOrder::along_input}) {
        policy.order = order;
        EXPECT_EQ(turnstile::parse_policy(turnstile::to_string(policy)), policy) << policy;
      }
}

/// The set holds what the guides talk about: no tile, a plain tile, a padded one, a rotated one and an XORed one.
TYPED_TEST(Policies, CompiledSetShowsEveryMode) {
  auto const policies = turnstile::compiled_policies<TypeParam>(4);
  auto const offers   = [&](auto const& rule) { return std::ranges::any_of(policies, rule); };
  auto const has_tile = [](TransposePolicy const& policy) { return policy.tile_rows > 1 && policy.tile_cols > 1; };
  EXPECT_TRUE(offers([](auto const& policy) { return policy.tile_rows == 1 && policy.tile_cols == 1; }));
  EXPECT_TRUE(offers([&](auto const& policy) { return has_tile(policy) && policy.padding > 0; }));
  EXPECT_TRUE(offers(
      [&](auto const& policy) { return has_tile(policy) && policy.padding == 0 && policy.swizzle == Swizzle::none; }));
  EXPECT_TRUE(offers([](auto const& policy) { return policy.swizzle == Swizzle::rotate; }));
  EXPECT_TRUE(offers([](auto const& policy) { return policy.swizzle == Swizzle::xor_bits; }));
}

TYPED_TEST(Policies, BothBlockOrdersAreCompiled) {
  for (std::size_t const bytes : {1u, 2u, 4u, 8u, 16u}) {
    CaseRunner<TypeParam> runner(packed_case(bytes, {150, 140}, {1, 0}));
    for (auto policy : turnstile::compiled_policies<TypeParam>(static_cast<int>(bytes)))
      for (auto const order : {BlockOrder::along_output, BlockOrder::along_input}) {
        policy.order = order;
        EXPECT_TRUE(runner.solved_by(this->exec, [&] { permute_pointers(this->exec, runner, policy); }))
            << turnstile::to_string(policy);
      }
  }
}

/// A policy is found for data whose alignment allows narrower words than their element has.
TYPED_TEST(Policies, WorkForMisalignedData) {
  for (std::size_t const bytes : {4u, 8u, 16u})
    for (auto const& policy : turnstile::compiled_policies<TypeParam>(static_cast<int>(bytes))) {
      PermuteCase problem = packed_case(bytes, {70, 67}, {1, 0});
      problem.in_shift    = bytes / 2;
      EXPECT_TRUE(pointers_solve(this->exec, problem, policy)) << turnstile::to_string(policy);
    }
}

template <TransposePolicy Policy, class T, class Space>
void check_template_policy(Space const& space, Extents const& extents) {
  CaseRunner<Space> runner(view_case<LayoutRight, LayoutRight>(sizeof(T), extents, {1, 0}));
  auto const [in, out] = views_of<T, 2, LayoutRight, LayoutRight>(runner);
  EXPECT_TRUE(runner.solved_by(space, [&, &from = in, &to = out] { turnstile::transpose<Policy>(space, from, to); }))
      << turnstile::to_string(Policy);
}

template <TransposePolicy Policy, class T, class Space>
void check_template_policy(Space const& space) {
  for (auto const& extents : {Extents{0, 5}, {1, 1}, {31, 33}, {40, 40}, {97, 131}})
    check_template_policy<Policy, T>(space, extents);
}

TYPED_TEST(Policies, AnyValidPolicyAsTemplateArgument) {
  auto const& space = this->exec;
  check_template_policy<TransposePolicy{.padding = 1}, float>(space);
  check_template_policy<TransposePolicy{.tile_rows = 8, .tile_cols = 16, .padding = 3, .threads = 64}, double>(space);
  check_template_policy<TransposePolicy{.tile_rows = 40, .tile_cols = 24, .swizzle = Swizzle::rotate}, float>(space);
  check_template_policy<TransposePolicy{.tile_rows     = 64,
                                        .tile_cols     = 16,
                                        .swizzle       = Swizzle::xor_bits,
                                        .swizzle_bits  = 4,
                                        .swizzle_shift = 4,
                                        .threads       = 128},
                        std::uint16_t>(space);
  check_template_policy<
      TransposePolicy{.tile_rows = 7, .tile_cols = 5, .threads = 32, .order = BlockOrder::along_input}, std::uint8_t>(
      space);
}

}  // namespace
}  // namespace turnstile_test
