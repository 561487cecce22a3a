// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// How arrays are written on the command line and in messages.

namespace turnstile::command {

/// Integers separated by `separator`, such as "2,0,1" or "12345x6789"; an empty text is an empty list.
/// \throws CommandError that names `option` when `text` is anything else
std::vector<std::int64_t> parse_integers(std::string_view text, char separator, std::string_view option);

/// Values with `separator` between them.
std::string joined(std::span<std::int64_t const> values, char separator);

/// "480x640x3", or "scalar" without extents.
std::string shape_text(std::span<std::int64_t const> shape);

/// "1.44 MB" in powers of 1000; plain bytes below 1000.
std::string bytes_text(double bytes);

/// "12.3 ms", in the unit that leaves one to three digits before the point.
std::string seconds_text(double seconds);

}  // namespace turnstile::command
