// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/cases.hpp"
#include "bench/report.hpp"
#include "bench/statistics.hpp"
#include "bench/workload.hpp"

#include <turnstile/backend.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace turnstile::perf {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;

TEST(Workload, KnowsItsStridesAndShape) {
  auto const permute = permute_of({4, 5, 6}, {2, 0, 1}, 8);
  EXPECT_EQ(permute.in_strides(), (std::vector<std::int64_t>{30, 6, 1}));
  EXPECT_EQ(permute.out_strides(), (std::vector<std::int64_t>{20, 5, 1}));
  EXPECT_EQ(permute.bytes(), 960);
  EXPECT_EQ(permute.shape(), "4x5x6/2-0-1");
  EXPECT_EQ(permute.operation(), "permute");
  EXPECT_EQ(transpose_of({7, 4, 5}, 2).shape(), "7x4x5");
  EXPECT_EQ(transpose_of({7, 4, 5}, 2).batch(), 7);
  EXPECT_EQ(permute_of({7, 4}, {1, 0}, 2).operation(), "transpose");
}

TEST(Cases, NamesSayPathPolicyBytesAndShape) {
  auto const matrix = transpose_of({8192, 4096}, 4);
  EXPECT_EQ(case_name(matrix, {Path::automatic, {}}), "transpose/auto/chosen/4B/8192x4096");
  EXPECT_EQ(case_name(matrix, {Path::kokkos, TransposePolicy{.padding = 1}}),
            "transpose/kokkos/32x32+pad1/4B/8192x4096");
  EXPECT_EQ(case_name(permute_of({4, 5, 6}, {2, 0, 1}, 16), {Path::naive, {}}), "permute/naive/none/16B/4x5x6/2-0-1");
}

TEST(Cases, EverySuiteHasCasesWithNamesOfTheirOwn) {
  for (auto const& name : suite_names()) {
    std::multiset<std::string> names;
    for (bool const is_host : {true, false})
      for (auto const& group : make_suite(name, {is_host, &turnstile::GenericBackend<Space>::policies}))
        for (auto const& variant : group.variants) {
          EXPECT_TRUE(can_move(variant.path, group.workload));
          if (is_host) names.insert(case_name(group.workload, variant));
        }
    EXPECT_FALSE(names.empty()) << name;
    for (auto const& one : names) EXPECT_EQ(names.count(one), 1U) << one;
  }
  EXPECT_THROW(make_suite("no such suite", {}), std::invalid_argument);
}

TEST(Statistics, MedianAndQuartiles) {
  auto const odd = statistics_of({5, 1, 4, 2, 3});
  EXPECT_EQ(odd.median, 3);
  EXPECT_EQ(odd.samples, 5);
  EXPECT_NEAR(odd.spread, 2.0 / 3, 1e-12);
  EXPECT_EQ(statistics_of({1, 2}).median, 1.5);
  EXPECT_EQ(statistics_of({7}).spread, 0);
}

TEST(Report, JsonStringsAreEscaped) {
  EXPECT_EQ(json_string("a\"b\\c\n\x01é"), "\"a\\\"b\\\\c\\u000a\\u0001é\"");
}

TEST(Report, CsvFieldsAreQuotedWhereNeeded) {
  Row row;
  row.name    = "a,\"b\"";
  row.failure = "none, really";
  std::ostringstream csv;
  write_csv_row(csv, row);
  EXPECT_EQ(csv.str(), "\"a,\"\"b\"\"\",,,,0,,cold,,,,,0,,0,0,\"none, really\"\n");
}

TEST(Report, P76_CountsWhatFailed) {
  Row right, wrong;
  wrong.failure = "no kernel image";
  EXPECT_EQ(count_failed(std::vector{right, wrong, right, wrong}), 2);
  EXPECT_EQ(count_failed(std::vector{right}), 0);
}

TEST(Report, P76_AFailureIsNoNumberInJson) {
  Row row;
  row.gb_per_s = 512;
  row.failure  = "no kernel image";
  std::ostringstream json;
  write_json(json, {{"key", "value"}}, std::vector{row});
  EXPECT_NE(json.str().find("\"gb_per_s\": null"), std::string::npos) << json.str();
  EXPECT_NE(json.str().find("\"verified\": false, \"failure\": \"no kernel image\""), std::string::npos) << json.str();
}

TEST(Report, VerdictNamesTheFasterPeer) {
  Row ours;
  ours.name          = "ours";
  ours.path          = name_of(Path::automatic);
  ours.ratio_to_copy = 0.5;
  ours.ratio_to_tile = 0.4;
  Row peer           = ours;
  peer.name          = "peer";
  peer.path          = name_of(Path::naive);
  peer.ratio_to_copy = 0.625;
  std::ostringstream text;
  write_verdict(text, std::vector{ours, peer});
  EXPECT_EQ(text.str(),
            "lowest ratio to a copy: 0.5 in ours\n"
            "lowest ratio to the textbook [32][33] tile: 0.4 in ours\n"
            "faster peer: peer at 0.625 of a copy, the library at 0.5\n"
            "2 cases, 0 failed\n");
}

}  // namespace
}  // namespace turnstile::perf
