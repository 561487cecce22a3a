// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/arch.hpp>
#include <turnstile/policy.hpp>
#include <turnstile/problem.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

/// \file
/// The extension point. One class template says how a space moves data; its generic form is written in Kokkos alone and
/// runs on every space. A directory `backends/<space>/` may specialise Backend for its space.

namespace turnstile {

/// Whether work of `ExecutionSpace` runs on the host's cores.
template <class ExecutionSpace>
inline constexpr bool is_host_space = std::is_same_v<typename ExecutionSpace::memory_space, Kokkos::HostSpace>;

/// The Kokkos Tools label of a kernel, such as `Turnstile::transpose[kokkos,4B,tile]`.
inline std::string kernel_label(std::string_view path, int word_bytes, std::string_view kernel) {
  return "Turnstile::transpose[" + std::string(path) + "," + std::to_string(word_bytes) + "B," + std::string(kernel) +
         "]";
}

/// The portable path: Kokkos TeamPolicy with tiles in scratch memory on devices, nested loops on hosts.
template <class ExecutionSpace>
struct GenericBackend {
  static constexpr std::string_view name = "kokkos";  ///< in labels and in explain()

  /// What the space offers. Constant time, no synchronisation.
  static Arch architecture(ExecutionSpace const& space);

  /// The policies compiled for words of `word_bytes`, the 1x1 one (no tile, elements move directly) first.
  static std::span<TransposePolicy const> policies(int word_bytes) noexcept;

  /// The policy that suits `problem`. A pure function of its arguments.
  static TransposePolicy select(Problem const& problem, Arch const& arch) noexcept;

  /// Whether run() can move `problem` with `policy`: true for each of policies(), in either block order.
  static bool supports(Problem const& problem, TransposePolicy const& policy) noexcept;

  /// Name of the kernel that run() takes: "tile" or "direct" on devices, "host_tile" or "host" on hosts. A device that
  /// cannot run a team of the policy's size takes "direct" instead of "tile"; no known one does.
  static std::string_view kernel(Problem const& problem, TransposePolicy const& policy) noexcept;

  /// Lines of `key: value` that explain() shows for the kernel, the first of them its `reason`. Empty here: explain()
  /// knows the generic path's reasons.
  static std::string details(Problem const& problem, TransposePolicy const& policy);

  /// Starts the movement on `space`, asynchronous to the host where the space is. `problem` is not empty.
  static void run(ExecutionSpace const& space, Problem const& problem, TransposePolicy const& policy);
};

/// How `ExecutionSpace` moves data; specialised by the directories under backends/, whose specialisations
/// `<turnstile/backends.hpp>` declares: include it wherever Backend is used.
template <class ExecutionSpace>
struct Backend : GenericBackend<ExecutionSpace> {};

/// The contract that Backend<ExecutionSpace> fulfils for every enabled space.
template <class B, class ExecutionSpace>
concept BackendFor = requires(ExecutionSpace const& space, Problem const& problem, TransposePolicy const& policy,
                              Arch const& arch, int word_bytes) {
  { B::name } -> std::convertible_to<std::string_view>;
  { B::architecture(space) } -> std::same_as<Arch>;
  { B::policies(word_bytes) } -> std::same_as<std::span<TransposePolicy const>>;
  { B::select(problem, arch) } -> std::same_as<TransposePolicy>;
  { B::supports(problem, policy) } noexcept -> std::same_as<bool>;
  { B::kernel(problem, policy) } -> std::same_as<std::string_view>;
  { B::details(problem, policy) } -> std::same_as<std::string>;
  { B::run(space, problem, policy) } -> std::same_as<void>;
};

}  // namespace turnstile
