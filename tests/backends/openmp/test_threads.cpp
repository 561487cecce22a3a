// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "case_runner.hpp"

#include <turnstile/transpose.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <array>
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

/// The user's own threads, each with arrays of its own.
TEST(HostThreads, SerialInSeveralThreads) {
  constexpr int threads = 4;
  std::vector<CaseRunner<Kokkos::Serial>> runners;
  for (int k = 0; k < threads; ++k) runners.emplace_back(case_of_thread(k));
  std::vector<testing::AssertionResult> results(threads, testing::AssertionFailure() << "did not run");
  std::vector<std::thread> running;
  for (int k = 0; k < threads; ++k)
    running.emplace_back([&, number = static_cast<std::size_t>(k)] {
      auto const& problem = runners[number].problem();
      for (int repeat = 0; repeat < 3; ++repeat)
        turnstile::permute(Kokkos::Serial(), runners[number].in(), runners[number].out(), problem.element_bytes,
                           problem.extents, problem.in_strides, problem.out_strides, problem.axes);
    });
  for (auto& thread : running) thread.join();
  for (auto& runner : runners) EXPECT_TRUE(solves(Kokkos::Serial(), runner));
}

#ifdef _OPENMP
TEST(HostThreads, SerialInsideAParallelRegion) {
  std::vector<CaseRunner<Kokkos::Serial>> runners;
  for (int k = 0; k < 4; ++k) runners.emplace_back(case_of_thread(k));
  std::array<bool, 4> is_right{};
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (std::size_t k = 0; k < 4; ++k) {
    auto const& problem = runners[k].problem();
    turnstile::permute(Kokkos::Serial(), runners[k].in(), runners[k].out(), problem.element_bytes, problem.extents,
                       problem.in_strides, problem.out_strides, problem.axes);
    auto const* in  = runners[k].in<std::uint32_t>();
    auto const* out = static_cast<std::uint32_t const*>(runners[k].out());
    auto const rows = problem.extents[0], columns = problem.extents[1];
    is_right[k] = true;
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j) is_right[k] = is_right[k] && out[j * rows + i] == in[i * columns + j];
  }
  for (bool const right : is_right) EXPECT_TRUE(right);
}
#endif
#endif

#ifdef KOKKOS_ENABLE_OPENMP
/// Threads that a loop of one item per thread of the default instance runs on.
std::size_t threads_of(Kokkos::OpenMP const& instance) {
  auto const items = 4 * Kokkos::OpenMP().concurrency();
  std::vector<std::thread::id> ids(static_cast<std::size_t>(items));
  Kokkos::parallel_for("ids", Kokkos::RangePolicy<Kokkos::OpenMP>(instance, 0, items),
                       [&](int k) { ids[static_cast<std::size_t>(k)] = std::this_thread::get_id(); });
  return std::set<std::thread::id>(ids.begin(), ids.end()).size();
}

/// Instances with a part of the threads each move their arrays by that part.
TEST(HostThreads, PartitionedInstances) {
  Kokkos::OpenMP const space;
  if (space.concurrency() < 2) GTEST_SKIP() << "one thread cannot be partitioned";
  for (auto const& instance : Kokkos::Experimental::partition_space(space, 1, 1)) {
    ASSERT_LT(threads_of(instance), threads_of(space));
    CaseRunner<Kokkos::OpenMP> large(packed_case(4, {2003, 1999}, {1, 0}));
    EXPECT_TRUE(solves(instance, large));
  }
}
#endif

}  // namespace
}  // namespace turnstile_test
