// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "position.cuh"
#include "staging.cuh"

/// \file
/// Few long rows whose transpose has no gaps: a block's columns are one contiguous piece of the output. A warp reads
/// 512 bytes of a row, at any phase, and scatters the words into an image of that piece, which then leaves as aligned
/// vectors.
///
///     input, 3 rows                   image of the output
///     |..a0 a1 a2|a3 ...              | guard | a0 b0 c0 a1 b1 c1 a2 b2 c2 ... | guard |
///     b0|b1 b2 b3|b4 ...        ->
///     |c0 c1 c2 c3|c4 ...
///
/// Columns in front of the piece and behind it fall into the guards, so that no lane tests; a piece is one vector of
/// columns shorter than what warps read, so that every phase fits. Lanes 8 apart would meet in one bank and store their
/// words in another order; even numbers of rows have a unit of skew every 128 bytes.

namespace turnstile::cuda {

namespace detail {

/// Stores the words of `vector`, which follow each other along a row, `step` bytes apart from `at` on.
template <int WordBytes, bool IsSkewed>
__device__ __forceinline__ void scatter(std::byte* image, std::uint32_t at, std::uint32_t step, uint4 vector,
                                        std::uint32_t lane) {
  auto const put = [image](std::uint32_t byte, auto word) {
    store(image + staged_at<WordBytes, IsSkewed>(byte), word);
  };
  bool const is_odd = (lane & 8) != 0, is_high = (lane & 16) != 0;
  if constexpr (WordBytes == 16) {
    put(at, vector);
  } else if constexpr (WordBytes == 8) {
    auto const low = make_uint2(vector.x, vector.y), high = make_uint2(vector.z, vector.w);
    put(at + (is_odd ? step : 0), is_odd ? high : low);
    put(at + (is_odd ? 0 : step), is_odd ? low : high);
  } else {
    constexpr int words = 4 / WordBytes;  // of a register
    std::uint32_t const once[4]{is_odd ? vector.y : vector.x, is_odd ? vector.z : vector.y,
                                is_odd ? vector.w : vector.z, is_odd ? vector.x : vector.w};
    std::uint32_t const rotated[4]{is_high ? once[2] : once[0], is_high ? once[3] : once[1],
                                   is_high ? once[0] : once[2], is_high ? once[1] : once[3]};
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      auto const first = at + ((i + (lane >> 3)) & 3) * words * step;
#pragma unroll
      for (int k = 0; k < words; ++k)
        put(first + k * step, static_cast<Word<WordBytes>>(rotated[i] >> (8 * WordBytes * k)));
    }
  }
}

}  // namespace detail

template <int WordBytes, int InFlight, bool IsSkewed>
__global__ void __launch_bounds__(384, 4) few_rows(__grid_constant__ MatrixMovement const movement, int pieces_log2) {
  extern __shared__ uint4 shared[];
  auto* const image        = reinterpret_cast<std::byte*>(shared);
  auto const position      = position_of(movement.grid, blockIdx.x);
  int const rows           = static_cast<int>(movement.rows);
  int const tile_columns   = ((warp_lanes << pieces_log2) - 1) * (vector_bytes / WordBytes);
  auto const rest          = movement.columns - std::int64_t{position.column_tile} * tile_columns;
  int const columns        = static_cast<int>(min(rest, std::int64_t{tile_columns}));
  auto const* const in     = movement.in + position.in;
  auto* const out          = movement.out + position.out;
  auto const column_bytes  = static_cast<std::uint32_t>(rows * WordBytes);
  std::uint32_t const lane = threadIdx.x % warp_lanes;
  int const warp = static_cast<int>(threadIdx.x / warp_lanes), warps = static_cast<int>(blockDim.x / warp_lanes);
  std::uint32_t const guard = vector_bytes * rows, start = guard + phase<16>(out);
  int const pieces    = rows << pieces_log2;
  bool const is_inner = rest >= tile_columns + 2 * vector_bytes / WordBytes && position.column_tile != 0;

  auto const source = [&](int piece, int& offset) {  // and how far it is from the block's first column
    int const vector            = (piece & ((1 << pieces_log2) - 1)) * warp_lanes + static_cast<int>(lane);
    auto const* const row_start = in + (piece >> pieces_log2) * movement.in_row_stride;
    offset                      = vector * vector_bytes - static_cast<int>(phase<16>(row_start));
    return row_start + offset;
  };
  for (int first = warp; first < pieces; first += warps * InFlight) {
    uint4 loaded[InFlight];
    std::uint32_t at[InFlight];
#pragma unroll
    for (int k = 0; k < InFlight; ++k) {
      int const piece = first + k * warps;
      int offset;
      auto const* const from = source(piece, offset);
      at[k]                  = start + offset * rows + (piece >> pieces_log2) * WordBytes;
      if (piece < pieces && (is_inner || (offset < columns * WordBytes && is_within(from, movement.span))))
        loaded[k] = load<uint4>(from);
    }
#pragma unroll
    for (int k = 0; k < InFlight; ++k)
      if (first + k * warps < pieces) detail::scatter<WordBytes, IsSkewed>(image, at[k], column_bytes, loaded[k], lane);
  }
  if (!is_inner) {
    // Vectors that lie partly outside of the array, at its ends, once more word by word.
    for (int piece = warp; piece < pieces; piece += warps) {
      int offset;
      auto const* const from = source(piece, offset);
      if (offset >= columns * WordBytes || is_within(from, movement.span)) continue;
      for (int j = 0; j < vector_bytes; j += WordBytes)
        if (from + j >= movement.span.first && from + j + WordBytes <= movement.span.last)
          store(
              image + staged_at<WordBytes, IsSkewed>(start + (offset + j) * rows + (piece >> pieces_log2) * WordBytes),
              load<Word<WordBytes>>(from + j));
    }
  }
  __syncthreads();

  auto const begin = phase<16>(out), end = begin + columns * column_bytes;
  auto* const to = out - begin;
#pragma unroll 4
  for (std::uint32_t byte = threadIdx.x * vector_bytes; byte < end; byte += blockDim.x * vector_bytes) {
    if (byte >= begin && byte + vector_bytes <= end) {
      store(to + byte, staged<WordBytes, IsSkewed>(image, guard + byte));
    } else {
      for (auto k = max(byte, begin); k < min(byte + vector_bytes, end); k += WordBytes)
        store(to + k, load<Word<WordBytes>>(image + staged_at<WordBytes, IsSkewed>(guard + k)));
    }
  }
}

}  // namespace turnstile::cuda
