// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "refuses.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

/// \file
/// P69 and P70: what is refused, with which text, and what must not be refused.

namespace turnstile_test {
namespace {

using Kokkos::LayoutRight;

/// A valid permute of (4, 5, 6) floats with axes [0, 2, 1].
template <class Space>
class P69 : public SpaceTest<Space> {
 protected:
  CaseRunner<Space> runner{packed_case(4, {4, 5, 6}, {0, 2, 1})};

  template <class Exception, class Call>
  void expect_refused(Call const& call, std::initializer_list<std::string_view> fragments) {
    EXPECT_TRUE(runner.untouched_by(this->exec, [&] { EXPECT_TRUE(refuses<Exception>(call, fragments)); }));
    EXPECT_TRUE(runner.solved_by(this->exec, [&] { permute_pointers(this->exec, runner); }));
  }
};
TYPED_TEST_SUITE(P69, AllSpaces, SpaceName);

TYPED_TEST(P69, ExtentsWrongByOne) {
  auto const in = view_at<float const, 3, LayoutRight, TypeParam>(this->runner.template in<float>(), {4, 5, 6}, {});
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::int64_t const error : {-1, 1}) {
      Extents extents{4, 6, 5};
      extents[axis] += error;
      auto const out  = view_at<float, 3, LayoutRight, TypeParam>(this->runner.template out<float>(), extents, {});
      auto const text = "(" + std::to_string(extents[0]) + ", " + std::to_string(extents[1]) + ", " +
                        std::to_string(extents[2]) + ")";
      this->template expect_refused<turnstile::ExtentMismatch>(
          [&] {
            turnstile::permute(this->exec, in, out, std::array<int, 3>{0, 2, 1});
          },
          {"(4, 5, 6)", text});
    }
}

TYPED_TEST(P69, AxesThatAreNoPermutation) {
  auto const& problem = this->runner.problem();
  auto const call     = [&](std::vector<int> const& axes) {
    return [&, axes] {
      turnstile::permute(this->exec, this->runner.in(), this->runner.out(), 4, problem.extents, problem.in_strides,
                             problem.out_strides, axes);
    };
  };
  this->template expect_refused<turnstile::InvalidAxes>(call({0, 3, 1}), {"3"});
  this->template expect_refused<turnstile::InvalidAxes>(call({0, -1, 1}), {"-1"});
  this->template expect_refused<turnstile::InvalidAxes>(call({0, 0, 1}), {"(0, 0, 1)"});
  this->template expect_refused<turnstile::RankMismatch>(call({0, 1}), {"(0, 1)", "3"});
}

TYPED_TEST(P69, NullInputWithElements) {
  auto const& problem = this->runner.problem();
  this->template expect_refused<turnstile::InvalidArgument>(
      [&] {
        turnstile::permute(this->exec, nullptr, this->runner.out(), 4, problem.extents, problem.in_strides,
                           problem.out_strides, problem.axes);
      },
      {"in", "null", "120"});
}

template <class Space>
class P70 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P70, AllSpaces, SpaceName);

/// A leading dimension below the extent makes rows overlap: harmless to read, refused where it is written.
TYPED_TEST(P70, LeadingDimensionsAreComparedWithTheRightExtent) {
  struct Expectation {
    std::vector<int> axes;
    std::int64_t in_pitch, out_pitch;
    bool accepted;
  };
  for (bool const column_major : {true, false})
    for (auto const& expected :
         {Expectation{{1, 0}, 20, 10, true}, Expectation{{1, 0}, 19, 10, true}, Expectation{{1, 0}, 20, 9, false},
          Expectation{{0, 1}, 20, 20, true}, Expectation{{0, 1}, 20, 19, false}}) {
      // 20 rows and 10 columns in the case's column-major words; row-major is the mirror image.
      PermuteCase problem = packed_case(8, column_major ? Extents{20, 10} : Extents{10, 20}, expected.axes);
      auto const strides  = [&](std::int64_t pitch) { return column_major ? Extents{1, pitch} : Extents{pitch, 1}; };
      problem.in_strides  = strides(expected.in_pitch);
      problem.out_strides = strides(expected.out_pitch);
      CaseRunner<TypeParam> runner(problem);
      auto const call = [&] { permute_pointers(this->exec, runner); };
      if (expected.accepted) {
        EXPECT_TRUE(runner.solved_by(this->exec, call));
      } else {
        EXPECT_TRUE(runner.untouched_by(this->exec, [&] {
          EXPECT_TRUE(refuses<turnstile::OverlapError>(call, {"out_strides", std::to_string(expected.out_pitch)}));
        }));
      }
    }
}

}  // namespace
}  // namespace turnstile_test
