// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <chrono>
#include <stdexcept>
#include <string>

namespace turnstile::perf {

/// Times what is started on `Space` between start() and stop(): by the host's steady clock and fences.
template <class Space>
class Timer {
 public:
  void start(Space const& space) {
    space.fence("turnstile perf start");
    start_ = Clock::now();
  }

  /// Waits for the work and returns its seconds.
  double stop(Space const& space) {
    space.fence("turnstile perf stop");
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_;
};

#ifdef KOKKOS_ENABLE_CUDA
/// By events on the instance's stream, so that the host's launch cost is not part of it while the stream is busy.
template <>
class Timer<Kokkos::Cuda> {
 public:
  Timer() {
    require(cudaEventCreate(&start_));
    require(cudaEventCreate(&stop_));
  }
  Timer(Timer const&)            = delete;
  Timer& operator=(Timer const&) = delete;
  ~Timer() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }

  void start(Kokkos::Cuda const& space) { require(cudaEventRecord(start_, space.cuda_stream())); }

  /// \throws std::runtime_error when something in between could not be launched, or failed
  double stop(Kokkos::Cuda const& space) {
    require(cudaGetLastError());
    require(cudaEventRecord(stop_, space.cuda_stream()));
    require(cudaEventSynchronize(stop_));
    float milliseconds = 0;
    require(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  static void require(cudaError_t status) {
    if (status != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status));
  }

  cudaEvent_t start_{}, stop_{};
};
#endif

}  // namespace turnstile::perf
