// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command.hpp"
#include "device.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/backends.hpp>
#include <turnstile/version.hpp>

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <iostream>
#include <string>
#include <type_traits>

namespace turnstile::command {

namespace {

/// The path and, on hosts with a native one, the instruction set of its kernels.
template <class Space>
std::string path_of(Space const& space) {
  std::string const instruction_set{Backend<Space>::architecture(space).instruction_set};
  if (!instruction_set.empty()) return std::string{Backend<Space>::name} + " with " + instruction_set;
  return std::string{is_host_space<Space> ? GenericBackend<Space>::name : Backend<Space>::name};
}

template <class Space>
void print_device() {
  Space const space;
  using Policy      = Kokkos::TeamPolicy<Space>;
  auto const device = Backend<Space>::architecture(space).device;
  std::cout << "device " << option_name<Space>() << ": concurrency " << space.concurrency() << ", scratch "
            << Policy::scratch_size_max(0) << " bytes at level 0 and " << Policy::scratch_size_max(1)
            << " bytes at level 1, " << (device.empty() ? "unknown device" : device) << ", path " << path_of(space)
            << '\n';
}

void run_info() {
  KokkosSession const kokkos;
  print_configuration(std::cout);
  for_each_space([]<class Space>(std::type_identity<Space>) { print_device<Space>(); });
  std::cout << "default device " << option_name<Kokkos::DefaultExecutionSpace>() << '\n';
}

}  // namespace

void add_info(CLI::App& app) {
  app.add_subcommand("info", "Print version, configuration and devices")->callback(run_info);
}

}  // namespace turnstile::command
