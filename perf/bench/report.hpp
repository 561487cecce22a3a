// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "overhead.hpp"
#include "run.hpp"

#include <cstddef>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// Rows for people (tables) and for programs (CSV, JSON).

namespace turnstile::perf {

/// What made the rows, in order: version, commit, configuration, device, cache ...
using Context = std::vector<std::pair<std::string, std::string>>;

/// Writes one line for `row` under write_table_header(), or why it has no figures.
void write_table_row(std::ostream& stream, Row const& row);
void write_table_header(std::ostream& stream);

/// Writes the costs of calls on the host's side.
void write_overhead_table(std::ostream& stream, std::span<OverheadRow const> rows);

/// CSV with quotes where a field needs them; a field without value is empty.
void write_csv_header(std::ostream& stream);
void write_csv_row(std::ostream& stream, Row const& row);

/// One line of JSON Lines: `{"context": {...}}`, or a row.
void write_json_line(std::ostream& stream, Context const& context);
void write_json_line(std::ostream& stream, Row const& row);

/// `{"schema": 1, "context": {...}, "rows": [...]}`; a field without value is null.
void write_json(std::ostream& stream, Context const& context, std::span<Row const> rows);

/// `text` as a JSON string, quotes included. `text` is UTF-8.
std::string json_string(std::string_view text);

/// Rows without figures, because their case was wrong or did not run.
std::ptrdiff_t count_failed(std::span<Row const> rows);

/// What the rows of a run say as a whole: the lowest ratio of the library to the textbook [32][33] tile, its lowest
/// ratio to a copy, and every case in which a peer was faster.
void write_verdict(std::ostream& stream, std::span<Row const> rows);

}  // namespace turnstile::perf
