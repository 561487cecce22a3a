// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/report.hpp"
#include "bench/statistics.hpp"
#include "bench/suite_of.hpp"
#include "bench/suites.hpp"
#include "bench/workload.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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
  EXPECT_EQ(transpose_of({7, 4, 5}, 2).operation(), "batch");
}

TEST(Cases, NamesSayPathPolicyBytesAndShape) {
  auto const matrix = transpose_of({8192, 4096}, 4);
  EXPECT_EQ(case_name(matrix, {Path::automatic, {}}), "transpose/auto/chosen/4B/8192x4096");
  EXPECT_EQ(case_name(matrix, {Path::kokkos, TransposePolicy{.padding = 1}}),
            "transpose/kokkos/32x32+pad1/4B/8192x4096");
  EXPECT_EQ(case_name(transpose_of({64, 5, 7}, 8), {Path::tile_pad, padded_tile}),
            "batch/tile_pad/32x32+pad1/8B/64x5x7");
  EXPECT_EQ((Group{matrix, {}, Mode::batch}.name({Path::naive, {}})), "transpose/naive/none/4B/8192x4096/batch_mode");
  EXPECT_EQ(case_name(permute_of({4, 5, 6}, {2, 0, 1}, 16), {Path::naive, {}}), "permute/naive/none/16B/4x5x6/2-0-1");
}

TEST(Suites, EveryOneHasCasesWithNamesOfTheirOwn) {
  for (auto const& name : suite_names()) {
    std::multiset<std::string> names;
    for (auto const& group : make_suite(name, target_of<Space>()))
      for (auto const& variant : group.variants) {
        EXPECT_TRUE(can_move(variant.path, group.workload));
        names.insert(group.name(variant));
      }
    EXPECT_FALSE(names.empty()) << name;
    for (auto const& one : names) EXPECT_EQ(names.count(one), 1U) << one;
  }
  EXPECT_THROW(make_suite("no such suite", target_of<Space>()), std::invalid_argument);
}

TEST(Suites, OfDevicesAndHostsDifferInSizes) {
  auto const host = target_of<Space>();
  for (auto const* const name : {"quick", "standard", "sweep"}) {
    auto device    = host;
    device.is_host = false;
    EXPECT_LT(make_suite(name, host).front().workload.bytes(), make_suite(name, device).front().workload.bytes())
        << name;
  }
}

TEST(Suites, ASweepHasThePoliciesThatSuit) {
  auto const sweep = suite_of(Space(), "sweep");
  for (auto const& group : sweep) {
    auto const& variants = group.variants;
    auto const count     = [&](Path path) { return std::ranges::count(variants, path, &Variant::path); };
    EXPECT_LT(1, count(Path::kokkos)) << group.workload.shape();
    if (auto const native = target_of<Space>().native) {
      EXPECT_LT(1, count(native->path)) << group.workload.shape();
    }
    for (auto const& variant : group.variants) EXPECT_TRUE(suits(Space(), group.workload, variant));
  }
  EXPECT_FALSE(
      suits(Space(), sweep.front().workload, {Path::kokkos, TransposePolicy{.tile_rows = 24, .tile_cols = 40}}));
}

TEST(Statistics, MedianAndQuartiles) {
  auto const odd = statistics_of({5, 1, 4, 2, 3});
  EXPECT_EQ(odd.median, 3);
  EXPECT_EQ(odd.samples, 5);
  EXPECT_EQ(odd.first_quartile, 2);
  EXPECT_EQ(odd.third_quartile, 4);
  EXPECT_NEAR(odd.spread(), 2.0 / 3, 1e-12);
  EXPECT_NEAR(odd.noise(), 1.57 * 2 / 3 / std::sqrt(5.0), 1e-12);
  EXPECT_EQ(statistics_of({1, 2}).median, 1.5);
  EXPECT_EQ(statistics_of({7}).spread(), 0);
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
  EXPECT_EQ(csv.str(), "\"a,\"\"b\"\"\",,,,0,,cold,,,,,,0,,0,0,\"none, really\"\n");
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

TEST(Report, LinesOfJsonAreWhole) {
  std::ostringstream lines;
  write_json_line(lines, Context{{"key", "value"}, {"other", "a\nb"}});
  Row row;
  row.name        = "one";
  row.bank_passes = 32;
  write_json_line(lines, row);
  EXPECT_EQ(lines.str().find("{\"context\": {\"key\": \"value\", \"other\": \"a\\u000ab\"}}\n{\"case\": \"one\","), 0U)
      << lines.str();
  EXPECT_NE(lines.str().find("\"bank_passes\": 32"), std::string::npos) << lines.str();
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
