// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.hpp"

#include "npy.hpp"

namespace turnstile::command {

std::string device_names() {
  std::string names;
  for_each_device(
      [&]<class Space>(std::type_identity<Space>) { names += (names.empty() ? "" : ", ") + device_name<Space>(); });
  return names;
}

std::string checked_device_name(std::string const& name) {
  if (name.empty()) return device_name<Kokkos::DefaultExecutionSpace>();
  bool found = false;
  with_device(name, [&](auto) { found = true; });
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
