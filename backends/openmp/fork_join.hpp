// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace turnstile {
namespace [[gnu::visibility("hidden")]] host {

/// Bytes of an array up to which one thread moves it about as soon as `threads` OpenMP threads do, since those have to
/// be started and waited for. From the time that an empty parallel region of all threads takes, measured once in a
/// process.
std::int64_t serial_bytes(int threads);

}  // namespace host
}  // namespace turnstile
