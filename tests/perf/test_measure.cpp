// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/group_run.hpp"
#include "bench/measure.hpp"
#include "bench/report.hpp"
#include "bench/suite_of.hpp"
#include "bench/workload.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

/// \file
/// The perf suite must not report a figure for a kernel that is wrong, goes wrong later, or does not run.

namespace turnstile::perf {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;

constexpr MeasureOptions few{.samples = 4, .most_samples = 4, .warm_up = 2};

/// Calls that a contender gets: one to verify, then warm-up and samples.
constexpr int calls = 1 + few.warm_up + few.samples;

Workload small_matrix() {
  return transpose_of({37, 53}, 4);
}

/// A right mover that calls `spoil(output, number of the call)` after each move.
template <class Spoil>
Contender<Space> spoiled(Workload const& workload, Spoil const& spoil) {
  return {"spoiled", [workload, spoil, call = 0](Space const& space, void const* in, void* out) mutable {
            move_naively(space, workload, in, out);
            spoil(static_cast<unsigned char*>(out), ++call);
          }};
}

Measurement measured(Workload const& workload, Contender<Space> const& contender) {
  Space const space;
  Arrays<Space> const arrays(space, workload);
  return measure<Space>(space, workload, arrays, {contender}, few).front();
}

template <class Spoil>
Measurement measured_with(Spoil const& spoil) {
  auto const workload = small_matrix();
  return measured(workload, spoiled(workload, spoil));
}

TEST(Measure, AcceptsWhatIsRight) {
  auto const result = measured_with([](unsigned char*, int) {});
  EXPECT_TRUE(result.verified()) << result.failure;
  EXPECT_EQ(result.seconds.samples, few.samples);
  EXPECT_GT(result.seconds.median, 0);
}

TEST(Measure, P75_FindsOneWrongBitBeforeTiming) {
  auto const result = measured_with([](unsigned char* out, int call) {
    if (call == 1) out[4 * 1000 + 2] ^= 0x10;
  });
  EXPECT_EQ(result.failure, "verification failed before the timed loop: 1 wrong elements");
  EXPECT_EQ(result.seconds.samples, 0);
}

TEST(Measure, P75_FindsWhatGoesWrongWhileItIsTimed) {
  auto const result = measured_with([](unsigned char* out, int call) {
    if (call >= calls - 2) out[0] ^= 1;
  });
  EXPECT_EQ(result.failure, "verification failed in the last timed call: 1 wrong elements");
  EXPECT_EQ(result.seconds.samples, 0);
}

TEST(Measure, P75_FindsOverwrittenGuards) {
  auto const workload = small_matrix();
  auto const bytes    = workload.bytes();
  EXPECT_EQ(measured_with([&](unsigned char* out, int) { out[bytes] = 0; }).failure,
            "verification failed before the timed loop: 1 wrong elements");
  EXPECT_EQ(measured_with([&](unsigned char* out, int) { out[-1] = 0; }).failure,
            "verification failed before the timed loop: 1 wrong elements");
}

TEST(Measure, P76_RefusesAKernelThatDoesNotRun) {
  for (int const bytes : {1, 2, 4, 8, 16}) {
    auto const workload = transpose_of({37, 53}, bytes);
    Contender<Space> const idle{"idle", [](Space const&, void const*, void*) {}};
    EXPECT_EQ(measured(workload, idle).failure, "verification failed before the timed loop: 1961 wrong elements");
  }
}

TEST(Measure, P76_RefusesAKernelThatStopsRunning) {
  auto const workload = small_matrix();
  Contender<Space> const tired{"tired", [workload, call = 0](Space const& space, void const* in, void* out) mutable {
                                 if (++call < calls) move_naively(space, workload, in, out);
                               }};
  EXPECT_EQ(measured(workload, tired).failure, "verification failed in the last timed call: 1961 wrong elements");
}

TEST(Measure, P76_ReportsALaunchThatFails) {
  Contender<Space> const broken{"broken",
                                [](Space const&, void const*, void*) { throw std::runtime_error("no kernel image"); }};
  auto const result = measured(small_matrix(), broken);
  EXPECT_EQ(result.failure, "no kernel image");
  EXPECT_EQ(result.seconds.samples, 0);
}

TEST(Measure, SamplesUntilTheMedianIsCertain) {
  Space const space;
  auto const workload = small_matrix();
  Arrays<Space> const arrays(space, workload);
  auto const samples_with = [&](MeasureOptions const& options) {
    std::vector<Contender<Space>> const contenders{spoiled(workload, [](unsigned char*, int) {})};
    return measure<Space>(space, workload, arrays, contenders, options).front().seconds.samples;
  };
  // No median is ever certain, or any is.
  EXPECT_EQ(samples_with({.samples = 4, .noise = 0, .most_samples = 9, .most_seconds = 1e9}), 9);
  EXPECT_EQ(samples_with({.samples = 4, .noise = 1e9, .most_samples = 9, .most_seconds = 1e9}), 4);
  EXPECT_EQ(samples_with({.samples = 4, .noise = 0, .most_samples = 9, .most_seconds = 0}), 4);
}

TEST(Measure, AFailureLeavesTheOthersAlone) {
  Space const space;
  auto const workload = small_matrix();
  Arrays<Space> const arrays(space, workload);
  auto const right   = spoiled(workload, [](unsigned char*, int) {});
  auto const wrong   = spoiled(workload, [](unsigned char* out, int) { out[-1] ^= 1; });
  auto const results = measure<Space>(space, workload, arrays, {right, wrong, right}, few);
  EXPECT_TRUE(results[0].verified());
  EXPECT_FALSE(results[1].verified());
  EXPECT_TRUE(results[2].verified());
}

template <class OneSpace>
void expect_native_path_at_home() {
  if constexpr (!std::is_base_of_v<GenericBackend<OneSpace>, Backend<OneSpace>>) {
    auto const native = target_of<OneSpace>().native;
    ASSERT_TRUE(native) << OneSpace::name();
    EXPECT_EQ(name_of(native->path), Backend<OneSpace>::name);
    auto const rows = run_group(OneSpace(), {small_matrix(), {{native->path, {}}, {Path::cuda, {}}}}, few);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_TRUE(rows[0].verified()) << rows[0].failure;
    EXPECT_TRUE(rows[0].kernel.starts_with(std::string(Backend<OneSpace>::name) + ":")) << rows[0].kernel;
    EXPECT_EQ(rows[1].failure, "this device has no native backend called cuda");
  }
}

TEST(RunGroup, NativePathRunsWhereItIsAtHome) {
  expect_native_path_at_home<Kokkos::DefaultHostExecutionSpace>();
#ifdef KOKKOS_ENABLE_SERIAL
  expect_native_path_at_home<Kokkos::Serial>();
#endif
}

TEST(RunGroup, BatchModeIsNamed) {
  Group const group{small_matrix(), {{Path::automatic, {}}}, Mode::batch};
  auto const rows = run_group(Space(), group, few);
  EXPECT_EQ(rows.at(0).mode, "batch");
  EXPECT_TRUE(rows[0].name.ends_with("/batch_mode")) << rows[0].name;
}

TEST(RunGroup, NamesTheHostAsCpu) {
  for (auto const& row : run_group(Space(), {small_matrix(), {{Path::automatic, {}}, {Path::copy, {}}}}, few)) {
    EXPECT_NE(row.device.find("(CPU)"), std::string::npos) << row.device;
    EXPECT_TRUE(row.fits_in_cache);
  }
}

TEST(RunGroup, AFailureHasNoFigures) {
  TransposePolicy const not_compiled{.tile_rows = 24, .tile_cols = 40};
  auto const rows = run_group(Space(), {small_matrix(), {{Path::kokkos, not_compiled}}}, few);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].failure, "the policy 24x40 cannot run here");
  std::ostringstream csv;
  write_csv_row(csv, rows[0]);
  EXPECT_NE(csv.str().find(",37x53,cold,,,,,,0,,1,0,the policy 24x40 cannot run here\n"), std::string::npos)
      << csv.str();
}

TEST(RunGroup, CountsBytesReadAndWritten) {
  auto const rows = run_group(Space(), {small_matrix(), {{Path::naive, {}}}}, few);
  ASSERT_TRUE(rows.at(0).verified());
  EXPECT_NEAR(rows[0].gb_per_s * rows[0].seconds.median, 2 * 37 * 53 * 4 * 1e-9, 1e-15);
}

TEST(RunGroup, TheCopyIsItsOwnMeasure) {
  auto const rows = run_group(Space(), {small_matrix(), {{Path::copy, {}}}}, few);
  ASSERT_TRUE(rows.at(0).verified()) << rows[0].failure;
  EXPECT_EQ(rows[0].ratio_to_copy, 1.0);
}

}  // namespace
}  // namespace turnstile::perf
