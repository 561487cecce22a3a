// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cache.hpp"
#include "group_run.hpp"
#include "report.hpp"

#include <turnstile/version.hpp>

#include <Kokkos_Core.hpp>

#include <string>

namespace turnstile::perf {

/// Version, commit, Kokkos and compiler of this build.
Context build_context();

/// build_context(), and what `space` runs on.
template <class Space>
Context context_of(Space const& space) {
  auto context = build_context();
  context.emplace_back("device", device_label<Space>());
  if constexpr (requires { space.cuda_device_prop().name; }) {
    auto const& properties = space.cuda_device_prop();
    context.emplace_back("hardware", properties.name);
    context.emplace_back("compute_capability",
                         std::to_string(properties.major) + '.' + std::to_string(properties.minor));
  } else if constexpr (requires { space.hip_device_prop().name; }) {
    context.emplace_back("hardware", space.hip_device_prop().name);
  }
  context.emplace_back("concurrency", std::to_string(space.concurrency()));
  context.emplace_back("cache_bytes", std::to_string(cache_bytes(space)));
  context.emplace_back("flush_bytes", std::to_string(flush_bytes(space)));
  context.emplace_back("mode", "cold: a buffer of flush_bytes is written before every sample");
  return context;
}

}  // namespace turnstile::perf
