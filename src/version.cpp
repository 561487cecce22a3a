// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <turnstile/version.hpp>

#include <ostream>

namespace turnstile {
namespace {

constexpr std::string_view backends = TURNSTILE_BACKENDS;

}  // namespace

std::string_view version() noexcept {
  return TURNSTILE_VERSION_TEXT;
}

std::string_view commit() noexcept {
  return TURNSTILE_COMMIT;
}

void print_configuration(std::ostream& stream) {
  stream << "Turnstile " << version() << '\n';
  stream << "commit: " << commit() << '\n';
  stream << "build type: " << TURNSTILE_BUILD_TYPE << ", " << TURNSTILE_LIBRARY_TYPE << " library\n";
  stream << "compiler: " << TURNSTILE_COMPILER << '\n';
  stream << "compiler flags: " << TURNSTILE_COMPILER_FLAGS << '\n';
  stream << "Kokkos: " << TURNSTILE_KOKKOS_VERSION << '\n';
  stream << "execution spaces: " << TURNSTILE_SPACE_NAMES << '\n';
  stream << "native backends: " << (backends.empty() ? "none" : backends) << '\n';
}

}  // namespace turnstile
