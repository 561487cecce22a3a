// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/kokkos/tile_grid.hpp>
#include <turnstile/policy.hpp>
#include <turnstile/problem.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// \file
/// Bodies for spaces that run on the host's cores. The device body, run literally on a core, is 1.3 to 7.6 times slower
/// than these nested loops: its flat index arithmetic and its swizzles stop vectorisation.
///
/// Words are read and written through memcpy, which compiles to single moves, since the caller's objects have other
/// types.

namespace turnstile::detail {

template <class Word>
Word load_word(Word const* source) noexcept {
  Word word;
  std::memcpy(&word, source, sizeof(Word));
  return word;
}

template <class Word>
void store_word(Word* target, Word const& word) noexcept {
  std::memcpy(target, &word, sizeof(Word));
}

/// Moves `count` words between two strided runs.
template <class Word>
void move_run(Word const* source, std::int64_t source_stride, Word* target, std::int64_t target_stride,
              std::int64_t count) noexcept {
  if (source_stride == 1 && target_stride == 1) {
    std::memcpy(target, source, static_cast<std::size_t>(count) * sizeof(Word));
    return;
  }
  for (std::int64_t k = 0; k < count; ++k)
    store_word(target + k * target_stride, load_word(source + k * source_stride));
}

/// Moves one tile per work item through a buffer on the stack.
template <class Word, TransposePolicy P>
struct HostTileKernel {
  Word const* in;
  Word* out;
  TileGrid grid;

  void operator()(int tile_number) const {
    alignas(64) Word tile[static_cast<std::size_t>(tile_size(P))];
    auto const position = grid.template position<P.tile_rows, P.tile_cols>(tile_number);
    load(in + position.in_offset, position, tile);
    store(out + position.out_offset, position, tile);
  }

  void load(Word const* source, TilePosition const& position, Word* tile) const {
    for (int row = 0; row < position.rows; ++row, source += grid.in_row_stride) {
      if constexpr (P.swizzle == Swizzle::none) {
        move_run(source, grid.in_col_stride, tile + tile_offset(P, row, 0), 1, position.cols);
      } else {
        for (int col = 0; col < position.cols; ++col)
          tile[tile_offset(P, row, col)] = load_word(source + col * grid.in_col_stride);
      }
    }
  }

  void store(Word* target, TilePosition const& position, Word const* tile) const {
    for (int col = 0; col < position.cols; ++col, target += grid.out_col_stride) {
      if (grid.out_row_stride == 1) {
        for (int row = 0; row < position.rows; ++row) store_word(target + row, tile[tile_offset(P, row, col)]);
      } else {
        for (int row = 0; row < position.rows; ++row)
          store_word(target + row * grid.out_row_stride, tile[tile_offset(P, row, col)]);
      }
    }
  }
};

/// Moves words in the order of the output without a tile. A work item is a piece of about `piece_words`: part of one
/// run along the fastest dimension where runs are long, several whole runs where they are short.
template <class Word>
struct HostDirectKernel {
  static constexpr std::int64_t piece_words = 4096;

  Problem problem;
  std::int64_t run_words, runs, runs_per_piece, pieces_per_run;

  explicit HostDirectKernel(Problem const& moved)
      : problem(moved),
        run_words(moved.rank > 0 ? moved.extents[moved.output_fastest()] : 1),
        runs(moved.words() / run_words),
        runs_per_piece(std::max<std::int64_t>(1, piece_words / run_words)),
        pieces_per_run((run_words + piece_words - 1) / piece_words) {}

  [[nodiscard]] std::int64_t pieces() const noexcept {
    return (runs + runs_per_piece - 1) / runs_per_piece * pieces_per_run;
  }

  void operator()(std::int64_t piece) const {
    auto const first_run  = piece / pieces_per_run * runs_per_piece;
    auto const first_word = piece % pieces_per_run * piece_words;
    auto const count      = pieces_per_run > 1 ? std::min(piece_words, run_words - first_word) : run_words;
    move_runs(first_run, std::min(runs, first_run + runs_per_piece), first_word, count);
  }

 private:
  void move_runs(std::int64_t run, std::int64_t last_run, std::int64_t first_word, std::int64_t count) const {
    int const slower = std::max(0, problem.rank - 1);
    std::int64_t index[Problem::capacity];
    std::int64_t from = 0, to = 0;
    auto rest = run;
    for (int d = slower - 1; d >= 0; --d) {
      index[d] = rest % problem.extents[d];
      rest /= problem.extents[d];
      from += index[d] * problem.in_strides[d];
      to += index[d] * problem.out_strides[d];
    }
    auto const in_stride  = problem.rank > 0 ? problem.in_strides[slower] : 1;
    auto const out_stride = problem.rank > 0 ? problem.out_strides[slower] : 1;
    auto const source     = static_cast<Word const*>(problem.in) + first_word * in_stride;
    auto const target     = static_cast<Word*>(problem.out) + first_word * out_stride;
    for (; run < last_run; ++run) {
      move_run(source + from, in_stride, target + to, out_stride, count);
      for (int d = slower - 1; d >= 0; --d) {
        from += problem.in_strides[d];
        to += problem.out_strides[d];
        if (++index[d] < problem.extents[d]) break;
        from -= index[d] * problem.in_strides[d];
        to -= index[d] * problem.out_strides[d];
        index[d] = 0;
      }
    }
  }
};

}  // namespace turnstile::detail
