// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../processor.hpp"

#include <turnstile/backend.hpp>

#include <string_view>

namespace turnstile::detail {

/// What the processor or device behind `space` is called, where its space says so.
template <class ExecutionSpace>
std::string_view hardware_name([[maybe_unused]] ExecutionSpace const& space) {
  if constexpr (is_host_space<ExecutionSpace>)
    return processor_name();
  else if constexpr (requires { space.cuda_device_prop().name; })
    return space.cuda_device_prop().name;
  else if constexpr (requires { space.hip_device_prop().name; })
    return space.hip_device_prop().name;
  else
    return "unknown device";
}

}  // namespace turnstile::detail
