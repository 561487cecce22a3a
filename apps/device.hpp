// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "command_error.hpp"

#include <turnstile/spaces.hpp>

#include <Kokkos_Core.hpp>

#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

/// \file
/// The execution spaces of the build, by the names that `--device` takes.

namespace turnstile::command {

/// Name of `Space` on the command line: that of Kokkos in lower case, such as "cuda" or "openmp".
template <class Space>
std::string device_name() {
  std::string name = Space::name();
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return name;
}

/// Calls `function(std::type_identity<Space>{})` for every space of the build.
template <class Function>
void for_each_device(Function const& function) {
  [&]<class... Spaces>(std::type_identity<std::tuple<Spaces...>>) {
    (function(std::type_identity<Spaces>{}), ...);
  }(std::type_identity<EnabledSpaces>{});
}

/// Names of all spaces of the build, for messages: "cuda, openmp, serial".
std::string device_names();

/// The name to use where the user gave `name`, or nothing: the default space of Kokkos.
/// \throws CommandError when no space of the build has that name
std::string checked_device_name(std::string const& name);

/// Calls `function` as for_each_device() does, for the one space called `name`.
template <class Function>
void with_device(std::string_view name, Function const& function) {
  for_each_device([&]<class Space>(std::type_identity<Space> space) {
    if (device_name<Space>() == name) function(space);
  });
}

/// Keeps Kokkos running for as long as it lives. Kokkos's own warnings are off: standard error is the command's.
class KokkosSession {
 public:
  KokkosSession();
  KokkosSession(KokkosSession const&)            = delete;
  KokkosSession& operator=(KokkosSession const&) = delete;
  ~KokkosSession();
};

}  // namespace turnstile::command
