// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cache.hpp"
#include "clocks.hpp"
#include "group_run.hpp"
#include "report.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/backends.hpp>
#include <turnstile/version.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <string>
#include <type_traits>

namespace turnstile::perf {

/// Version, commit, Kokkos and compiler of this build, the variables of the environment that decide figures, and the
/// date.
Context build_context();

/// The clocks of what runs `space`, now.
template <class Space>
std::string clock_of([[maybe_unused]] Space const& space) {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<Space, Kokkos::Cuda>) {
    std::array<char, 32> bus_id{};
    if (cudaDeviceGetPCIBusId(bus_id.data(), static_cast<int>(bus_id.size()), space.cuda_device()) != cudaSuccess)
      return "unknown";
    return device_clock(bus_id.data());
  }
#endif
  return is_host_space<Space> ? host_clock() : "unknown";
}

/// build_context(), and what `space` runs on.
template <class Space>
Context context_of(Space const& space) {
  auto context = build_context();
  context.emplace_back("device", device_label<Space>());
  if constexpr (requires { space.cuda_device_prop().major; }) {
    auto const& properties = space.cuda_device_prop();
    context.emplace_back("processor", properties.name);
    context.emplace_back("compute_capability",
                         std::to_string(properties.major) + '.' + std::to_string(properties.minor));
    context.emplace_back("driver", device_driver());
  } else if constexpr (requires { space.hip_device_prop().name; }) {
    context.emplace_back("processor", space.hip_device_prop().name);
  } else {
    context.emplace_back("processor", std::string(Backend<Space>::architecture(space).device));
  }
  context.emplace_back("concurrency", std::to_string(space.concurrency()));
  context.emplace_back("cache_bytes", std::to_string(cache_bytes(space)));
  context.emplace_back("flush_bytes", std::to_string(flush_bytes(space)));
  context.emplace_back("clock_at_start", clock_of(space));
  return context;
}

}  // namespace turnstile::perf
