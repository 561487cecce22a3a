// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "file_descriptor.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace turnstile::command {

/// A file that appears under its name when it is complete, and not before: it is written under a temporary name beside
/// the target and renamed by commit(). Without commit() nothing is left behind and a former file of that name stays as
/// it was, also when the process is interrupted. One object at a time.
class OutputFile {
 public:
  /// \throws CommandError when `path` cannot become a regular file
  explicit OutputFile(std::string const& path);
  OutputFile(OutputFile const&)            = delete;
  OutputFile& operator=(OutputFile const&) = delete;
  ~OutputFile();

  /// Appends `bytes`. \throws CommandError when the system does not take them all
  void write(std::span<std::byte const> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

  /// Closes the file and gives it its name.
  void commit();

 private:
  [[noreturn]] void fail() const;

  std::string path_;
  std::string temporary_path_;
  FileDescriptor file_;
};

}  // namespace turnstile::command
