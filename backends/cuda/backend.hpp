// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/backend.hpp>

#include <Kokkos_Core.hpp>

#include <span>
#include <string>
#include <string_view>

/// \file
/// The native backend of Kokkos::Cuda: hand-written kernels, which know nothing of Kokkos.

namespace turnstile {

/// See GenericBackend for what each function means.
template <>
struct Backend<Kokkos::Cuda> {
  static constexpr std::string_view name = "cuda";

  static Arch architecture(Kokkos::Cuda const& space);
  static std::span<TransposePolicy const> policies(int word_bytes) noexcept;
  static TransposePolicy select(Problem const& problem, Arch const& arch) noexcept;
  static bool supports(Problem const& problem, TransposePolicy const& policy) noexcept;
  /// A name of cuda/policy.hpp, such as "vector_tile", "few_rows" or "runs".
  static std::string_view kernel(Problem const& problem, TransposePolicy const& policy) noexcept;
  /// Lines of `key: value` for explain(): why this kernel, its blocks and occupancy, the bank passes of its tile, what
  /// was missed.
  static std::string details(Problem const& problem, TransposePolicy const& policy);
  /// Leaves the current device as it was. \throws CudaError
  static void run(Kokkos::Cuda const& space, Problem const& problem, TransposePolicy const& policy);
};

}  // namespace turnstile
