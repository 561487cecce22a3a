// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <charconv>
#include <string_view>

namespace turnstile::detail {

/// Takes a text apart from its front. What is not there is not taken.
class TextScanner {
 public:
  explicit TextScanner(std::string_view text) noexcept : rest_(text) {}

  /// Takes `literal`; says whether it was there.
  bool take(std::string_view literal) noexcept {
    if (!rest_.starts_with(literal)) return false;
    rest_.remove_prefix(literal.size());
    return true;
  }

  /// Takes a decimal number; says whether it was there.
  bool take(int& number) noexcept {
    auto const [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc{}) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return true;
  }

  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

 private:
  std::string_view rest_;
};

}  // namespace turnstile::detail
