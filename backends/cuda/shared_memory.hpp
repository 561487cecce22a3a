// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tiles.hpp"

#include <algorithm>
#include <bit>

/// \file
/// How much shared memory the kernels take whose pieces depend on extents, in bytes, and how large those pieces are.

namespace turnstile::cuda {

/// What every block gets without asking for more.
inline constexpr int usual_shared_bytes = 48 * 1024;

constexpr int store_bytes_of(int word_bytes) {
  return std::max(word_bytes, 4);
}

/// A piece of `bytes` with one unit of skew after every 128 bytes.
constexpr int staged_bytes(int word_bytes, int bytes) {
  return bytes + (bytes / 128 + 1) * store_bytes_of(word_bytes) + 16;
}

/// The image of few_rows for `1 << pieces_log2` pieces of 512 bytes of each row.
constexpr int few_rows_shared_bytes(int word_bytes, int rows, int pieces_log2) {
  return staged_bytes(word_bytes, ((32 << pieces_log2) + 1) * 16 * rows + 32);
}

/// Columns of a block of few_rows: one vector less than it reads, so that every phase fits.
constexpr int few_rows_columns(int word_bytes, int pieces_log2) {
  return ((32 << pieces_log2) - 1) * vector_words_of(word_bytes);
}

/// Pieces of a row that a block of few_rows reads: as many as an image of about 20 KiB holds, so that several blocks
/// share a multiprocessor, and at most 4 KiB of a row (16 rows of 4-byte words: 16 KiB .97 of a copy, 32 KiB .94).
constexpr int few_rows_pieces_log2(int word_bytes, int rows) {
  constexpr int usual_image = 22 * 1024;
  int pieces_log2           = 0;
  while (pieces_log2 < 3 && few_rows_shared_bytes(word_bytes, rows, pieces_log2 + 1) <= usual_image) ++pieces_log2;
  return pieces_log2;
}

/// Bytes at whose multiples few_columns starts its runs of the output.
constexpr int few_columns_alignment(int word_bytes) {
  return word_bytes == 16 ? 128 : 32;
}

/// Rows of a block of few_columns: a power of two of 16 KiB, of 32 KiB for the widest words.
constexpr int few_columns_rows(int word_bytes, int columns) {
  auto const bytes = static_cast<unsigned>(word_bytes == 16 ? 32768 : 16384);
  return static_cast<int>(std::bit_floor(std::max(32U, bytes / static_cast<unsigned>(columns * word_bytes))));
}

constexpr int few_columns_shared_bytes(int word_bytes, int columns) {
  int const rows = few_columns_rows(word_bytes, columns) + few_columns_alignment(word_bytes) / word_bytes;
  return staged_bytes(word_bytes, rows * columns * word_bytes + 32);
}

}  // namespace turnstile::cuda
