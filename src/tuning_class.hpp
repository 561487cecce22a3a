// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/tuning.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace turnstile {
namespace [[gnu::visibility("hidden")]] detail {

/// One number for each class.
std::uint32_t tuning_key(TuningClass const& problems) noexcept;

/// The inverse of to_string(), or nothing.
std::optional<TuningClass> parse_tuning_class(std::string_view text);

}  // namespace detail
}  // namespace turnstile
