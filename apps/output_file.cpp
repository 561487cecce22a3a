// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output_file.hpp"

#include "command_error.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace turnstile::command {

namespace {

/// The temporary file that a signal, or an exit() of a library, has to remove. Both can reach nothing but a global.
std::atomic<char const*> file_to_remove{nullptr};
static_assert(std::atomic<char const*>::is_always_lock_free, "signal handlers must not lock");

extern "C" void remove_file() {
  if (char const* const path = file_to_remove.load()) ::unlink(path);
}

extern "C" void remove_file_and_die(int signal_number) {
  remove_file();
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

void guard_against_sudden_ends() {
  std::atexit(remove_file);
  // Those that end a process and are sent by a user, a batch system, a closed pipe or abort().
  for (int const number : {SIGINT, SIGTERM, SIGHUP, SIGABRT, SIGPIPE, SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2}) {
    bool const ignored = std::signal(number, remove_file_and_die) == SIG_IGN;
    if (ignored) std::signal(number, SIG_IGN);
  }
  std::signal(SIGXFSZ, SIG_IGN);  // a file over the limit becomes an error of write(), like a full disk
}

/// Where the bytes of `path` are to go: a symbolic link stays, and what it points to is replaced, or made.
std::filesystem::path resolved(std::filesystem::path path) {
  constexpr int longest_chain = 40;  // the limit of Linux
  for (int links = 0; links < longest_chain; ++links) {
    std::error_code error;
    if (!std::filesystem::is_symlink(path, error)) return path;
    auto const target = std::filesystem::read_symlink(path, error);
    if (error) throw CommandError(path.string() + ": " + error.message());
    path = path.parent_path() / target;
  }
  throw CommandError(path.string() + ": too many levels of symbolic links");
}

void check_target(std::filesystem::path const& path) {
  if (!path.has_filename()) throw CommandError("'" + path.string() + "' cannot be the name of a file");
  std::error_code error;
  std::filesystem::file_status const status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) throw CommandError(path.string() + ": is a directory");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw CommandError(path.string() + ": is not a regular file");
}

/// A name beside `path`, short enough wherever `path` itself is, that nothing has yet: a killed process, or one of the
/// same number in another container, may have left its own behind.
std::string unused_name(std::filesystem::path path) {
  auto const process = ".turnstile-" + std::to_string(::getpid());
  std::error_code error;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    path.replace_filename(process + "-" + std::to_string(attempt) + ".partial");
    if (std::filesystem::symlink_status(path, error).type() == std::filesystem::file_type::not_found) break;
  }
  return path.string();
}

FileDescriptor create_exclusively(std::string const& path) {
  return FileDescriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
}

/// A file that is replaced keeps who may read it.
void keep_permissions(std::filesystem::path const& path, int descriptor) {
  struct ::stat status = {};
  if (::stat(path.c_str(), &status) == 0) (void)::fchmod(descriptor, status.st_mode & 07777);
}

}  // namespace

OutputFile::OutputFile(std::string const& path) : path_(resolved(path)), temporary_path_(unused_name(path_)) {
  check_target(path_);
  guard_against_sudden_ends();
  // Before the file exists, so that no signal finds one that nobody removes.
  file_to_remove = temporary_path_.c_str();
  file_          = create_exclusively(temporary_path_);
  if (!file_.is_open()) {
    file_to_remove = nullptr;
    fail();
  }
  keep_permissions(path_, file_.get());
}

OutputFile::~OutputFile() {
  if (file_to_remove.exchange(nullptr) != nullptr) ::unlink(temporary_path_.c_str());
}

void OutputFile::write(std::span<std::byte const> bytes) {
  while (!bytes.empty()) {
    ::ssize_t const written = ::write(file_.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail();
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void OutputFile::commit() {
  if (!file_.close()) fail();
  if (std::rename(temporary_path_.c_str(), path_.c_str()) != 0) fail();
  file_to_remove = nullptr;
}

void OutputFile::fail() const {
  throw CommandError(path_ + ": cannot write: " + std::generic_category().message(errno));
}

}  // namespace turnstile::command
