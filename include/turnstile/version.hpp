// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/config.hpp>

#include <iosfwd>
#include <string_view>

/// \file
/// Version and configuration of the compiled library. TURNSTILE_VERSION is what the headers are; version() is what the
/// library is.

namespace turnstile {

/// Version of the compiled library, such as "0.1.0".
std::string_view version() noexcept;

/// Commit from which the library was compiled, or "unknown" when it was not compiled in a git checkout.
std::string_view commit() noexcept;

/// Writes what the compiled library is and how it was built, one `key: value` a line: version, commit, build type,
/// compiler and its flags, Kokkos, execution spaces, native backends.
void print_configuration(std::ostream& stream);

}  // namespace turnstile
