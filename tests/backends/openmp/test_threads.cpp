// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "case_runner.hpp"

#include <turnstile/transpose.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <thread>
#include <vector>

namespace turnstile_test {
namespace {

template <class Space>
testing::AssertionResult solves(Space const& space, CaseRunner<Space>& runner) {
  auto const& problem = runner.problem();
  return runner.solved_by(space, [&] {
    turnstile::permute(space, runner.in(), runner.out(), problem.element_bytes, problem.extents, problem.in_strides,
                       problem.out_strides, problem.axes);
  });
}

#ifdef KOKKOS_ENABLE_SERIAL
/// Sizes that take the kernel for cached data, and tiles with streaming stores.
PermuteCase case_of_thread(int thread) {
  std::int64_t const rows = thread % 2 == 0 ? 101 : 2003;
  auto problem            = packed_case(4, {rows, rows + 30}, {1, 0});
  problem.salt            = static_cast<std::uint64_t>(thread);
  return problem;
}

void permute_on_this_thread(CaseRunner<Kokkos::Serial> const& runner) {
  auto const& problem = runner.problem();
  turnstile::permute(Kokkos::Serial(), runner.in(), runner.out(), problem.element_bytes, problem.extents,
                     problem.in_strides, problem.out_strides, problem.axes);
}

/// Whether the output that is there now is right.
bool is_transposed(CaseRunner<Kokkos::Serial> const& runner) {
  auto const rows = runner.problem().extents[0], columns = runner.problem().extents[1];
  auto const* in  = runner.in<std::uint32_t>();
  auto const* out = static_cast<std::uint32_t const*>(runner.out());
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      if (out[j * rows + i] != in[i * columns + j]) return false;
  return true;
}

std::vector<CaseRunner<Kokkos::Serial>> cases_of_threads() {
  std::vector<CaseRunner<Kokkos::Serial>> runners;
  for (int k = 0; k < 4; ++k) runners.emplace_back(case_of_thread(k));
  return runners;
}

/// The user's own threads, each with arrays of its own.
TEST(HostThreads, SerialInSeveralThreads) {
  auto const runners = cases_of_threads();
  std::vector<std::thread> running;
  for (auto const& runner : runners)
    running.emplace_back([&] {
      for (int repeat = 0; repeat < 3; ++repeat) permute_on_this_thread(runner);
    });
  for (auto& thread : running) thread.join();
  for (auto const& runner : runners) EXPECT_TRUE(is_transposed(runner));
}

#ifdef _OPENMP
TEST(HostThreads, SerialInsideAParallelRegion) {
  auto const runners = cases_of_threads();
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (std::size_t k = 0; k < runners.size(); ++k) permute_on_this_thread(runners[k]);
  for (auto const& runner : runners) EXPECT_TRUE(is_transposed(runner));
}
#endif
#endif

#ifdef KOKKOS_ENABLE_OPENMP
/// Threads that a loop of several items per thread of the default instance runs on.
std::size_t threads_of(Kokkos::OpenMP const& instance) {
  auto const items = 4 * Kokkos::OpenMP().concurrency();
  std::vector<std::thread::id> ids(static_cast<std::size_t>(items));
  Kokkos::parallel_for("ids", Kokkos::RangePolicy<Kokkos::OpenMP>(instance, 0, items),
                       [&](int k) { ids[static_cast<std::size_t>(k)] = std::this_thread::get_id(); });
  return std::set<std::thread::id>(ids.begin(), ids.end()).size();
}

/// Arrays moved on instances with a part of the threads are right.
TEST(HostThreads, PartitionedInstances) {
  Kokkos::OpenMP const space;
  if (space.concurrency() < 2) GTEST_SKIP() << "one thread cannot be partitioned";
  for (auto const& instance : Kokkos::Experimental::partition_space(space, 1, 1)) {
    CaseRunner<Kokkos::OpenMP> large(packed_case(4, {2003, 1999}, {1, 0}));
    EXPECT_TRUE(solves(instance, large));
    if (threads_of(instance) == threads_of(space)) GTEST_SKIP() << "the parts of this Kokkos have all threads each";
  }
}
#endif

}  // namespace
}  // namespace turnstile_test
