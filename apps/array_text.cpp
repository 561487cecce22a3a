// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array_text.hpp"

#include "command_error.hpp"
#include "npy.hpp"

#include <array>
#include <charconv>
#include <cstdio>
#include <system_error>

namespace turnstile::command {

namespace {

/// `value` with three significant digits and a unit.
std::string measured(double value, char const* unit) {
  int const decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f %s", decimals, value, unit);
  return text.data();
}

}  // namespace

std::vector<std::int64_t> parse_integers(std::string_view text, char separator, std::string_view option) {
  std::vector<std::int64_t> values;
  std::size_t begin = 0;
  while (begin <= text.size() && !text.empty()) {
    std::size_t const end          = std::min(text.find(separator, begin), text.size());
    std::string_view const piece   = text.substr(begin, end - begin);
    std::int64_t value             = 0;
    auto const [parsed_end, error] = std::from_chars(piece.data(), piece.data() + piece.size(), value);
    if (piece.empty() || error != std::errc() || parsed_end != piece.data() + piece.size())
      throw CommandError(std::string(option) + ": integers with '" + separator + "' between them expected, not " +
                         excerpt(text));
    values.push_back(value);
    begin = end + 1;
  }
  return values;
}

std::string joined(std::span<std::int64_t const> values, char separator) {
  std::string text;
  for (std::int64_t const value : values) {
    if (!text.empty()) text += separator;
    text += std::to_string(value);
  }
  return text;
}

std::string shape_text(std::span<std::int64_t const> shape) {
  return shape.empty() ? "scalar" : joined(shape, 'x');
}

std::string bytes_text(double bytes) {
  if (bytes < 1e3) return std::to_string(static_cast<int>(bytes)) + " bytes";
  if (bytes < 1e6) return measured(bytes / 1e3, "kB");
  return bytes < 1e9 ? measured(bytes / 1e6, "MB") : measured(bytes / 1e9, "GB");
}

std::string seconds_text(double seconds) {
  if (seconds < 1e-3) return measured(seconds * 1e6, "us");
  return seconds < 1 ? measured(seconds * 1e3, "ms") : measured(seconds, "s");
}

}  // namespace turnstile::command
