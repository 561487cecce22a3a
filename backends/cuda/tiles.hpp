// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/policy.hpp>

/// \file
/// The one table of tiles and extents that kernels are compiled for, for words of 1, 2, 4, 8 and 16 bytes. Sizes are
/// those that were fastest on an H200.

namespace turnstile::cuda {

constexpr int vector_words_of(int word_bytes) {
  return 16 / word_bytes;
}

/// Which entry of a table is for words of 1, 2, 4, 8 or 16 bytes.
constexpr int word_index(int word_bytes) {
  return word_bytes == 1 ? 0 : word_bytes == 2 ? 1 : word_bytes == 4 ? 2 : word_bytes == 8 ? 3 : 4;
}

/// Tiles of whole vectors: squares of vector_words x vector_words words along both sides, and threads.
/// `blocks` is how many a multiprocessor should hold, told to the compiler as a limit on registers.
struct VectorTileSize {
  int row_vectors, column_vectors, threads, blocks;
};

/// Runs of 256 bytes on both sides (for bytes 128 on the output's), which is where longer ones stop to gain.
constexpr VectorTileSize large_tile(int word_bytes) {
  constexpr VectorTileSize sizes[]{
      {8, 16, 128, 4}, {16, 16, 256, 3}, {16, 16, 128, 1}, {16, 16, 128, 1}, {16, 16, 128, 10}};
  return sizes[word_index(word_bytes)];
}

/// For arrays too small to give every multiprocessor several large tiles.
constexpr VectorTileSize small_tile(int word_bytes) {
  constexpr VectorTileSize sizes[]{{8, 8, 64, 8}, {8, 8, 64, 14}, {8, 8, 64, 16}, {16, 8, 128, 8}, {16, 8, 128, 8}};
  return sizes[word_index(word_bytes)];
}

/// For matrices of at most 16 columns.
constexpr VectorTileSize tall_tile(int word_bytes) {
  constexpr VectorTileSize sizes[]{{64, 1, 64, 8}, {64, 2, 128, 7}, {32, 4, 128, 8}, {32, 8, 128, 8}, {32, 8, 128, 8}};
  return sizes[word_index(word_bytes)];
}

/// Whether fused dimensions, whose offsets a block looks up, have a tile of their own.
constexpr bool has_wide_tile(int word_bytes) {
  return word_bytes == 8;
}

/// For dimensions that are fused: more work a block (8-byte 2^23 reversed: .88 of a copy against .67).
constexpr VectorTileSize wide_tile(int word_bytes) {
  return has_wide_tile(word_bytes) ? VectorTileSize{32, 32, 256, 1} : large_tile(word_bytes);
}

/// The tile for matrices of at most 16 rows, one square a thread. None for 16-byte words.
struct FlatTileSize {
  int row_vectors, column_vectors;
};

constexpr FlatTileSize flat_tile_size(int word_bytes) {
  constexpr FlatTileSize sizes[]{{1, 128}, {2, 64}, {4, 32}, {8, 16}, {16, 8}};
  return sizes[word_index(word_bytes)];
}

/// The tile for rows that start anywhere: `rows` that it writes, vectors that it loads of a row, and the multiple of
/// bytes at which its runs of the output start.
struct UnalignedTileSize {
  int rows, row_vectors, threads, blocks, alignment;

  [[nodiscard]] constexpr int columns(int word_bytes) const {
    return word_bytes == 16 ? row_vectors : (row_vectors - 1) * vector_words_of(word_bytes);
  }
};

constexpr UnalignedTileSize unaligned_size(int word_bytes) {
  constexpr UnalignedTileSize sizes[]{
      {128, 16, 512, 3, 32}, {64, 32, 512, 3, 32}, {64, 32, 256, 1, 32}, {64, 32, 256, 1, 64}, {32, 32, 256, 1, 128}};
  return sizes[word_index(word_bytes)];
}

/// The largest tile that is moved word by word: square, of `side` words.
struct FusedTileSize {
  int warps, side;
};

constexpr FusedTileSize fused_size(int word_bytes) {
  constexpr FusedTileSize sizes[]{{16, 128}, {16, 128}, {16, 96}, {16, 96}, {16, 48}};
  return sizes[word_index(word_bytes)];
}

/// Extents of small matrices of 1- and 2-byte words whose permutation is compiled in.
struct FixedExtents {
  int rows, columns;
};

inline constexpr FixedExtents fixed_extents[]{{2, 2}, {3, 3}, {4, 4}, {5, 5}, {5, 7}, {6, 6}, {7, 5}, {7, 7}, {8, 8}};

/// As the user names a tile of vectors: groups of rows of one square are XORed into the vectors of a row.
constexpr TransposePolicy vector_policy(VectorTileSize const& size, int word_bytes) {
  int const words = vector_words_of(word_bytes);
  TransposePolicy policy{.tile_rows    = size.row_vectors * words,
                         .tile_cols    = size.column_vectors * words,
                         .threads      = size.threads,
                         .vector_bytes = 16};
  // A row of fewer than 8 vectors is XORed across rows, too, for which a policy has no word.
  int const bits = detail::log2_floor(size.column_vectors);
  if (bits == 0) return policy;
  policy.swizzle       = Swizzle::xor_bits;
  policy.swizzle_bits  = bits < 3 ? bits : 3;
  policy.swizzle_base  = detail::log2_floor(words);
  policy.swizzle_shift = detail::log2_floor(policy.tile_cols);
  return policy;
}

/// As the user names the tile for rows that start anywhere: two vectors hold any phase of a row and of its pitch.
constexpr TransposePolicy unaligned_policy(int word_bytes) {
  auto const size = unaligned_size(word_bytes);
  return {.tile_rows    = size.rows,
          .tile_cols    = size.columns(word_bytes),
          .padding      = 2 * vector_words_of(word_bytes),
          .threads      = size.threads,
          .vector_bytes = 16};
}

}  // namespace turnstile::cuda
