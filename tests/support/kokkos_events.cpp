// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kokkos_events.hpp"

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <mutex>

namespace turnstile_test {
namespace {

namespace tools = Kokkos::Tools::Experimental;

// The callbacks are plain functions, so that what they see has to be collected in one place.
class Observation {
 public:
  static void start() {
    std::lock_guard const lock{mutex()};
    events().clear();
  }
  static void add(char const* name, std::uint32_t device = 0) {
    std::lock_guard const lock{mutex()};
    events().push_back({name, device});
  }
  static std::vector<KernelLaunch> launches() {
    std::lock_guard const lock{mutex()};
    return events();
  }
  static std::vector<std::string> names() {
    std::vector<std::string> result;
    for (auto const& event : launches()) result.push_back(event.label);
    return result;
  }

 private:
  static std::mutex& mutex() {
    static std::mutex instance;
    return instance;
  }
  static std::vector<KernelLaunch>& events() {
    static std::vector<KernelLaunch> instance;
    return instance;
  }
};

void on_kernel(char const* name, std::uint32_t device, std::uint64_t*) {
  Observation::add(name, device);
}

/// Kokkos 4.7 asks for 0 bytes of level-1 scratch in each launch of a team on CUDA, which allocates nothing.
void on_allocation(Kokkos_Profiling_SpaceHandle, char const* name, void const*, std::uint64_t bytes) {
  if (bytes > 0) Observation::add(name);
}

void on_fence(char const* name, std::uint32_t, std::uint64_t*) {
  Observation::add(name);
}

// Removes the callback even when the observed action throws.
template <class Remove>
class Finally {
 public:
  explicit Finally(Remove remove) : remove_{remove} {}
  ~Finally() { remove_(); }
  Finally(Finally const&)            = delete;
  Finally& operator=(Finally const&) = delete;

 private:
  Remove remove_;
};

}  // namespace

std::vector<KernelLaunch> kernels_launched_by(std::function<void()> const& action) {
  Observation::start();
  tools::set_begin_parallel_for_callback(on_kernel);
  Finally const remove{[] { tools::set_begin_parallel_for_callback(nullptr); }};
  action();
  return Observation::launches();
}

std::vector<std::string> allocations_made_by(std::function<void()> const& action) {
  Observation::start();
  tools::set_allocate_data_callback(on_allocation);
  Finally const remove{[] { tools::set_allocate_data_callback(nullptr); }};
  action();
  return Observation::names();
}

std::vector<std::string> fences_issued_by(std::function<void()> const& action) {
  Observation::start();
  tools::set_begin_fence_callback(on_fence);
  Finally const remove{[] { tools::set_begin_fence_callback(nullptr); }};
  action();
  return Observation::names();
}

}  // namespace turnstile_test
