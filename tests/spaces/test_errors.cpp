// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "refuses.hpp"
#include "spaces.hpp"

#include <turnstile/error.hpp>
#include <turnstile/plan.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace turnstile_test {
namespace {

using Kokkos::LayoutRight;
using Kokkos::LayoutStride;
using turnstile::TransposePolicy;

constexpr std::size_t element_bytes = sizeof(float);

/// A valid transpose of [13, 17] floats. After every refused call it must still be untouched and then be solvable.
template <class Space>
class Errors : public SpaceTest<Space> {
 protected:
  CaseRunner<Space> runner{packed_case(element_bytes, {13, 17}, {1, 0})};

  template <class Exception, class Call>
  void expect_refused(Call const& call, std::initializer_list<std::string_view> fragments) {
    EXPECT_TRUE(runner.untouched_by(this->exec, [&] { EXPECT_TRUE(refuses<Exception>(call, fragments)); }));
    EXPECT_TRUE(runner.solved_by(this->exec, [&] { permute_pointers(this->exec, runner); }));
  }

  /// Hands `problem` with the pointers of the valid case to the pointer form.
  void permute(PermuteCase const& problem) {
    turnstile::permute(this->exec, runner.in(), runner.out(), problem.element_bytes, problem.extents,
                       problem.in_strides, problem.out_strides, problem.axes);
  }

  template <class T = float>
  auto in_view(Extents const& extents) {
    return view_at<T const, 2, LayoutRight, Space>(runner.template in<T>(), extents, {});
  }
  template <class T = float>
  auto out_view(Extents const& extents) {
    return view_at<T, 2, LayoutRight, Space>(runner.template out<T>(), extents, {});
  }
};
TYPED_TEST_SUITE(Errors, AllSpaces, SpaceName);

TYPED_TEST(Errors, ExtentsThatDoNotFit) {
  for (Extents const& out_extents : {Extents{13, 17}, {17, 12}, {16, 13}, {18, 13}, {17, 0}}) {
    auto const in  = this->in_view({13, 17});
    auto const out = this->out_view(out_extents);
    auto const bad = std::to_string(out_extents[out_extents[0] == 17 ? 1 : 0]);
    this->template expect_refused<turnstile::ExtentMismatch>([&] { turnstile::transpose(this->exec, in, out); },
                                                             {"out", "13", "17", bad});
    this->template expect_refused<turnstile::ExtentMismatch>(
        [&] {
          turnstile::permute(this->exec, in, out, std::array<int, 2>{1, 0});
        },
        {"out", "13", "17", bad});
    this->template expect_refused<turnstile::ExtentMismatch>(
        [&] {
          turnstile::Plan(this->exec, in, out, std::array<int, 2>{1, 0});
        },
        {"out", "13", "17", bad});
  }
  auto const in  = this->in_view({13, 17});
  auto const out = this->out_view({17, 13});
  this->template expect_refused<turnstile::ExtentMismatch>([&] { turnstile::relayout(this->exec, in, out); },
                                                           {"out", "13", "17"});
}

TYPED_TEST(Errors, AxesThatAreNoPermutation) {
  auto const in  = this->in_view({13, 17});
  auto const out = this->out_view({17, 13});
  struct BadAxes {
    std::array<int, 2> axes;
    std::string_view entry;
  };
  for (auto const& bad : {BadAxes{{0, 2}, "2"}, {{-1, 0}, "-1"}, {{1, 1}, "1"}, {{0, 7}, "7"}}) {
    auto const axes  = bad.axes;
    auto const entry = bad.entry;
    this->template expect_refused<turnstile::InvalidAxes>([&] { turnstile::permute(this->exec, in, out, axes); },
                                                          {"axes", entry});
    this->template expect_refused<turnstile::InvalidAxes>([&] { turnstile::Plan(this->exec, in, out, axes); },
                                                          {"axes", entry});
    PermuteCase problem = this->runner.problem();
    problem.axes        = {axes[0], axes[1]};
    this->template expect_refused<turnstile::InvalidAxes>([&] { this->permute(problem); }, {"axes", entry});
  }
}

TYPED_TEST(Errors, ListsOfDifferentLengths) {
  PermuteCase const valid = this->runner.problem();
  PermuteCase problem     = valid;
  problem.axes            = {0, 1, 2};
  this->template expect_refused<turnstile::RankMismatch>([&] { this->permute(problem); }, {"axes", "3", "2"});
  problem            = valid;
  problem.in_strides = {17};
  this->template expect_refused<turnstile::RankMismatch>([&] { this->permute(problem); }, {"in_strides", "1", "2"});
  problem             = valid;
  problem.out_strides = {1, 2, 3};
  this->template expect_refused<turnstile::RankMismatch>([&] { this->permute(problem); }, {"out_strides", "3", "2"});
}

TYPED_TEST(Errors, RankAboveThirtyTwo) {
  PermuteCase const problem = packed_case(element_bytes, Extents(33, 1), identity_axes(33));
  this->template expect_refused<turnstile::RankMismatch>([&] { this->permute(problem); }, {"33", "32"});
}

TYPED_TEST(Errors, NullPointersToElements) {
  auto const& problem = this->runner.problem();
  auto const call     = [&](void const* in, void* out) {
    turnstile::permute(this->exec, in, out, element_bytes, problem.extents, problem.in_strides, problem.out_strides,
                           problem.axes);
  };
  this->template expect_refused<turnstile::InvalidArgument>([&] { call(nullptr, this->runner.out()); }, {"in", "null"});
  this->template expect_refused<turnstile::InvalidArgument>([&] { call(this->runner.in(), nullptr); }, {"out", "null"});
  auto const null_in  = view_at<float const, 2, LayoutRight, TypeParam>(nullptr, {13, 17}, {});
  auto const null_out = view_at<float, 2, LayoutRight, TypeParam>(nullptr, {17, 13}, {});
  this->template expect_refused<turnstile::InvalidArgument>(
      [&] {
        turnstile::transpose(this->exec, null_in, this->out_view({17, 13}));
      },
      {"in", "null"});
  this->template expect_refused<turnstile::InvalidArgument>(
      [&] {
        turnstile::transpose(this->exec, this->in_view({13, 17}), null_out);
      },
      {"out", "null"});
}

TYPED_TEST(Errors, SizesThatDescribeNoMemory) {
  PermuteCase const valid = this->runner.problem();
  PermuteCase problem     = valid;
  problem.element_bytes   = 0;
  this->template expect_refused<turnstile::InvalidArgument>([&] { this->permute(problem); }, {"element_bytes", "0"});
  problem         = valid;
  problem.extents = {13, -17};
  this->template expect_refused<turnstile::InvalidArgument>([&] { this->permute(problem); }, {"extents", "-17"});
}

TYPED_TEST(Errors, SizesThatOverflow) {
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  PermuteCase const valid     = this->runner.problem();
  PermuteCase problem         = valid;
  problem.in_strides          = {huge / 4, 1};
  this->template expect_refused<turnstile::InvalidArgument>([&] { this->permute(problem); }, {"in_strides"});
  problem             = valid;
  problem.out_strides = {1, huge / 4};
  this->template expect_refused<turnstile::InvalidArgument>([&] { this->permute(problem); }, {"out_strides"});
  problem            = valid;
  problem.in_strides = {std::numeric_limits<std::int64_t>::min(), 1};
  this->template expect_refused<turnstile::InvalidArgument>([&] { this->permute(problem); }, {"in_strides"});
  problem               = valid;
  problem.element_bytes = std::size_t{1} << 63;
  this->template expect_refused<turnstile::InvalidArgument>([&] { this->permute(problem); }, {"element_bytes"});
  problem            = valid;
  problem.extents    = {huge / 2, 17};
  problem.in_strides = {0, 1};
  this->template expect_refused<turnstile::InvalidArgument>([&] { this->permute(problem); }, {});
}

TYPED_TEST(Errors, OutputElementsThatOverlapEachOther) {
  PermuteCase const valid = this->runner.problem();
  for (Extents const& out_strides : {Extents{0, 1}, {13, 0}, {1, 1}, {4, 3}, {-1, 1}}) {
    PermuteCase problem = valid;
    problem.out_strides = out_strides;
    this->template expect_refused<turnstile::OverlapError>([&] { this->permute(problem); }, {"out"});
  }
  auto const out = view_at<float, 2, LayoutStride, TypeParam>(this->runner.template out<float>(), {17, 13}, {4, 3});
  this->template expect_refused<turnstile::OverlapError>(
      [&] {
        turnstile::transpose(this->exec, this->in_view({13, 17}), out);
      },
      {"out"});
}

TYPED_TEST(Errors, InputThatOverlapsOutput) {
  auto const& problem    = this->runner.problem();
  auto* const out        = this->runner.template out<unsigned char>();
  auto const from_offset = [&](std::ptrdiff_t bytes) {
    turnstile::permute(this->exec, out + bytes, out, element_bytes, problem.extents, problem.in_strides,
                       problem.out_strides, problem.axes);
  };
  for (std::ptrdiff_t const bytes : {0, 4, 440, 880, -4, -880})
    this->template expect_refused<turnstile::OverlapError>([&] { from_offset(bytes); }, {"in", "out"});
  auto const inside = view_at<float const, 2, LayoutRight, TypeParam>(this->runner.template out<float>(), {13, 17}, {});
  this->template expect_refused<turnstile::OverlapError>(
      [&] {
        turnstile::transpose(this->exec, inside, this->out_view({17, 13}));
      },
      {"in", "out"});
}

TYPED_TEST(Errors, PoliciesThatBreakARule) {
  struct Fault {
    TransposePolicy policy;
    std::string_view field;
  };
  auto const in  = this->in_view({13, 17});
  auto const out = this->out_view({17, 13});
  for (auto const& [policy, field] :
       {Fault{{.tile_rows = 0}, "tile_rows"}, Fault{{.tile_cols = -1}, "tile_cols"}, Fault{{.padding = -1}, "padding"},
        Fault{{.swizzle = static_cast<turnstile::Swizzle>(99)}, "swizzle"}, Fault{{.threads = 0}, "threads"},
        Fault{{.threads = 2048}, "threads"}, Fault{{.vector_bytes = 3}, "vector_bytes"},
        Fault{{.order = static_cast<turnstile::BlockOrder>(7)}, "order"},
        Fault{{.tile_cols = 24, .swizzle = turnstile::Swizzle::xor_bits}, "tile_cols"}}) {
    this->template expect_refused<turnstile::InvalidPolicy>(
        [&, &refused = policy] { turnstile::transpose(this->exec, in, out, refused); }, {field});
    this->template expect_refused<turnstile::InvalidPolicy>(
        [&, &refused = policy] {
          turnstile::Plan(this->exec, in, out, std::array<int, 2>{1, 0}, refused);
        },
        {field});
  }
}

TYPED_TEST(Errors, PoliciesThatAreNotCompiled) {
  TransposePolicy const policy{.tile_rows = 33, .tile_cols = 31, .padding = 5};
  auto const in  = this->in_view({13, 17});
  auto const out = this->out_view({17, 13});
  this->template expect_refused<turnstile::PolicyNotCompiled>(
      [&] { turnstile::transpose(this->exec, in, out, policy); }, {turnstile::to_string(policy)});
  this->template expect_refused<turnstile::PolicyNotCompiled>(
      [&] {
        turnstile::Plan(this->exec, in, out, std::array<int, 2>{1, 0}, policy);
      },
      {turnstile::to_string(policy)});
}

/// Bad arguments of an empty problem are still bad.
TYPED_TEST(Errors, EmptyProblemsAreChecked) {
  PermuteCase problem = packed_case(element_bytes, {0, 17}, {1, 0});
  problem.axes        = {1, 1};
  this->template expect_refused<turnstile::InvalidAxes>([&] { this->permute(problem); }, {"axes"});
  auto const in  = this->in_view({0, 17});
  auto const out = this->out_view({16, 0});
  this->template expect_refused<turnstile::ExtentMismatch>([&] { turnstile::transpose(this->exec, in, out); },
                                                           {"16", "17"});
  problem         = packed_case(element_bytes, {0, 17}, {1, 0});
  problem.extents = {0, -17};
  this->template expect_refused<turnstile::InvalidArgument>([&] { this->permute(problem); }, {"extents", "-17"});
}

}  // namespace
}  // namespace turnstile_test
