// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bench/measure.hpp"

#include <turnstile/backend.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/// \file
/// The plain copies that everything is compared with. Which one is the fastest depends on size and machine, so that all
/// are measured and the best counts.

namespace turnstile::perf {

/// Copies piece number `piece` of `pieces` on a host's core with `CopyRun`.
template <class CopyRun>
struct CopyPiece {
  unsigned char const* in;
  unsigned char* out;
  std::size_t bytes, pieces;

  void operator()(std::int64_t piece) const {
    auto const start_of = [&](std::size_t k) { return bytes / pieces * k / 64 * 64; };
    auto const number   = static_cast<std::size_t>(piece);
    auto const first    = start_of(number);
    auto const last     = number + 1 == pieces ? bytes : start_of(number + 1);
    CopyRun::copy(in + first, out + first, last - first);
  }
};

/// The C library's memcpy.
struct MemcpyRun {
  static constexpr char const* name = "memcpy";
  static void copy(unsigned char const* in, unsigned char* out, std::size_t bytes) { std::memcpy(out, in, bytes); }
};

/// A loop over words that the compiler vectorises.
struct LoopRun {
  static constexpr char const* name = "loop";
  static void copy(unsigned char const* in, unsigned char* out, std::size_t bytes) {
    auto const words = bytes / sizeof(std::uint64_t);
    for (std::size_t k = 0; k < words; ++k) {
      std::uint64_t word;
      std::memcpy(&word, in + k * sizeof(word), sizeof(word));
      // Keeps the compiler from recognising memcpy, which is measured by itself.
      asm volatile("" : "+r"(word));
      std::memcpy(out + k * sizeof(word), &word, sizeof(word));
    }
    std::memcpy(out + words * sizeof(std::uint64_t), in + words * sizeof(std::uint64_t), bytes % sizeof(std::uint64_t));
  }
};

#ifdef __SSE2__
/// Stores that bypass the cache.
struct StreamRun {
  static constexpr char const* name = "non-temporal stores";
  static void copy(unsigned char const* in, unsigned char* out, std::size_t bytes) {
    constexpr std::size_t width = sizeof(__m128i);
    std::size_t done            = std::min(bytes, (width - reinterpret_cast<std::uintptr_t>(out) % width) % width);
    std::memcpy(out, in, done);
    for (; done + width <= bytes; done += width)
      _mm_stream_si128(reinterpret_cast<__m128i*>(out + done),
                       _mm_loadu_si128(reinterpret_cast<__m128i const*>(in + done)));
    _mm_sfence();
    std::memcpy(out + done, in + done, bytes - done);
  }
};
#endif

/// A copy by all threads of a host space.
template <class Space, class CopyRun>
Contender<Space> host_copy(Workload const& workload) {
  auto const bytes = static_cast<std::size_t>(workload.bytes());
  return {CopyRun::name,
          [bytes](Space const& space, void const* in, void* out) {
            auto const pieces = space.concurrency();
            Kokkos::parallel_for(
                "turnstile perf copy", Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(space, 0, pieces),
                CopyPiece<CopyRun>{static_cast<unsigned char const*>(in), static_cast<unsigned char*>(out), bytes,
                                   static_cast<std::size_t>(pieces)});
          },
          true};
}

/// The copy of a device's runtime, such as cudaMemcpyAsync, through Kokkos::deep_copy of contiguous bytes.
template <class Space>
Contender<Space> device_copy(Workload const& workload) {
  using Memory     = typename Space::memory_space;
  using Unmanaged  = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  auto const bytes = static_cast<std::size_t>(workload.bytes());
  return {"deep_copy of contiguous bytes",
          [bytes](Space const& space, void const* in, void* out) {
            Kokkos::View<unsigned char const*, Memory, Unmanaged> const from(static_cast<unsigned char const*>(in),
                                                                             bytes);
            Kokkos::View<unsigned char*, Memory, Unmanaged> const to(static_cast<unsigned char*>(out), bytes);
            Kokkos::deep_copy(space, to, from);
          },
          true};
}

/// Every plain copy of the workload's bytes that `Space` has.
template <class Space>
std::vector<Contender<Space>> copies_of(Workload const& workload) {
  if constexpr (is_host_space<Space>) {
    return {
        host_copy<Space, MemcpyRun>(workload),
        host_copy<Space, LoopRun>(workload),
#ifdef __SSE2__
        host_copy<Space, StreamRun>(workload),
#endif
    };
  } else {
    return {device_copy<Space>(workload)};
  }
}

}  // namespace turnstile::perf
