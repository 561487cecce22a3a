// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace turnstile::perf {

/// Two addresses as far apart as arrays of `bytes` bytes must be, aligned as allocations are. A plan reads no element,
/// so that nothing has to be there.
struct PretendedArrays {
  static constexpr std::uintptr_t alignment = 4096;
  static constexpr std::int64_t most_bytes  = std::int64_t{1} << 60;

  void* in;
  void* out;

  explicit PretendedArrays(std::int64_t bytes)
      : in(address(1)), out(address(static_cast<std::uintptr_t>(bytes) / alignment + 2)) {}

 private:
  static void* address(std::uintptr_t pages) {
    return reinterpret_cast<void*>(pages * alignment);  // NOLINT(performance-no-int-to-ptr): never dereferenced
  }
};

}  // namespace turnstile::perf
