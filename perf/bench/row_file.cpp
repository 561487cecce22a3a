// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "row_file.hpp"

#include <filesystem>
#include <stdexcept>

namespace turnstile::perf {

RowFile::RowFile(std::string const& name)
    : name_(name), is_json_(std::filesystem::path(name).extension() == ".jsonl"), file_(name) {
  if (!is_json_) write_csv_header(file_);
  flush();
}

void RowFile::write(Context const& context) {
  if (is_json_) write_json_line(file_, context);
  flush();
}

void RowFile::write(std::vector<Row> const& rows) {
  for (auto const& row : rows) is_json_ ? write_json_line(file_, row) : write_csv_row(file_, row);
  flush();
}

void RowFile::flush() {
  if (!file_.flush()) throw std::runtime_error("cannot write " + name_);
}

}  // namespace turnstile::perf
