// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuning_class.hpp"

#include "text_scanner.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

namespace turnstile {
namespace {

int log2_of(std::int64_t value, int largest) noexcept {
  return std::min(static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value))) - 1, largest);
}

bool is_class(TuningClass const& problems) noexcept {
  auto const is_log2 = [](int log2, int largest) { return log2 >= 0 && log2 <= largest; };
  return problems.word_bytes <= 16 && detail::is_power_of_two(problems.word_bytes) &&
         is_log2(problems.log2_rows, TuningClass::largest_log2_side) &&
         is_log2(problems.log2_cols, TuningClass::largest_log2_side) &&
         is_log2(problems.log2_words, TuningClass::largest_log2_words);
}

std::string power_text(int log2, int largest) {
  return "2^" + std::to_string(log2) + (log2 == largest ? "+" : "");
}

}  // namespace

namespace detail {

std::uint32_t tuning_key(TuningClass const& problems) noexcept {
  auto key = static_cast<std::uint32_t>(problems.word_bytes);
  for (int const field : {problems.log2_rows, problems.log2_cols, problems.log2_words, problems.is_aligned ? 1 : 0})
    key = key << 5U | static_cast<std::uint32_t>(field);
  return key;
}

std::optional<TuningClass> parse_tuning_class(std::string_view text) {
  TuningClass problems;
  TextScanner rest(text);
  auto const take_power = [&rest](int& log2) {
    bool const is_there = rest.take("2^") && rest.take(log2);
    rest.take("+");
    return is_there;
  };
  bool const is_complete = rest.take(problems.word_bytes) && rest.take("B ") && take_power(problems.log2_rows) &&
                           rest.take(" x ") && take_power(problems.log2_cols) && rest.take(", ") &&
                           take_power(problems.log2_words) && rest.take(" words, ");
  problems.is_aligned = rest.rest() == "aligned";
  if (!is_complete || !is_class(problems) || to_string(problems) != text) return {};
  return problems;
}

}  // namespace detail

std::optional<TuningClass> tuning_class(Problem const& problem) noexcept {
  if (problem.empty || !problem.is_transposing()) return {};
  int const row = problem.output_fastest(), column = problem.input_fastest();
  constexpr std::uint64_t vector_bytes = 16;
  auto const word                      = static_cast<std::uint64_t>(problem.word_bytes);
  std::uint64_t places = reinterpret_cast<std::uintptr_t>(problem.in) | reinterpret_cast<std::uintptr_t>(problem.out);
  for (int d = 0; d < problem.rank; ++d) {
    if (d != column) places |= static_cast<std::uint64_t>(problem.in_strides[d]) * word;
    if (d != row) places |= static_cast<std::uint64_t>(problem.out_strides[d]) * word;
  }
  return TuningClass{.word_bytes = problem.word_bytes,
                     .log2_rows  = log2_of(problem.extents[row], TuningClass::largest_log2_side),
                     .log2_cols  = log2_of(problem.extents[column], TuningClass::largest_log2_side),
                     .log2_words = log2_of(problem.words(), TuningClass::largest_log2_words),
                     .is_aligned = places % vector_bytes == 0};
}

std::string to_string(TuningClass const& problems) {
  return std::to_string(problems.word_bytes) + "B " + power_text(problems.log2_rows, TuningClass::largest_log2_side) +
         " x " + power_text(problems.log2_cols, TuningClass::largest_log2_side) + ", " +
         power_text(problems.log2_words, TuningClass::largest_log2_words) + " words, " +
         (problems.is_aligned ? "aligned" : "unaligned");
}

}  // namespace turnstile
