// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.hpp"

#include "cases.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iomanip>
#include <limits>
#include <optional>
#include <ostream>

namespace turnstile::perf {

namespace {

/// The shortest decimal form, or nothing where there is no number.
std::string number_text(double value) {
  if (!std::isfinite(value)) return "";
  std::array<char, 64> text{};
  auto const end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 6).ptr;
  return {text.data(), end};
}

std::string csv_field(std::string const& text) {
  if (text.find_first_of("\",\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char const c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string json_number(std::optional<double> value) {
  auto const text = value ? number_text(*value) : "";
  return text.empty() ? "null" : text;
}

std::string json_bool(bool value) {
  return value ? "true" : "false";
}

/// A figure of a row, which a row that failed does not have.
std::optional<double> figure(Row const& row, std::optional<double> value) {
  return row.verified() ? value : std::nullopt;
}

std::string json_row(Row const& row) {
  std::string text = "{";
  auto const add   = [&](char const* key, std::string const& value) {
    text += (text.size() == 1 ? "" : ", ") + json_string(key) + ": " + value;
  };
  add("case", json_string(row.name));
  add("device", json_string(row.device));
  add("operation", json_string(row.operation));
  add("path", json_string(row.path));
  add("policy", json_string(row.policy));
  add("kernel", json_string(row.kernel));
  add("word_bytes", std::to_string(row.word_bytes));
  add("shape", json_string(row.shape));
  add("mode", json_string(row.mode));
  add("gb_per_s", json_number(figure(row, row.gb_per_s)));
  add("seconds", json_number(figure(row, row.seconds.median)));
  add("first_quartile", json_number(figure(row, row.seconds.first_quartile)));
  add("third_quartile", json_number(figure(row, row.seconds.third_quartile)));
  add("ratio_to_copy", json_number(figure(row, row.ratio_to_copy)));
  add("ratio_to_tile", json_number(figure(row, row.ratio_to_tile)));
  add("bank_passes", row.bank_passes ? std::to_string(*row.bank_passes) : "null");
  add("samples", std::to_string(row.seconds.samples));
  add("spread", json_number(figure(row, row.seconds.spread())));
  add("fits_in_cache", json_bool(row.fits_in_cache));
  add("verified", json_bool(row.verified()));
  add("failure", row.failure.empty() ? "null" : json_string(row.failure));
  return text + "}";
}

/// `context` as an object, with `first` in front of the first key and `next` in front of the others.
std::string json_context(Context const& context, char const* first, char const* next) {
  std::string text = "{";
  for (auto const& [key, value] : context)
    text += (text.size() == 1 ? first : std::string(",") + next) + json_string(key) + ": " + json_string(value);
  return text + "}";
}

bool is_library(Row const& row) {
  return row.path == name_of(Path::automatic);
}

/// Prints the library's row with the lowest `value(row)`; a row without that value has infinity.
template <class Value>
void write_lowest(std::ostream& stream, std::span<Row const> rows, char const* what, Value const& value) {
  Row const* found = nullptr;
  double lowest    = std::numeric_limits<double>::infinity();
  for (auto const& row : rows) {
    if (!is_library(row) || !row.verified() || value(row) >= lowest) continue;
    found  = &row;
    lowest = value(row);
  }
  if (found != nullptr)
    stream << "lowest ratio to " << what << ": " << number_text(lowest) << " in " << found->name << '\n';
}

bool is_same_workload(Row const& a, Row const& b) {
  return a.shape == b.shape && a.word_bytes == b.word_bytes && a.device == b.device && a.mode == b.mode;
}

void write_faster_peers(std::ostream& stream, std::span<Row const> rows) {
  for (auto const& ours : rows) {
    if (!is_library(ours) || !ours.verified()) continue;
    for (auto const& peer : rows) {
      if (peer.path == name_of(Path::copy) || !peer.verified() || !is_same_workload(ours, peer)) continue;
      if (peer.ratio_to_copy <= ours.ratio_to_copy) continue;
      stream << "faster peer: " << peer.name << " at " << number_text(peer.ratio_to_copy)
             << " of a copy, the library at " << number_text(ours.ratio_to_copy) << '\n';
    }
  }
}

/// Above this share of the median the distance between the quartiles says that something else used the machine.
constexpr double busy_spread = 0.2;

void write_busy_warning(std::ostream& stream, std::span<Row const> rows) {
  double widest     = 0;
  std::size_t count = 0;
  for (auto const& row : rows) {
    if (!row.verified() || !(row.seconds.spread() > busy_spread)) continue;
    widest = std::max(widest, row.seconds.spread());
    ++count;
  }
  if (count > 0)
    stream << "busy machine? " << count << " of " << rows.size() << " cases spread by more than "
           << std::lround(100 * busy_spread) << " %, up to " << std::lround(100 * widest)
           << " %: measure again when nothing else runs\n";
}

}  // namespace

void write_table_header(std::ostream& stream) {
  stream << std::left << std::setw(58) << "case" << std::right << std::setw(6) << "bytes" << std::setw(9) << "GB/s"
         << std::setw(9) << "of copy" << std::setw(9) << "of tile" << std::setw(8) << "spread"
         << "  kernel\n";
}

void write_table_row(std::ostream& stream, Row const& row) {
  stream << std::left << std::setw(58) << row.name << std::right << std::setw(6) << row.word_bytes;
  if (!row.verified()) {
    stream << "  FAILED: " << row.failure << '\n';
    return;
  }
  stream << std::fixed << std::setprecision(1) << std::setw(9) << row.gb_per_s << std::setprecision(3) << std::setw(9)
         << row.ratio_to_copy;
  if (row.ratio_to_tile)
    stream << std::setw(9) << *row.ratio_to_tile;
  else
    stream << std::setw(9) << '-';
  stream << std::setprecision(1) << std::setw(7) << 100 * row.seconds.spread() << "%  " << row.kernel << " on "
         << row.device << (row.fits_in_cache ? ", fits in cache" : "") << '\n';
}

void write_overhead_table(std::ostream& stream, std::span<OverheadRow const> rows) {
  stream << "host side of a 64x64 transpose of 4-byte words, microseconds a call\n"
         << std::left << std::setw(20) << "call" << std::right << std::setw(9) << "us" << std::setw(12) << "over bare"
         << std::setw(9) << "spread" << '\n';
  for (auto const& row : rows)
    stream << std::left << std::setw(20) << row.call << std::right << std::fixed << std::setprecision(2) << std::setw(9)
           << row.microseconds << std::setw(12) << row.over_bare << std::setprecision(1) << std::setw(8)
           << 100 * row.spread << "%\n";
}

void write_csv_header(std::ostream& stream) {
  stream << "case,device,path,kernel,word_bytes,shape,mode,gb_per_s,seconds,ratio_to_copy,ratio_to_tile,bank_passes,"
            "samples,spread,fits_in_cache,verified,failure\n";
}

void write_csv_row(std::ostream& stream, Row const& row) {
  auto const number = [&](std::optional<double> value) {
    auto const known = figure(row, value);
    return known ? number_text(*known) : "";
  };
  stream << csv_field(row.name) << ',' << csv_field(row.device) << ',' << row.path << ',' << csv_field(row.kernel)
         << ',' << row.word_bytes << ',' << row.shape << ',' << row.mode << ',' << number(row.gb_per_s) << ','
         << number(row.seconds.median) << ',' << number(row.ratio_to_copy) << ',' << number(row.ratio_to_tile) << ','
         << (row.bank_passes ? std::to_string(*row.bank_passes) : "") << ',' << row.seconds.samples << ','
         << number(row.seconds.spread()) << ',' << row.fits_in_cache << ',' << row.verified() << ','
         << csv_field(row.failure) << '\n';
}

std::string json_string(std::string_view text) {
  constexpr char const* digits = "0123456789abcdef";
  std::string quoted           = "\"";
  for (char const c : text) {
    auto const code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      (quoted += '\\') += c;
    else if (code < 0x20)
      ((quoted += "\\u00") += digits[code >> 4U]) += digits[code & 15U];
    else
      quoted += c;
  }
  return quoted + '"';
}

void write_json_line(std::ostream& stream, Context const& context) {
  stream << "{\"context\": " << json_context(context, "", " ") << "}\n";
}

void write_json_line(std::ostream& stream, Row const& row) {
  stream << json_row(row) << '\n';
}

void write_json(std::ostream& stream, Context const& context, std::span<Row const> rows) {
  stream << "{\"schema\": 1, \"context\": " << json_context(context, "\n  ", "\n  ") << ", \"rows\": [";
  char const* separator = "\n";
  for (auto const& row : rows) {
    stream << separator << "  " << json_row(row);
    separator = ",\n";
  }
  stream << "\n]}\n";
}

std::ptrdiff_t count_failed(std::span<Row const> rows) {
  return std::ranges::count_if(rows, [](Row const& row) { return !row.verified(); });
}

void write_verdict(std::ostream& stream, std::span<Row const> rows) {
  write_lowest(stream, rows, "a copy", [](Row const& row) { return row.ratio_to_copy; });
  write_lowest(stream, rows, "the textbook [32][33] tile",
               [](Row const& row) { return row.ratio_to_tile.value_or(std::numeric_limits<double>::infinity()); });
  write_faster_peers(stream, rows);
  write_busy_warning(stream, rows);
  stream << rows.size() << " cases, " << count_failed(rows) << " failed\n";
}

}  // namespace turnstile::perf
