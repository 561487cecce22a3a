// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/backend.hpp>

#include <Kokkos_Core.hpp>

#include <span>
#include <string>
#include <string_view>

/// \file
/// The native backend of hosts: register transposes through tiles in cache, for Kokkos::OpenMP and Kokkos::Serial.
///
/// Threads are those of the execution space instance, each with one contiguous part of the work. Of a matrix that is
/// the part of the output which the thread touches first in a static loop over the output's rows, so that data which
/// were first touched that way stay on their NUMA node.

namespace turnstile {

/// The native backend for one space of the host. See GenericBackend for what each function means.
template <class ExecutionSpace>
struct HostBackend {
  static constexpr std::string_view name = "openmp";

  /// \throws InvalidArgument when TURNSTILE_INSTRUCTION_SET names what this machine does not offer
  static Arch architecture(ExecutionSpace const& space);
  /// None where no compiled instruction set runs, or TURNSTILE_INSTRUCTION_SET is "none".
  static std::span<TransposePolicy const> policies(int word_bytes) noexcept;
  static TransposePolicy select(Problem const& problem, Arch const& arch) noexcept;
  /// False too where no compiled instruction set runs, or TURNSTILE_INSTRUCTION_SET is "none".
  static bool supports(Problem const& problem, TransposePolicy const& policy) noexcept;
  /// "tile", "image", "direct", "runs" or "strided".
  static std::string_view kernel(Problem const& problem, TransposePolicy const& policy) noexcept;
  /// Lines of `key: value` for explain(): why this kernel, its instruction set, its stores.
  static std::string details(Problem const& problem, TransposePolicy const& policy);
  static void run(ExecutionSpace const& space, Problem const& problem, TransposePolicy const& policy);
};

#ifdef KOKKOS_ENABLE_OPENMP
template <>
struct Backend<Kokkos::OpenMP> : HostBackend<Kokkos::OpenMP> {};
#endif

#ifdef KOKKOS_ENABLE_SERIAL
template <>
struct Backend<Kokkos::Serial> : HostBackend<Kokkos::Serial> {
  static constexpr std::string_view name = "serial";
};
#endif

}  // namespace turnstile
