// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bench/with_space.hpp"
#include "command_error.hpp"

#include <string>

/// \file
/// The execution spaces of the build, by the names that `--device` takes.

namespace turnstile::command {

using perf::for_each_space;
using perf::option_name;
using perf::with_space;

/// Names of all spaces of the build, for messages: "cuda, openmp, serial".
std::string device_names();

/// The name to use where the user gave `name`, or nothing: the default space of Kokkos.
/// \throws CommandError when no space of the build has that name
std::string checked_device_name(std::string const& name);

/// Keeps Kokkos running for as long as it lives. Kokkos's own warnings are off: standard error is the command's.
class KokkosSession {
 public:
  KokkosSession();
  KokkosSession(KokkosSession const&)            = delete;
  KokkosSession& operator=(KokkosSession const&) = delete;
  ~KokkosSession();
};

}  // namespace turnstile::command
