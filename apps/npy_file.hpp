// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "file_descriptor.hpp"
#include "npy.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace turnstile::command {

/// A `.npy` file opened for reading, its header checked against its size. Elements are read front to back into memory
/// that the caller provides.
class NpyFile {
 public:
  /// \throws CommandError that starts with `path` when the file cannot be read or is not a whole, supported `.npy` file
  explicit NpyFile(std::string const& path);

  NpyHeader const& header() const { return header_; }

  /// Fills `bytes` with the next bytes of the array.
  void read(std::span<std::byte> bytes);

 private:
  void read_header();
  void check_size(std::uint64_t file_bytes, std::uint64_t data_offset) const;

  std::string path_;
  FileDescriptor file_;
  NpyHeader header_;
};

}  // namespace turnstile::command
