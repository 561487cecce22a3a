// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

namespace turnstile {
namespace [[gnu::visibility("hidden")]] detail {

/// What Linux's /proc/cpuinfo, given as `text`, calls the first processor: its model name or, where it has none, its
/// implementer and part. "unknown processor" where it has neither.
std::string processor_name_in(std::istream& text);

/// processor_name_in() of this machine, read once.
std::string_view processor_name();

}  // namespace detail
}  // namespace turnstile
