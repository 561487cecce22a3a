// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// \file
/// What a piece of code asks of Kokkos, observed through the Kokkos Tools callbacks. One observation at a time.

namespace turnstile_test {

/// A parallel_for: its label and Kokkos's number of the execution space instance that it runs on.
struct KernelLaunch {
  std::string label;
  std::uint32_t device;
};

/// The kernels that `action` launches. Kokkos fences around each while it is observed.
std::vector<KernelLaunch> kernels_launched_by(std::function<void()> const& action);

/// Labels of the allocations that `action` makes through Kokkos, in any memory space.
std::vector<std::string> allocations_made_by(std::function<void()> const& action);

/// Names of the fences that `action` issues.
std::vector<std::string> fences_issued_by(std::function<void()> const& action);

}  // namespace turnstile_test
