// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "elements.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

namespace turnstile_test {
namespace {

template <class Space>
class Fuzz : public SpaceTest<Space> {};
TYPED_TEST_SUITE(Fuzz, AllSpaces, SpaceName);

/// A number from the environment, or `otherwise`.
std::uint64_t environment_number(char const* name, std::uint64_t otherwise) {
  char const* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::stoull(text);
}

/// Random problems of every kind that the pointer form takes, each small enough for the oracle.
class CaseGenerator {
 public:
  explicit CaseGenerator(std::uint64_t seed) : random_{seed} {}

  PermuteCase next() {
    PermuteCase problem;
    problem.element_bytes = element_size();
    problem.extents       = extents();
    problem.axes          = identity_axes(problem.extents.size());
    std::ranges::shuffle(problem.axes, random_);
    problem.in_strides  = strides(problem.extents, chance(10));
    problem.out_strides = strides(permuted(problem.extents, problem.axes), false);
    problem.in_shift    = shift(problem.element_bytes);
    problem.out_shift   = shift(problem.element_bytes);
    problem.salt        = random_();
    return problem;
  }

  /// A compiled policy now and then, often one of the native backend, and the library's choice otherwise.
  template <class Space>
  PolicyChoice policy(std::size_t element_bytes) {
    auto const policies = turnstile::compiled_policies<Space>(word_of(element_bytes));
    auto const native   = turnstile::Backend<Space>::policies(word_of(element_bytes));
    if (!chance(40)) return {};
    if (!native.empty() && chance(50))
      return native[static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(native.size()) - 1))];
    return policies[static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(policies.size()) - 1))];
  }

 private:
  static constexpr std::int64_t most_elements = 12000;

  std::int64_t pick(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>{low, high}(random_);
  }
  bool chance(int percent) { return pick(1, 100) <= percent; }

  std::size_t element_size() {
    if (chance(60)) return std::size_t{1} << pick(0, 4);
    return static_cast<std::size_t>(pick(1, 48));
  }

  std::size_t shift(std::size_t element_bytes) {
    if (chance(40)) return 0;
    return chance(50) ? element_bytes * static_cast<std::size_t>(pick(1, 15)) : static_cast<std::size_t>(pick(1, 63));
  }

  Extents extents() {
    if (chance(8)) return many_small_extents();
    Extents result(static_cast<std::size_t>(pick(0, 8)));
    std::int64_t room = most_elements;
    for (auto& extent : result) {
      extent = chance(15) ? 1 : pick(1, chance(60) ? 9 : 150);
      extent = std::min(extent, room);
      room /= extent;
    }
    if (!result.empty() && chance(3)) result[0] = 0;
    std::ranges::shuffle(result, random_);
    return result;
  }

  Extents many_small_extents() {
    Extents result(static_cast<std::size_t>(pick(9, 32)), 1);
    for (int doubled = 0; doubled < 11; ++doubled)
      result[static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(result.size()) - 1))] = 2;
    return result;
  }

  /// Strides that nest in random order of the axes, with random gaps and signs; `broadcast` sets some to 0.
  Extents strides(Extents const& extents, bool broadcast) {
    Extents result(extents.size());
    auto order = identity_axes(extents.size());
    if (chance(60)) std::ranges::shuffle(order, random_);
    int const gap_chance  = chance(50) ? 0 : 30;
    int const flip_chance = chance(70) ? 0 : 40;
    std::int64_t span     = chance(10) ? pick(2, 3) : 1;
    for (auto const axis : order) {
      auto const k = static_cast<std::size_t>(axis);
      result[k]    = chance(flip_chance) ? -span : span;
      span *= std::max<std::int64_t>(extents[k], 1);
      if (chance(gap_chance)) span += pick(1, 1 + span / 4);
      if (broadcast && chance(40)) result[k] = 0;
    }
    return result;
  }

  std::mt19937_64 random_;
};

/// TURNSTILE_FUZZ_CASES problems per space, from TURNSTILE_FUZZ_SEED on.
TYPED_TEST(Fuzz, PointerFormAgainstTheOracle) {
  constexpr std::size_t largest_footprint = 4u << 20;
  auto const cases                        = environment_number("TURNSTILE_FUZZ_CASES", 10000);
  auto const seed                         = environment_number("TURNSTILE_FUZZ_SEED", 20260101);
  CaseGenerator generator{seed};
  std::cout << "seed " << seed << ", " << cases << " cases\n";
  std::uint64_t run = 0;
  for (std::uint64_t number = 0; number < cases; ++number) {
    auto const problem = generator.next();
    auto const choice  = generator.template policy<TypeParam>(problem.element_bytes);
    auto const bytes =
        footprint(problem.extents, problem.in_strides, problem.element_bytes).bytes +
        footprint(permuted(problem.extents, problem.axes), problem.out_strides, problem.element_bytes).bytes;
    if (bytes > largest_footprint) continue;
    ++run;
    ASSERT_TRUE(pointers_solve(this->exec, problem, choice))
        << "seed " << seed << ", case " << number << ", " << to_string(choice);
  }
  std::cout << run << " cases run, " << cases - run << " left out as larger than " << largest_footprint << " bytes\n";
  EXPECT_GE(run * 10, cases * 8);
}

}  // namespace
}  // namespace turnstile_test
