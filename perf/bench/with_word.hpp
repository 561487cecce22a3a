// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/kokkos/word.hpp>

#include <stdexcept>
#include <string>
#include <type_traits>

namespace turnstile::perf {

/// Calls `body(std::type_identity<Word>{})` with the unsigned type of `element_bytes` bytes.
template <class Body>
decltype(auto) with_word(int element_bytes, Body const& body) {
  switch (element_bytes) {
    case 1:
      return body(std::type_identity<detail::Word<1>>{});
    case 2:
      return body(std::type_identity<detail::Word<2>>{});
    case 4:
      return body(std::type_identity<detail::Word<4>>{});
    case 8:
      return body(std::type_identity<detail::Word<8>>{});
    case 16:
      return body(std::type_identity<detail::Word<16>>{});
    default:
      throw std::invalid_argument("elements of " + std::to_string(element_bytes) +
                                  " bytes: the perf suite moves 1, 2, 4, 8 or 16");
  }
}

}  // namespace turnstile::perf
