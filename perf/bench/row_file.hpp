// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "report.hpp"
#include "run.hpp"

#include <fstream>
#include <string>
#include <vector>

namespace turnstile::perf {

/// A file of rows that grows while cases are measured: JSON Lines if its name ends in .jsonl, else CSV, which has no
/// place for a context. What was written is in the file when a function returns.
class RowFile {
 public:
  /// \throws std::runtime_error, as write() does, when `name` cannot be written
  explicit RowFile(std::string const& name);

  void write(Context const& context);
  void write(std::vector<Row> const& rows);

 private:
  void flush();

  std::string name_;
  bool is_json_;
  std::ofstream file_;
};

}  // namespace turnstile::perf
