// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "kokkos_events.hpp"
#include "spaces.hpp"

#include <turnstile/plan.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

/// \file
/// P47 to P50: execution space instances, host threads, graphs and several devices.

namespace turnstile_test {
namespace {

template <class Space>
turnstile::Plan<Space> plan_for(Space const& space, CaseRunner<Space> const& runner) {
  auto const& problem = runner.problem();
  return turnstile::Plan(space, runner.in(), runner.out(), problem.element_bytes, problem.extents, problem.in_strides,
                         problem.out_strides, problem.axes);
}

/// Keeps an instance busy: every item counts a number up by itself.
template <class Space>
struct CountUp {
  Kokkos::View<double*, typename Space::memory_space> numbers;
  int rounds;
  KOKKOS_FUNCTION void operator()(int i) const {
    for (int round = 0; round < rounds; ++round) numbers(i) = numbers(i) * 1.0000001 + 1.0;
  }
};

template <class Space>
class P47 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P47, AllSpaces, SpaceName);

TYPED_TEST(P47, ManyInstancesInFlight) {
  using View = Kokkos::View<double**, Kokkos::LayoutRight, typename TypeParam::memory_space>;
  // A pool of host threads has no more instances than threads.
  int const count = turnstile::is_host_space<TypeParam> ? std::min(8, this->exec.concurrency()) : 8;
  auto const instances =
      Kokkos::Experimental::partition_space(this->exec, std::vector<int>(static_cast<std::size_t>(count), 1));
  std::vector<View> in, out;
  for (int k = 0; k < count; ++k) {
    in.emplace_back("in", 1000, 777);
    out.emplace_back("out", 777, 1000);
    auto const host = Kokkos::create_mirror_view(in.back());
    for (std::size_t i = 0; i < host.size(); ++i) host.data()[i] = static_cast<double>(i) + 1e6 * k;
    Kokkos::deep_copy(in.back(), host);
  }
  for (int repeat = 0; repeat < 50; ++repeat)
    for (std::size_t k = 0; k < in.size(); ++k) turnstile::transpose(instances[k], in[k], out[k]);
  Kokkos::fence();
  for (std::size_t k = 0; k < in.size(); ++k) {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, out[k]);
    for (std::size_t i = 0; i < 1000; ++i)
      for (std::size_t j = 0; j < 777; ++j)
        ASSERT_EQ(host(j, i), static_cast<double>(i * 777 + j) + 1e6 * static_cast<double>(k));
  }
}

/// Kokkos lets host threads share an instance of the device spaces and of Serial.
TYPED_TEST(P47, TwoHostThreadsOnOneInstance) {
  if (std::string_view(TypeParam::name()) != "Serial" && turnstile::is_host_space<TypeParam>)
    GTEST_SKIP() << TypeParam::name() << " runs kernels of one host thread at a time";
  CaseRunner<TypeParam> first(packed_case(8, {300, 217}, {1, 0}));
  PermuteCase other = first.problem();
  other.salt        = 5;
  CaseRunner<TypeParam> second(other);
  auto const repeat = [this](CaseRunner<TypeParam> const& runner) {
    for (int k = 0; k < 50; ++k) permute_pointers(this->exec, runner);
  };
  auto const both = [&] {
    std::thread thread([&] { repeat(second); });
    repeat(first);
    thread.join();
  };
  EXPECT_TRUE(first.solved_by(this->exec, both));
  EXPECT_TRUE(second.solved_by(this->exec, both));
}

template <class Space>
class P48 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P48, AllSpaces, SpaceName);

/// On a space that is asynchronous to the host, the call returns while the kernel before it still runs.
TYPED_TEST(P48, OrderedInItsInstanceAndAsynchronous) {
  using Clock         = std::chrono::steady_clock;
  auto const instance = Kokkos::Experimental::partition_space(this->exec, 1)[0];
  CaseRunner<TypeParam> runner(packed_case(4, {301, 203}, {1, 0}));
  permute_pointers(instance, runner);
  instance.fence();
  Kokkos::View<double*, typename TypeParam::memory_space> const numbers("numbers", 64);
  CountUp<TypeParam> const long_kernel{numbers, turnstile::is_host_space<TypeParam> ? 1000 : 2000000};

  auto const call = [&] {
    Kokkos::parallel_for("long kernel", Kokkos::RangePolicy<TypeParam>(instance, 0, 64), long_kernel);
    auto const start = Clock::now();
    permute_pointers(instance, runner);
    auto const issued = Clock::now();
    instance.fence();
    auto const finished = Clock::now();
    if (turnstile::is_host_space<TypeParam>) return;
    EXPECT_LT(issued - start, std::chrono::milliseconds{1});
    EXPECT_GT(finished - issued, std::chrono::milliseconds{5}) << "the long kernel was too short to prove anything";
  };
  EXPECT_TRUE(runner.solved_by(instance, call));
  EXPECT_EQ(fences_issued_by([&] { permute_pointers(instance, runner); }), std::vector<std::string>{});
  instance.fence();
}

#ifdef KOKKOS_ENABLE_CUDA

/// A stream of the current device and the Kokkos instance that works on it.
class Stream {
 public:
  Stream() {
    EXPECT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
    space_ = std::make_unique<Kokkos::Cuda>(stream_);
  }
  ~Stream() {
    space_.reset();
    cudaStreamDestroy(stream_);
  }
  Stream(Stream const&)            = delete;
  Stream& operator=(Stream const&) = delete;

  [[nodiscard]] cudaStream_t stream() const { return stream_; }
  [[nodiscard]] Kokkos::Cuda const& space() const { return *space_; }

 private:
  cudaStream_t stream_ = nullptr;
  std::unique_ptr<Kokkos::Cuda> space_;
};

TEST(P49, PlansCanBeCapturedIntoAGraph) {
  Stream const stream;
  auto const& space = stream.space();
  std::vector<std::unique_ptr<CaseRunner<Kokkos::Cuda>>> runners;
  for (auto const& problem : {packed_case(4, {257, 129}, {1, 0}), packed_case(12, {100, 60}, {1, 0}),
                              packed_case(8, {40, 50, 60}, {2, 0, 1})})
    runners.push_back(std::make_unique<CaseRunner<Kokkos::Cuda>>(problem));
  std::vector<turnstile::Plan<Kokkos::Cuda>> plans;
  for (auto const& runner : runners) plans.push_back(plan_for(space, *runner));

  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(stream.stream(), cudaStreamCaptureModeGlobal), cudaSuccess);
  for (std::size_t k = 0; k < plans.size(); ++k) plans[k].execute(space, runners[k]->in(), runners[k]->out());
  ASSERT_EQ(cudaStreamEndCapture(stream.stream(), &graph), cudaSuccess);
  cudaGraphExec_t executable = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  for (auto const& runner : runners)
    EXPECT_TRUE(runner->solved_by(space, [&] {
      for (int replay = 0; replay < 100; ++replay) cudaGraphLaunch(executable, stream.stream());
    }));
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
}

TEST(P50, WorksOnTheDeviceOfTheStream) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices < 2) GTEST_SKIP() << "needs 2 devices, has " << devices;
  int const home     = Kokkos::device_id();
  int const other    = (home + 1) % devices;
  constexpr int rows = 300, cols = 200;
  std::vector<float> host(rows * cols);
  for (int k = 0; k < rows * cols; ++k) host[static_cast<std::size_t>(k)] = static_cast<float>(k);

  ASSERT_EQ(cudaSetDevice(other), cudaSuccess);
  float *in = nullptr, *out = nullptr;
  ASSERT_EQ(cudaMalloc(&in, host.size() * sizeof(float)), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&out, host.size() * sizeof(float)), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice), cudaSuccess);
  {
    Stream const stream;
    ASSERT_EQ(cudaSetDevice(home), cudaSuccess);
    turnstile::transpose(stream.space(),
                         view_at<float const, 2, Kokkos::LayoutRight, Kokkos::Cuda>(in, {rows, cols}, {}),
                         view_at<float, 2, Kokkos::LayoutRight, Kokkos::Cuda>(out, {cols, rows}, {}));
    int current = -1;
    EXPECT_EQ(cudaGetDevice(&current), cudaSuccess);
    EXPECT_EQ(current, home);
    stream.space().fence();
  }
  std::vector<float> result(host.size());
  ASSERT_EQ(cudaMemcpy(result.data(), out, host.size() * sizeof(float), cudaMemcpyDeviceToHost), cudaSuccess);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) ASSERT_EQ(result[j * rows + i], host[i * cols + j]);
  cudaFree(in);
  cudaFree(out);
  cudaSetDevice(home);
}

#else

TEST(P49, PlansCanBeCapturedIntoAGraph) {
  GTEST_SKIP() << "needs Kokkos with CUDA";
}

TEST(P50, WorksOnTheDeviceOfTheStream) {
  GTEST_SKIP() << "needs Kokkos with CUDA";
}

#endif

}  // namespace
}  // namespace turnstile_test
