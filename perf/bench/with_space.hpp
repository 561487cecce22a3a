// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/spaces.hpp>

#include <Kokkos_Core.hpp>

#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace turnstile::perf {

/// Name of `Space` in options: Kokkos's in lower case, such as "cuda" or "openmp".
template <class Space>
std::string option_name() {
  std::string name = Space::name();
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return name;
}

/// Calls `function(std::type_identity<Space>{})` for every space of the build.
template <class Function>
void for_each_space(Function const& function) {
  [&]<class... Spaces>(std::type_identity<std::tuple<Spaces...>>) {
    (function(std::type_identity<Spaces>{}), ...);
  }(std::type_identity<EnabledSpaces>{});
}

/// Calls `function` as for_each_space() does, for the one space called `name`.
/// \throws std::invalid_argument when there is none
template <class Function>
void with_space(std::string_view name, Function const& function) {
  bool found = false;
  for_each_space([&]<class Space>(std::type_identity<Space> space) {
    if (option_name<Space>() != name) return;
    found = true;
    function(space);
  });
  if (!found) throw std::invalid_argument("this build has no device called " + std::string(name));
}

}  // namespace turnstile::perf
