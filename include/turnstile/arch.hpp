// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string_view>

namespace turnstile {

/// What a selector may know about the device it selects for.
struct Arch {
  bool is_host                     = true;  ///< work runs on the host's cores
  int compute_capability           = 0;   ///< 80 for 8.0, 90 for 9.0; 0 where the notion does not exist or is not known
  std::size_t scratch_bytes        = 0;   ///< the largest tile that one team can hold
  std::size_t cache_bytes          = 0;   ///< of a core's own cache, on hosts with a native backend
  std::string_view instruction_set = {};  ///< of the kernels that run, on hosts with a native backend; else empty
  std::string_view device          = {};  ///< such as "NVIDIA A100-SXM4-40GB"; empty where nothing tells its name
};

}  // namespace turnstile
