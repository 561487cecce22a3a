// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "gains.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace turnstile::command {
namespace {

constexpr TransposePolicy plain{}, padded{.padding = 1}, rotated{.swizzle = Swizzle::rotate};

/// A row whose samples lie around `median`, half of them within `width` of it.
perf::Row row(double median, double width = 0.001, std::string const& failure = "") {
  perf::Row result;
  result.seconds = {median, median - width, median + width, 11};
  result.failure = failure;
  return result;
}

/// The gains of plain, padded and rotated tiles over a choice of the library that takes 1 s.
std::vector<Gain> gains(perf::Row const& of_plain, perf::Row const& of_padded, perf::Row const& of_rotated) {
  perf::Group const group{perf::transpose_of({8, 8}, 4),
                          {{perf::Path::automatic, {}},
                           {perf::Path::kokkos, plain},
                           {perf::Path::kokkos, padded},
                           {perf::Path::kokkos, rotated}}};
  std::vector<perf::Row> const rows{row(1), of_plain, of_padded, of_rotated};
  return gains_of(group, rows);
}

TEST(Gains, AreThoseOfCertainlyFasterPolicies) {
  EXPECT_EQ(gains(row(0.5), row(2), row(0.8)), (std::vector<Gain>{{plain, 2}, {rotated, 1.25}}));
  EXPECT_TRUE(gains(row(1), row(1.5), row(0.985)).empty()) << "less than 2 % is no gain";
  EXPECT_TRUE(gains(row(0.8, 0.3), row(0.9, 0.0995), row(1)).empty()) << "quartiles that overlap are no gain";
  EXPECT_EQ(gains(row(0.8, 0.1), row(1), row(1)), (std::vector<Gain>{{plain, 1.25}}));
}

TEST(Gains, FailuresWinNothing) {
  EXPECT_TRUE(gains(row(0, 0, "wrong"), row(0.1, 0.001, "wrong"), row(1)).empty());
}

TEST(Gains, CommonOnesAreTheLowest) {
  std::vector<Gain> const first{{plain, 1.5}, {padded, 1.2}}, second{{padded, 1.3}, {plain, 1.1}}, third{{rotated, 2}};
  EXPECT_EQ(common(first, second), (std::vector<Gain>{{plain, 1.1}, {padded, 1.2}}));
  EXPECT_TRUE(common(first, third).empty());
  EXPECT_EQ(best_of(first), (Gain{plain, 1.5}));
  EXPECT_EQ(best_of(common(first, second)), (Gain{padded, 1.2}));
}

TEST(Gains, AClassTakesWhatWinsOnAllItsProblems) {
  TuningClass const large{.word_bytes = 4, .log2_rows = 10, .log2_cols = 10, .log2_words = 22, .is_aligned = true};
  TuningClass const small{.word_bytes = 4, .log2_rows = 5, .log2_cols = 5, .log2_words = 10, .is_aligned = true};
  TuningClass const hopeless{.word_bytes = 8};
  TunedClasses classes;
  EXPECT_TRUE(classes.entries().empty());
  classes.add(large, std::vector<Gain>{{plain, 1.5}, {padded, 1.2}});
  classes.add(small, std::vector<Gain>{{rotated, 1.1}, {plain, 1.3}});
  classes.add(hopeless, std::vector<Gain>{{rotated, 3}});
  classes.add(large, std::vector<Gain>{{padded, 1.4}, {rotated, 2}, {plain, 1.1}});
  classes.add(hopeless, std::vector<Gain>{});
  auto const entries = classes.entries();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].problems, large);
  EXPECT_EQ(entries[0].policy, padded);
  EXPECT_EQ(entries[1].problems, small);
  EXPECT_EQ(entries[1].policy, plain);
}

}  // namespace
}  // namespace turnstile::command
