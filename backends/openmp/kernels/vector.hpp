// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __x86_64__
#include <immintrin.h>
#endif

/// \file
/// Registers of the instruction set that this file is compiled for, in GCC's and Clang's vector extensions. Intrinsics
/// stand where the compilers have no portable spelling (streaming stores) or a slow one (lanes loaded from memory).
///
/// Every instruction set has a namespace of its own, and nothing here calls a function of the standard library:
/// otherwise the linker could give a function that was compiled for AVX-512 to the whole program.

namespace turnstile::host::TURNSTILE_INSTRUCTION_SET {

#if defined(__AVX512BW__) && defined(__AVX512DQ__)
inline constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr int vector_bytes = 32;
#else
inline constexpr int vector_bytes = 16;
#endif

/// The unit in which output is written. A line of the caches of x86-64 and of most AArch64 processors; others have
/// longer ones.
inline constexpr int line_bytes = 64;

template <class T, int Bytes>
struct VectorOf {
  // A typedef, since an alias would drop the attribute.
  typedef T type __attribute__((vector_size(Bytes)));  // NOLINT(modernize-use-using)
};

/// A register of `Bytes` bytes.
template <int Bytes = vector_bytes>
using Vector = typename VectorOf<std::uint8_t, Bytes>::type;

template <int Bytes>
struct UnalignedVector;
template <>
struct UnalignedVector<16> {
  typedef std::uint8_t type __attribute__((vector_size(16), aligned(1), may_alias));  // NOLINT(modernize-use-using)
};
template <>
struct UnalignedVector<32> {
  typedef std::uint8_t type __attribute__((vector_size(32), aligned(1), may_alias));  // NOLINT(modernize-use-using)
};
template <>
struct UnalignedVector<64> {
  typedef std::uint8_t type __attribute__((vector_size(64), aligned(1), may_alias));  // NOLINT(modernize-use-using)
};

template <int Bytes = vector_bytes>
[[gnu::always_inline]] inline Vector<Bytes> load(std::byte const* source) {
  return *reinterpret_cast<typename UnalignedVector<Bytes>::type const*>(source);
}

template <int Bytes>
[[gnu::always_inline]] inline void store(std::byte* target, Vector<Bytes> const& value) {
  *reinterpret_cast<typename UnalignedVector<Bytes>::type*>(target) = value;
}

/// Stores past the cache; `target` is aligned to the register.
[[gnu::always_inline]] inline void stream(std::byte* target, Vector<> const& value) {
#if defined(__AVX512BW__) && defined(__AVX512DQ__)
  _mm512_stream_si512(reinterpret_cast<__m512i*>(target), reinterpret_cast<__m512i>(value));
#elif defined(__AVX2__)
  _mm256_stream_si256(reinterpret_cast<__m256i*>(target), reinterpret_cast<__m256i>(value));
#elif defined(__x86_64__)
  _mm_stream_si128(reinterpret_cast<__m128i*>(target), reinterpret_cast<__m128i>(value));
#elif defined(__clang__)
  __builtin_nontemporal_store(value, reinterpret_cast<Vector<>*>(target));
#else
  store<vector_bytes>(target, value);
#endif
}

/// Orders streamed stores before what the thread writes next.
inline void finish_streaming() {
#ifdef __x86_64__
  _mm_sfence();
#endif
}

/// `base` moved by `bytes`, which may lead outside its array: a prefetch of such an address does nothing. Calculated as
/// an integer, since pointers may not leave their arrays.
[[gnu::always_inline]] inline void const* address_near(std::byte const* base, std::int64_t bytes) {
  auto const address = reinterpret_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(bytes);
  return reinterpret_cast<void const*>(address);  // NOLINT(performance-no-int-to-ptr)
}

/// Asks for the line at `base + bytes` in the first-level cache.
[[gnu::always_inline]] inline void prefetch_near(std::byte const* base, std::int64_t bytes) {
  __builtin_prefetch(address_near(base, bytes), 0, 3);
}

/// Asks for the line at `base + bytes` in the second-level cache.
[[gnu::always_inline]] inline void prefetch_far(std::byte const* base, std::int64_t bytes) {
  __builtin_prefetch(address_near(base, bytes), 0, 2);
}

/// Copies one line.
[[gnu::always_inline]] inline void copy_line(std::byte* target, std::byte const* source) {
#pragma GCC unroll 4
  for (int k = 0; k < line_bytes; k += vector_bytes) store<vector_bytes>(target + k, load(source + k));
}

/// Writes one aligned line, past the cache if `is_streaming`.
[[gnu::always_inline]] inline void write_line(std::byte* target, std::byte const* source, bool is_streaming) {
#pragma GCC unroll 4
  for (int k = 0; k < line_bytes; k += vector_bytes) {
    if (is_streaming)
      stream(target + k, load(source + k));
    else
      store<vector_bytes>(target + k, load(source + k));
  }
}

/// Copies `count` bytes.
inline void copy_bytes(std::byte* target, std::byte const* source, std::int64_t count) {
  __builtin_memcpy(target, source, static_cast<std::size_t>(count));
}

/// Bytes from the start of the line that `address` lies in.
inline std::int64_t offset_in_line(void const* address) {
  return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(address) % line_bytes);
}

constexpr std::int64_t smaller(std::int64_t a, std::int64_t b) {
  return a < b ? a : b;
}

constexpr std::int64_t larger(std::int64_t a, std::int64_t b) {
  return a < b ? b : a;
}

/// Writes `count` bytes from a buffer to `target`, whole lines at a time.
inline void write_run(std::byte* target, std::byte const* source, std::int64_t count, bool is_streaming) {
  auto const head = smaller(count, (line_bytes - offset_in_line(target)) % line_bytes);
  copy_bytes(target, source, head);
  auto done = head;
  for (; done + line_bytes <= count; done += line_bytes) write_line(target + done, source + done, is_streaming);
  copy_bytes(target + done, source + done, count - done);
}

}  // namespace turnstile::host::TURNSTILE_INSTRUCTION_SET
