// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.hpp"

#include "npy.hpp"

namespace turnstile::command {

std::string device_names() {
  std::string names;
  for_each_space(
      [&]<class Space>(std::type_identity<Space>) { names += (names.empty() ? "" : ", ") + option_name<Space>(); });
  return names;
}

std::string checked_device_name(std::string const& name) {
  if (name.empty()) return option_name<Kokkos::DefaultExecutionSpace>();
  bool found = false;
  for_each_space([&]<class Space>(std::type_identity<Space>) { found = found || option_name<Space>() == name; });
  if (!found) throw CommandError("--device " + excerpt(name) + ": this build has " + device_names());
  return name;
}

KokkosSession::KokkosSession() {
  Kokkos::initialize(Kokkos::InitializationSettings().set_disable_warnings(true));
}

KokkosSession::~KokkosSession() {
  Kokkos::finalize();
}

}  // namespace turnstile::command
