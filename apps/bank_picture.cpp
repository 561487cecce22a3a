// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bank_picture.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace turnstile::command {

namespace {

std::string plural(std::int64_t count, std::string_view noun, std::string_view ending = "s") {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : std::string(ending));
}

std::string access_text(std::string_view name, std::int64_t passes, int degree, int lanes) {
  std::string const verdict = degree <= 1 ? "conflict-free" : std::to_string(degree) + "-way bank conflict";
  return std::string(name) + ": " + plural(passes, "pass", "es") + " for " + std::to_string(lanes) + " elements, " +
         verdict;
}

int first_group_lanes(BankTile const& tile) {
  return std::min(tile.model.lanes, tile.policy.tile_rows * tile.policy.tile_cols);
}

/// Whether the first lane group loads element (row, col): work item t loads element (t % tile_rows, t / tile_rows).
bool is_loaded_by_first_group(BankTile const& tile, int row, int col) {
  return col * tile.policy.tile_rows + row < tile.model.lanes;
}

std::string padded_left(std::string const& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

/// How a tile becomes lines of text: small tiles have numbers, wide ones one character per element.
struct TextGrid {
  static constexpr int most_rows          = 64;
  static constexpr int most_cols          = 128;
  static constexpr int most_numbered_cols = 32;

  BankTile const& tile;
  bool coloured;

  bool numbered() const { return tile.policy.tile_cols <= most_numbered_cols; }

  std::string bank_name(int bank) const {
    if (numbered()) return padded_left(std::to_string(bank), 3);
    constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-";
    return std::string(1, digits[static_cast<std::size_t>(bank)]);
  }

  std::string cell(int row, int col) const {
    int const bank   = bank_of(tile, row, col);
    std::string text = bank_name(bank);
    if (!coloured) return text;
    auto const [red, green, blue] = bank_colour(bank, tile.model.banks);
    std::string const style       = is_loaded_by_first_group(tile, row, col) ? "1;4;" : "";
    return "\x1b[" + style + "30;48;2;" + std::to_string(red) + ";" + std::to_string(green) + ";" +
           std::to_string(blue) + "m" + text + "\x1b[0m";
  }

  std::string line(int row) const {
    int const cols   = std::min(tile.policy.tile_cols, most_cols);
    std::string text = "row " + padded_left(std::to_string(row), 4) + " |";
    for (int col = 0; col < cols; ++col) text += cell(row, col);
    return text + (cols < tile.policy.tile_cols ? " ...\n" : "\n");
  }
};

/// Lengths of the SVG picture, in pixels.
struct SvgMetrics {
  static constexpr int most_side = 128;
  static constexpr int margin    = 24;
  static constexpr int header    = 96;
  static constexpr int legend    = 72;

  int rows;
  int cols;
  int padding;
  int cell;

  explicit SvgMetrics(TransposePolicy const& policy)
      : rows(std::min(policy.tile_rows, most_side)),
        cols(std::min(policy.tile_cols, most_side)),
        padding(cols < policy.tile_cols ? 0 : std::min(policy.padding, 16)),
        cell(std::clamp(800 / std::max(rows, cols + padding), 6, 28)) {}

  bool numbered() const { return cell >= 16; }
  int width() const { return 2 * margin + std::max((cols + padding) * cell, 800); }
  int height() const { return header + rows * cell + legend; }
};

std::string escaped(std::string_view text) {
  std::string result;
  for (char const c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else
      result += c;
  }
  return result;
}

std::string attribute(std::string_view name, int value) {
  return std::string(" ").append(name).append("=\"").append(std::to_string(value)).append("\"");
}

std::string svg_rectangle(int x, int y, int width, int height, std::string const& style) {
  return "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) + attribute("height", height) +
         " " + style + "/>\n";
}

std::string svg_text(int x, int y, int size, std::string const& style, std::string_view text) {
  return "<text" + attribute("x", x) + attribute("y", y) + attribute("font-size", size) + " " + style + ">" +
         escaped(text) + "</text>\n";
}

std::string fill(int bank, int banks) {
  auto const [red, green, blue] = bank_colour(bank, banks);
  return "fill=\"rgb(" + std::to_string(red) + "," + std::to_string(green) + "," + std::to_string(blue) + ")\"";
}

std::string svg_cells(BankTile const& tile, SvgMetrics const& metrics) {
  std::string text;
  for (int row = 0; row < metrics.rows; ++row) {
    for (int col = 0; col < metrics.cols + metrics.padding; ++col) {
      int const x           = SvgMetrics::margin + col * metrics.cell;
      int const y           = SvgMetrics::header + row * metrics.cell;
      bool const is_padding = col >= metrics.cols;
      int const bank        = is_padding ? 0 : bank_of(tile, row, col);
      text += svg_rectangle(x, y, metrics.cell, metrics.cell,
                            (is_padding ? "fill=\"#eeeeee\"" : fill(bank, tile.model.banks)) + " stroke=\"white\"");
      if (metrics.numbered() && !is_padding)
        text += svg_text(x + metrics.cell / 2, y + metrics.cell / 2 + 4, 10, "text-anchor=\"middle\" fill=\"#333333\"",
                         std::to_string(bank));
    }
  }
  return text;
}

/// Outlines the elements of the first lane group, which go along rows (the store) or along columns (the load).
std::string svg_outline(BankTile const& tile, SvgMetrics const& metrics, bool along_rows, std::string const& style) {
  int const line_length = along_rows ? tile.policy.tile_cols : tile.policy.tile_rows;
  int const shown       = along_rows ? metrics.cols : metrics.rows;
  int const most_lines  = along_rows ? metrics.rows : metrics.cols;
  std::string text;
  int lanes = first_group_lanes(tile);
  for (int line = 0; lanes > 0 && line < most_lines; ++line, lanes -= line_length) {
    int const length = std::min({lanes, line_length, shown}) * metrics.cell;
    int const x      = SvgMetrics::margin + (along_rows ? 0 : line * metrics.cell);
    int const y      = SvgMetrics::header + (along_rows ? line * metrics.cell : 0);
    text += along_rows ? svg_rectangle(x, y, length, metrics.cell, style)
                       : svg_rectangle(x, y, metrics.cell, length, style);
  }
  return text;
}

std::string svg_legend(BankTile const& tile, SvgMetrics const& metrics) {
  int const y     = metrics.height() - SvgMetrics::legend + 36;
  int const width = 600 / tile.model.banks;
  std::string text =
      svg_text(SvgMetrics::margin, y - 10, 12, "fill=\"#333333\"",
               "number: bank of the first byte; outlined: what the first " + std::to_string(first_group_lanes(tile)) +
                   " lanes store (dashed, a row) and load (solid, a column); grey: padding");
  for (int bank = 0; bank < tile.model.banks; ++bank) {
    int const x = SvgMetrics::margin + bank * width;
    text += svg_rectangle(x, y, width, 18, fill(bank, tile.model.banks) + " stroke=\"white\"");
    text += svg_text(x + width / 2, y + 13, 10, "text-anchor=\"middle\" fill=\"#333333\"", std::to_string(bank));
  }
  return text;
}

}  // namespace

int bank_of(BankTile const& tile, int row, int col) {
  std::int64_t const byte = std::int64_t{tile_offset(tile.policy, row, col)} * tile.element_bytes;
  return static_cast<int>(byte / tile.model.bank_bytes % tile.model.banks);
}

std::string tile_title(BankTile const& tile) {
  return "tile " + to_string(tile.policy) + " of " + std::to_string(tile.element_bytes) + "-byte elements, " +
         plural(tile.model.banks, "bank") + " of " + plural(tile.model.bank_bytes, "byte") + ", " +
         plural(tile.model.lanes, "lane");
}

std::array<std::string, 2> access_texts(BankTile const& tile) {
  TileCost const cost = tile_cost(tile.policy, tile.element_bytes, tile.model);
  int const lanes     = first_group_lanes(tile);
  return {access_text("row store", cost.row_store_passes, cost.row_store_degree, lanes),
          access_text("column load", cost.column_load_passes, cost.column_load_degree, lanes)};
}

std::string bank_grid(BankTile const& tile, bool coloured) {
  TextGrid const grid{tile, coloured};
  std::string text;
  if (!grid.numbered()) text += "banks from 10 on are written as letters: a is 10\n";
  int const rows = std::min(tile.policy.tile_rows, TextGrid::most_rows);
  for (int row = 0; row < rows; ++row) text += grid.line(row);
  if (rows < tile.policy.tile_rows) text += "... " + plural(tile.policy.tile_rows - rows, "more row") + "\n";
  return text;
}

std::string bank_svg(BankTile const& tile) {
  SvgMetrics const metrics(tile.policy);
  bool const is_cut = metrics.rows < tile.policy.tile_rows || metrics.cols < tile.policy.tile_cols;
  std::string text  = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", metrics.width()) +
                     attribute("height", metrics.height()) + " font-family=\"sans-serif\">\n";
  text += svg_rectangle(0, 0, metrics.width(), metrics.height(), "fill=\"white\"");
  text += svg_text(SvgMetrics::margin, 28, 16, "font-weight=\"bold\"",
                   tile_title(tile) + (is_cut ? " (the first rows and columns)" : ""));
  auto const [row_store, column_load] = access_texts(tile);
  text += svg_text(SvgMetrics::margin, 52, 14, "fill=\"#333333\"", row_store);
  text += svg_text(SvgMetrics::margin, 74, 14, "fill=\"#333333\"", column_load);
  text += svg_cells(tile, metrics);
  text +=
      svg_outline(tile, metrics, true, "fill=\"none\" stroke=\"#222222\" stroke-width=\"2\" stroke-dasharray=\"4\"");
  text += svg_outline(tile, metrics, false, "fill=\"none\" stroke=\"black\" stroke-width=\"3\"");
  return text + svg_legend(tile, metrics) + "</svg>\n";
}

std::array<int, 3> bank_colour(int bank, int banks) {
  constexpr double full_turn = 6.283185307179586;
  auto const channel         = [&](double phase) {
    return static_cast<int>(195 + 55 * std::cos(full_turn * (static_cast<double>(bank) / banks - phase)));
  };
  return {channel(0), channel(1.0 / 3), channel(2.0 / 3)};
}

}  // namespace turnstile::command
