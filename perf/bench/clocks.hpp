// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

/// \file
/// How fast the processors run, and the driver. Nothing here depends on the execution space.

namespace turnstile::perf {

/// Frequency of the host's cores now, such as "2650 MHz (mean of 2 cores)", or "unknown".
std::string host_clock();

/// Clocks of the NVIDIA device at the PCI address `bus_id` now, such as "1980 MHz, memory 3201 MHz", or "unknown" where
/// the driver's management library does not tell.
std::string device_clock(std::string const& bus_id);

/// Version of the NVIDIA driver, or "unknown".
std::string device_driver();

}  // namespace turnstile::perf
