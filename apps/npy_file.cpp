// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "npy_file.hpp"

#include "command_error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace turnstile::command {

namespace {

std::string last_system_error() {
  return std::generic_category().message(errno);
}

std::uint64_t regular_file_size(int file) {
  struct ::stat status {};
  if (::fstat(file, &status) != 0) throw CommandError("cannot read: " + last_system_error());
  if (S_ISDIR(status.st_mode)) throw CommandError("is a directory");
  if (!S_ISREG(status.st_mode)) throw CommandError("is not a regular file");
  return static_cast<std::uint64_t>(status.st_size);
}

void read_exactly(int file, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    ::ssize_t const count = ::read(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw CommandError("cannot read: " + last_system_error());
    if (count == 0) throw CommandError("the file became shorter while it was read");
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

std::string read_text(int file, std::size_t length) {
  std::string text(length, '\0');
  read_exactly(file, std::as_writable_bytes(std::span(text)));
  return text;
}

}  // namespace

// O_NONBLOCK lets the command refuse a named pipe instead of waiting for someone to write to it.
NpyFile::NpyFile(std::string const& path)
    : path_(path), file_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
  if (!file_.is_open()) throw CommandError(path + ": cannot open: " + last_system_error());
  try {
    read_header();
  } catch (CommandError const& error) {
    throw CommandError(path + ": " + error.what());
  }
}

void NpyFile::read_header() {
  std::uint64_t const file_bytes = regular_file_size(file_.get());
  std::string const start        = read_text(file_.get(), std::min<std::uint64_t>(file_bytes, NpyPreamble::most_bytes));
  NpyPreamble const preamble     = parse_npy_preamble(start);
  std::uint64_t const data_offset = preamble.bytes + preamble.text_length;
  if (data_offset > file_bytes) throw CommandError("the file ends within its header");
  ::lseek(file_.get(), static_cast<::off_t>(preamble.bytes), SEEK_SET);
  header_ = parse_npy_header(preamble.version, read_text(file_.get(), preamble.text_length));
  check_size(file_bytes, data_offset);
}

void NpyFile::check_size(std::uint64_t file_bytes, std::uint64_t data_offset) const {
  std::uint64_t const expected = static_cast<std::uint64_t>(header_.data_bytes());
  std::uint64_t const found    = file_bytes - data_offset;
  if (found == expected) return;
  throw CommandError(std::string(found < expected ? "truncated file" : "file with bytes behind the array") +
                     ": the header asks for " + std::to_string(expected) + " bytes of data, the file has " +
                     std::to_string(found));
}

void NpyFile::read(std::span<std::byte> bytes) {
  try {
    read_exactly(file_.get(), bytes);
  } catch (CommandError const& error) {
    throw CommandError(path_ + ": " + error.what());
  }
}

}  // namespace turnstile::command
