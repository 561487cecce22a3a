// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

namespace turnstile::command {

/// Shows on the terminal how far a long transfer is; silent when standard error is no terminal.
class Progress {
 public:
  /// `what` is such as "reading"; `total` counts bytes.
  Progress(std::string_view what, std::int64_t total);
  Progress(Progress const&)            = delete;
  Progress& operator=(Progress const&) = delete;

  /// Clears the line.
  ~Progress();

  /// Adds `bytes` to what is done.
  void advance(std::int64_t bytes);

 private:
  std::string_view what_;
  std::int64_t total_;
  std::int64_t done_ = 0;
  int shown_percent_ = -1;
  bool on_terminal_;
};

}  // namespace turnstile::command
