// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../make_movement.hpp"
#include "register_transpose.cuh"
#include "staging.cuh"

/// \file
/// Dense batches of matrices so small that a block takes many: one contiguous piece in, one contiguous piece out.
///
///     squares of vectors (small_squares)      any extents (small_matrices)         few bytes (fixed_matrices)
///     piece -> shared memory                  piece -> shared memory, skewed       piece -> shared memory
///     a lane transposes a V x V square        a lane gathers the words of          a lane owns whole matrices and
///     in registers, in place                  consecutive output vectors           permutes their bytes in registers

namespace turnstile::cuda {

template <int WordBytes>
inline constexpr int small_squares_threads = WordBytes == 1 ? 128 : 256;  ///< 32 KiB of squares at most

/// Matrices of `V << row_log2` rows and `V << column_log2` columns, V words a vector, both at most 8 vectors. Slots are
/// XORed such that the 8 lanes that are served together differ in the lowest three bits, along rows and along columns.
template <int WordBytes>
__global__ void __launch_bounds__(small_squares_threads<WordBytes>)
    small_squares(__grid_constant__ BatchMovement const movement, int row_log2, int column_log2) {
  constexpr int words = vector_bytes / WordBytes, threads = small_squares_threads<WordBytes>;
  constexpr int words_log2 = WordBytes == 1 ? 4 : WordBytes == 2 ? 3 : WordBytes == 4 ? 2 : WordBytes == 8 ? 1 : 0;
  __shared__ uint4 tile[threads * words];
  auto const swizzled = [](int vector, int log2) {
    return vector ^ (((vector >> (words_log2 + log2)) & ((8 >> log2) - 1)) << log2);
  };
  int const thread          = static_cast<int>(threadIdx.x);
  auto const matrix_vectors = std::int64_t{words} << (row_log2 + column_log2);
  auto const first          = std::int64_t{blockIdx.x} * threads * words;
  auto const rest           = movement.matrices * matrix_vectors - first;
  auto const* const in      = movement.in + first * vector_bytes;
  auto* const out           = movement.out + first * vector_bytes;
  uint4 held[words];
#pragma unroll
  for (int k = 0; k < words; ++k)
    if (thread + k * threads < rest) held[k] = load<uint4>(in + (thread + k * threads) * vector_bytes);
#pragma unroll
  for (int k = 0; k < words; ++k) tile[swizzled(thread + k * threads, column_log2)] = held[k];
  __syncthreads();
  int const column = thread & ((1 << column_log2) - 1), row = (thread >> column_log2) & ((1 << row_log2) - 1);
  int const matrix = (thread >> (column_log2 + row_log2)) << (column_log2 + row_log2 + words_log2);
#pragma unroll
  for (int k = 0; k < words; ++k)
    held[k] = tile[swizzled(matrix + ((row * words + k) << column_log2) + column, column_log2)];
  transpose<WordBytes>(held);
  __syncthreads();
#pragma unroll
  for (int k = 0; k < words; ++k) tile[swizzled(matrix + ((column * words + k) << row_log2) + row, row_log2)] = held[k];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < words; ++k)
    if (thread + k * threads < rest)
      store(out + (thread + k * threads) * vector_bytes, tile[swizzled(thread + k * threads, row_log2)]);
}

/// Any extents and any word-aligned addresses. Where the number of threads is a multiple of the pattern's period in
/// vectors (IsPeriodic), a lane calculates its offsets once.
template <int WordBytes, bool IsPeriodic>
__global__ void __launch_bounds__(512)
    small_matrices(__grid_constant__ BatchMovement const movement, __grid_constant__ SmallWalk const walk) {
  using Value         = Word<WordBytes>;
  constexpr int words = vector_bytes / WordBytes;
  extern __shared__ uint4 shared[];
  auto* const tile        = reinterpret_cast<std::byte*>(shared);
  auto const matrix_words = static_cast<int>(walk.matrix_words.divisor);
  auto const matrix_bytes = std::int64_t{matrix_words} * WordBytes;
  auto const first        = std::int64_t{blockIdx.x} * walk.block_matrices;
  // The first vector of a misaligned output starts in a matrix in front, which is staged, too.
  auto const out_phase = static_cast<int>(phase<16>(movement.out));
  int const lead_words = walk.lead_matrices * matrix_words;
  auto const last      = min(movement.matrices, first + walk.block_matrices);
  auto const* const in = movement.in + first * matrix_bytes;
  int const room       = (lead_words * WordBytes + vector_bytes - 1) & ~(vector_bytes - 1);
  int const start      = room + static_cast<int>(phase<16>(in));  // where the block's first matrix begins
  int const before     = first == 0 ? 0 : lead_words * WordBytes;
  stage_piece<WordBytes, true>(tile, start - before, in - before, movement.in + last * matrix_bytes);
  auto* const out    = movement.out + first * matrix_bytes - out_phase;
  bool const is_last = last == movement.matrices;
  int const begin    = first == 0 ? out_phase : 0;
  int const end      = static_cast<int>((last - first) * matrix_bytes) + (is_last ? out_phase : 0);
  int const step     = static_cast<int>(blockDim.x) * vector_bytes;
  std::uint32_t offsets[words];
  // Words are counted from the matrices in front, whether there are any or not, so that no number is negative.
  auto const find_offsets = [&](int byte) {
    auto const number = static_cast<std::uint32_t>((byte - out_phase) / WordBytes + lead_words);
    auto matrix       = divide(number, walk.matrix_words);
    auto column       = divide(number - matrix * matrix_words, walk.rows);
    auto row          = number - matrix * matrix_words - column * movement.rows;
    int matrix_start  = start + (static_cast<int>(matrix) * matrix_words - lead_words) * WordBytes;
#pragma unroll
    for (int k = 0; k < words; ++k) {
      auto const at = matrix_start + static_cast<int>(row * movement.columns + column) * WordBytes;
      offsets[k]    = staged_at<WordBytes, true>(static_cast<std::uint32_t>(at));
      if (++row < movement.rows) continue;
      row = 0;
      if (++column < movement.columns) continue;
      column = 0;
      matrix_start += matrix_words * WordBytes;
    }
  };
  int byte = static_cast<int>(threadIdx.x) * vector_bytes;
  if (IsPeriodic) find_offsets(byte);
  __syncthreads();
  for (; byte < end; byte += step) {
    if (!IsPeriodic) find_offsets(byte);
    if (byte >= begin && byte + vector_bytes <= end) {
      union {
        uint4 vector;
        Value word[words];
      } gathered;
#pragma unroll
      for (int k = 0; k < words; ++k) gathered.word[k] = load<Value>(tile + offsets[k]);
      store(out + byte, gathered.vector);
    } else {
#pragma unroll
      for (int k = 0; k < words; ++k)
        if (byte + k * WordBytes >= begin && byte + k * WordBytes < end)
          store(out + byte + k * WordBytes, load<Value>(tile + offsets[k]));
    }
    if (IsPeriodic) {
#pragma unroll
      for (int k = 0; k < words; ++k) offsets[k] += step / 128 * (128 + store_bytes<WordBytes>);
    }
  }
}

/// A lane's group of matrices of Rows x Columns narrow words: whole registers, an odd number of them, so that lanes,
/// which read the same place of their own group, meet no bank twice.
template <int WordBytes, int Rows, int Columns>
struct FixedMatrices {
  static constexpr int threads      = 64;
  static constexpr int matrix_words = Rows * Columns, matrix_bytes = matrix_words * WordBytes;
  static constexpr int matrices  = matrix_bytes % 4 != 0    ? (matrix_bytes % 2 != 0 ? 4 : 2)
                                   : matrix_bytes % 16 == 8 ? 2
                                                            : 1;
  static constexpr int registers = matrices * matrix_bytes / 4;
  static constexpr int pitch     = registers | 1;  ///< in registers; groups of an even number are a multiple of 4
  static constexpr int vectors   = threads * registers / 4;
  static constexpr int loads     = (vectors + threads - 1) / threads;

  static_assert(registers % 2 == 1 || registers % 4 == 0);

  /// The byte, within the group, that output word `word` comes from.
  TURNSTILE_FUNCTION static constexpr int source(int word) {
    int const matrix = word / matrix_words, within = word % matrix_words;
    return (matrix * matrix_words + within % Rows * Columns + within / Rows) * WordBytes;
  }
};

namespace detail {

/// The output register that holds words `first`, `first + 1`, ... of a group.
template <class Group, int WordBytes>
__device__ __forceinline__ std::uint32_t permuted(std::uint32_t const (&in)[Group::registers], int first) {
  if constexpr (WordBytes == 1) {
    int const a = Group::source(first), b = Group::source(first + 1), c = Group::source(first + 2),
              d   = Group::source(first + 3);
    auto const ab = __byte_perm(in[a / 4], in[b / 4], (a % 4) | (b % 4 + 4) << 4);
    auto const cd = __byte_perm(in[c / 4], in[d / 4], (c % 4) | (d % 4 + 4) << 4);
    return __byte_perm(ab, cd, 0x5410);
  } else {
    int const a = Group::source(first), b = Group::source(first + 1);
    return __byte_perm(in[a / 4], in[b / 4], (a % 4 != 0 ? 0x32 : 0x10) | (b % 4 != 0 ? 0x7600 : 0x5400));
  }
}

}  // namespace detail

/// 1- and 2-byte words with extents known to the compiler: every byte's way is a constant of a byte permutation.
template <int WordBytes, int Rows, int Columns>
__global__ void __launch_bounds__(64) fixed_matrices(__grid_constant__ BatchMovement const movement) {
  using Group           = FixedMatrices<WordBytes, Rows, Columns>;
  constexpr int threads = Group::threads, registers = Group::registers, pitch = Group::pitch;
  __shared__ uint4 shared[threads * pitch / 4 + 1];
  auto* const tile     = reinterpret_cast<std::uint32_t*>(shared);
  int const thread     = static_cast<int>(threadIdx.x);
  auto const first     = std::int64_t{blockIdx.x} * threads * registers * 4;
  auto const rest      = movement.matrices * Group::matrix_bytes - first;
  auto const* const in = movement.in + first;
  auto* const out      = movement.out + first;
  // Vectors lie whole in a group where groups are padded, so that a vector's registers stay neighbours.
  auto const at = [tile](int vector) { return tile + 4 * vector + (pitch == registers ? 0 : 4 * vector / registers); };
  auto const word_at = [&](int word) {
    int const byte = word * WordBytes;
    return reinterpret_cast<std::byte*>(at(byte / vector_bytes)) + byte % vector_bytes;
  };
  bool const is_full = rest >= Group::vectors * vector_bytes;
  if (is_full) {
    uint4 loaded[Group::loads];
#pragma unroll
    for (int i = 0; i < Group::loads; ++i)
      if (Group::vectors % threads == 0 || thread + i * threads < Group::vectors)
        loaded[i] = load<uint4>(in + (thread + i * threads) * vector_bytes);
#pragma unroll
    for (int i = 0; i < Group::loads; ++i) {
      if (Group::vectors % threads == 0 || thread + i * threads < Group::vectors) {
        auto* const to = at(thread + i * threads);
        if constexpr (pitch == registers) {
          *reinterpret_cast<uint4*>(to) = loaded[i];
        } else {
#pragma unroll
          for (int k = 0; k < 4; ++k) to[k] = part(loaded[i], k);
        }
      }
    }
  } else {
    for (int word = thread; word * WordBytes < rest; word += threads)
      store(word_at(word), load<Word<WordBytes>>(in + word * WordBytes));
  }
  __syncthreads();
  std::uint32_t held[registers];
  auto* const own = tile + thread * pitch;
#pragma unroll
  for (int k = 0; k < registers; ++k) held[k] = own[k];
#pragma unroll
  for (int k = 0; k < registers; ++k) own[k] = detail::permuted<Group, WordBytes>(held, k * (4 / WordBytes));
  __syncthreads();
  if (is_full) {
#pragma unroll
    for (int i = 0; i < Group::loads; ++i) {
      int const vector = thread + i * threads;
      if (Group::vectors % threads == 0 || vector < Group::vectors) {
        auto const* const from = at(vector);
        store(out + vector * vector_bytes, pitch == registers ? *reinterpret_cast<uint4 const*>(from)
                                                              : make_uint4(from[0], from[1], from[2], from[3]));
      }
    }
  } else {
    for (int word = thread; word * WordBytes < rest; word += threads)
      store(out + word * WordBytes, load<Word<WordBytes>>(word_at(word)));
  }
}

}  // namespace turnstile::cuda
