// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "progress.hpp"

#include <iostream>
#include <unistd.h>

namespace turnstile::command {

namespace {

/// Smaller transfers are over before anyone reads a message.
constexpr std::int64_t smallest_shown = std::int64_t{64} << 20;

}  // namespace

Progress::Progress(std::string_view what, std::int64_t total)
    : what_(what), total_(total), on_terminal_(total >= smallest_shown && ::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (shown_percent_ >= 0) std::cerr << "\r\x1b[K" << std::flush;
}

void Progress::advance(std::int64_t bytes) {
  done_ += bytes;
  if (!on_terminal_) return;
  int const percent = static_cast<int>(100.0 * static_cast<double>(done_) / static_cast<double>(total_));
  if (percent == shown_percent_) return;
  shown_percent_ = percent;
  std::cerr << '\r' << what_ << ' ' << percent << " %" << std::flush;
}

}  // namespace turnstile::command
