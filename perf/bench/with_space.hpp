// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/spaces.hpp>

#include <Kokkos_Core.hpp>

#include <stdexcept>
#include <string>
#include <string_view>
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

/// Calls `function(std::type_identity<Space>{})` for the enabled space called `name`.
/// \throws std::invalid_argument when there is none
template <class Function>
void with_space(std::string_view name, Function const& function) {
  bool found      = false;
  auto const call = [&]<class Space>(std::type_identity<Space> space) {
    if (found || option_name<Space>() != name) return;
    found = true;
    function(space);
  };
  [&]<class... Spaces>(std::type_identity<std::tuple<Spaces...>>) {
    (call(std::type_identity<Spaces>{}), ...);
  }(std::type_identity<EnabledSpaces>{});
  if (!found) throw std::invalid_argument("this build has no device called " + std::string(name));
}

}  // namespace turnstile::perf
