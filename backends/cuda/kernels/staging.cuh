// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "word.cuh"

/// \file
/// A contiguous piece of memory in shared memory, with one unit of skew after every 128 bytes where words that lie an
/// even number of units apart are gathered.

namespace turnstile::cuda {

/// Where byte `byte` of a piece is kept.
template <int WordBytes, bool IsSkewed>
__device__ __forceinline__ std::uint32_t staged_at(std::uint32_t byte) {
  return IsSkewed ? byte + (byte >> 7) * store_bytes<WordBytes> : byte;
}

template <int WordBytes, bool IsSkewed>
__device__ __forceinline__ void stage(std::byte* shared, std::uint32_t byte, uint4 vector) {
  auto* const at = shared + staged_at<WordBytes, IsSkewed>(byte);
  if constexpr (!IsSkewed || WordBytes == 16) {
    store(at, vector);
  } else if constexpr (WordBytes == 8) {
    store(at, make_uint2(vector.x, vector.y));
    store(at + 8, make_uint2(vector.z, vector.w));
  } else {
    store(at, vector.x);
    store(at + 4, vector.y);
    store(at + 8, vector.z);
    store(at + 12, vector.w);
  }
}

template <int WordBytes, bool IsSkewed>
__device__ __forceinline__ uint4 staged(std::byte const* shared, std::uint32_t byte) {
  auto const* const at = shared + staged_at<WordBytes, IsSkewed>(byte);
  if constexpr (!IsSkewed || WordBytes == 16) {
    return load<uint4>(at);
  } else if constexpr (WordBytes == 8) {
    auto const low = load<uint2>(at), high = load<uint2>(at + 8);
    return make_uint4(low.x, low.y, high.x, high.y);
  } else {
    return make_uint4(load<std::uint32_t>(at), load<std::uint32_t>(at + 4), load<std::uint32_t>(at + 8),
                      load<std::uint32_t>(at + 12));
  }
}

/// Stages [first, last), four loads in flight a lane, and reads nothing else. Byte `first` comes to lie at byte `at`,
/// which has the same phase modulo 16.
template <int WordBytes, bool IsSkewed>
__device__ __forceinline__ void stage_piece(std::byte* shared, std::uint32_t at, std::byte const* first,
                                            std::byte const* last) {
  constexpr int in_flight = 4;
  auto const head         = (16 - phase<16>(first)) & 15;  // bytes in front of the first whole vector
  auto const* const whole = first + head;
  at += head;
  int const bytes = static_cast<int>(last - whole);  // negative where there is no whole vector
  int const step  = static_cast<int>(blockDim.x) * vector_bytes;
  for (int from = static_cast<int>(threadIdx.x) * vector_bytes; from + vector_bytes <= bytes;
       from += in_flight * step) {
    uint4 loaded[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k)
      if (from + k * step + vector_bytes <= bytes) loaded[k] = load<uint4>(whole + from + k * step);
#pragma unroll
    for (int k = 0; k < in_flight; ++k)
      if (from + k * step + vector_bytes <= bytes) stage<WordBytes, IsSkewed>(shared, at + from + k * step, loaded[k]);
  }
  // The words of the two vectors that are not whole, a lane each.
  constexpr int words = vector_bytes / WordBytes;
  int const k         = static_cast<int>(threadIdx.x);
  if (k >= 2 * words) return;
  int const from = k < words ? k * WordBytes - vector_bytes : (bytes & ~15) + (k - words) * WordBytes;
  if (from >= -static_cast<int>(head) && from < bytes && (from < 0 || k >= words))
    store(shared + staged_at<WordBytes, IsSkewed>(at + from), load<Word<WordBytes>>(whole + from));
}

}  // namespace turnstile::cuda
