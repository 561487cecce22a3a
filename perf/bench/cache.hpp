// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace turnstile::perf {

/// Bytes of the host's last-level cache as the system reports it, or 32 MiB where it does not.
std::size_t host_cache_bytes();

/// Bytes of the last-level cache behind `space`: the L2 of a GPU, the L3 of a CPU.
template <class Space>
std::size_t cache_bytes(Space const& space) {
  if constexpr (requires { space.cuda_device_prop().l2CacheSize; })
    return static_cast<std::size_t>(space.cuda_device_prop().l2CacheSize);
  else if constexpr (requires { space.hip_device_prop().l2CacheSize; })
    return static_cast<std::size_t>(space.hip_device_prop().l2CacheSize);
  else
    return host_cache_bytes();
}

/// Bytes written between cold samples: twice the cache. Not more than 256 MiB on hosts, where virtual machines report
/// the cache of the whole socket (508 MiB seen), of which two cores own a small part.
template <class Space>
std::size_t flush_bytes(Space const& space) {
  auto const twice           = 2 * cache_bytes(space);
  constexpr std::size_t most = std::size_t{256} << 20U;
  return std::is_same_v<typename Space::memory_space, Kokkos::HostSpace> ? std::min(twice, most) : twice;
}

struct WriteWords {
  std::uint64_t* words;
  KOKKOS_FUNCTION void operator()(std::int64_t k) const { words[k] = static_cast<std::uint64_t>(k); }
};

/// Evicts everything from the cache behind `Space` by writing a buffer that is larger.
template <class Space>
class CacheFlush {
 public:
  explicit CacheFlush(Space const& space)
      : buffer_(Kokkos::view_alloc(space, Kokkos::WithoutInitializing, "turnstile perf flush"),
                flush_bytes(space) / sizeof(std::uint64_t)) {}

  /// Starts the eviction on `space`.
  void operator()(Space const& space) const {
    auto const words = static_cast<std::int64_t>(buffer_.size());
    Kokkos::parallel_for("turnstile perf flush",
                         Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(space, 0, words),
                         WriteWords{buffer_.data()});
  }

 private:
  Kokkos::View<std::uint64_t*, typename Space::memory_space> buffer_;
};

}  // namespace turnstile::perf
