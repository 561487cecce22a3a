// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace turnstile_test {

/// Bytes that Linux says can be allocated without swapping; without such a system, no limit is known.
inline std::size_t host_memory_available() {
  std::ifstream file("/proc/meminfo");
  for (std::string name, rest; file >> name; std::getline(file, rest)) {
    std::size_t kibibytes = 0;
    if (name == "MemAvailable:" && file >> kibibytes) return kibibytes * 1024;
  }
  return std::numeric_limits<std::size_t>::max();
}

/// Whether `bytes` of the memory of `Space` are free. Device memory is asked for by allocating it.
template <class Space>
bool has_memory(std::size_t bytes) {
  using Memory = typename Space::memory_space;
  if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>) {
    return bytes + (std::size_t{1} << 30) < host_memory_available();
  } else {
    try {
      Kokkos::View<unsigned char*, Memory> const trial(Kokkos::view_alloc(Kokkos::WithoutInitializing, "trial"), bytes);
      return true;
    } catch (std::runtime_error const&) {
      return false;
    } catch (std::bad_alloc const&) {
      return false;
    }
  }
}

}  // namespace turnstile_test
