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

/// Bytes from row to row of a tile of `columns` words that is moved word by word: an odd number of banks, or of words
/// above 4 bytes.
constexpr int fused_pitch(int word_bytes, int columns) {
  return word_bytes < 4 ? ((columns * word_bytes + 3) / 4 | 1) * 4 : (columns | 1) * word_bytes;
}

/// As the user names a tile that is moved word by word.
constexpr TransposePolicy fused_policy(int rows, int columns, int word_bytes) {
  return {.tile_rows = rows,
          .tile_cols = columns,
          .padding   = fused_pitch(word_bytes, columns) / word_bytes - columns,
          .threads   = fused_size(word_bytes).warps * 32};
}

/// A tile of fused_tile, without the tables of its offsets.
constexpr int fused_tile_bytes(int word_bytes, int rows, int columns) {
  return rows * fused_pitch(word_bytes, columns);
}

/// The tables of a tile's offsets.
constexpr int offset_bytes(int rows, int columns) {
  return 8 * (rows + columns);
}

/// A tile of unaligned_tile, at a pitch of two vectors more than its rows have.
constexpr int unaligned_tile_bytes(UnalignedTileSize const& size, int word_bytes) {
  int const widest_pitch = size.row_vectors * 16 + 20, ends = 48;
  return (size.rows + size.alignment / word_bytes) * widest_pitch + ends;
}

/// The image of few_rows for `1 << pieces_log2` pieces of 512 bytes of each row.
constexpr int few_rows_shared_bytes(int word_bytes, int rows, int pieces_log2) {
  return staged_bytes(word_bytes, ((32 << pieces_log2) + 1) * 16 * rows + 32);
}

/// Columns of a block of few_rows: one vector less than it reads, so that every phase fits.
constexpr int few_rows_columns(int word_bytes, int pieces_log2) {
  return ((32 << pieces_log2) - 1) * vector_words_of(word_bytes);
}

/// How a block of few_rows reads its rows.
struct FewRowsWalk {
  int pieces_log2;  ///< pieces of 512 bytes of each row
  int warps;
  int in_flight;  ///< pieces that a warp loads before it stores any
};

/// Warps that idle least in the last round, and of those as many as can be.
constexpr int few_rows_warps(int pieces) {
  constexpr int fewest = 6, most = 12;
  auto const idle = [pieces](int warps) { return (pieces + warps - 1) / warps * warps - pieces; };
  int best        = fewest;
  for (int warps = fewest; warps <= most; ++warps)
    if (idle(warps) <= idle(best)) best = warps;
  return best;
}

/// As long pieces as leave a multiprocessor 50 warps or more (16 rows of 4-byte words: 2 pieces .97 of a copy, 4 pieces
/// .94; 33 rows: 2 pieces .98, 1 piece .90).
constexpr FewRowsWalk few_rows_walk(int word_bytes, int rows) {
  constexpr int multiprocessor_bytes = 227 * 1024, largest_image = 44 * 1024, enough_warps = 50, most_pieces_log2 = 3;
  int pieces_log2 = 0;
  for (int more = 1; more <= most_pieces_log2; ++more) {
    int const image  = few_rows_shared_bytes(word_bytes, rows, more);
    int const blocks = multiprocessor_bytes / (image + 1024);
    if (image <= largest_image && blocks * few_rows_warps(rows << more) >= enough_warps) pieces_log2 = more;
  }
  int const pieces = rows << pieces_log2, warps = few_rows_warps(pieces);
  int const of_warp = (pieces + warps - 1) / warps;
  return {pieces_log2, warps, of_warp == 3 || of_warp >= 5 ? 3 : 2};
}

inline constexpr int few_columns_threads = 256;

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
