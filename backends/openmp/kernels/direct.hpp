// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../movement.hpp"
#include "register_transpose.hpp"
#include "walk.hpp"

/// \file
/// The kernel for matrices that stay in cache: blocks go from the input through registers straight to the output. No
/// masks: the last block of a row or column overlaps the one before, and the last rows take the narrowest register that
/// holds them.

namespace turnstile::host::TURNSTILE_INSTRUCTION_SET {

/// A matrix in memory: `rows` x `columns` words, row r at `in + r * in_pitch`, column c to `out + c * out_pitch`.
struct Matrix {
  std::byte const* in;
  std::int64_t in_pitch;
  std::byte* out;
  std::int64_t out_pitch;
  std::int64_t rows, columns;
};

/// Word by word, for matrices that are smaller than a lane.
template <int WordBytes>
void move_words(Matrix const& matrix) {
  for (std::int64_t column = 0; column < matrix.columns; ++column)
    for (std::int64_t row = 0; row < matrix.rows; ++row)
      __builtin_memcpy(matrix.out + column * matrix.out_pitch + row * WordBytes,
                       matrix.in + row * matrix.in_pitch + column * WordBytes, WordBytes);
}

/// The square block at (row, column).
template <int WordBytes>
[[gnu::always_inline]] inline void move_block(Matrix const& matrix, std::int64_t row, std::int64_t column) {
  auto const pitch = matrix.out_pitch;
  auto* target     = matrix.out + column * pitch + row * WordBytes;
  square_block<WordBytes>(
      matrix.in + row * matrix.in_pitch + column * WordBytes, matrix.in_pitch,
      [target, pitch](int k, Vector<> const& value) { store<vector_bytes>(target + k * pitch, value); });
}

/// `Bytes / WordBytes` rows from `row` on, all columns.
template <int WordBytes, int Bytes>
[[gnu::always_inline]] inline void move_rows(Matrix const& matrix, std::int64_t row) {
  auto const pitch = matrix.in_pitch, out_pitch = matrix.out_pitch, columns = matrix.columns;
  auto const* source = matrix.in + row * pitch;
  auto* target       = matrix.out + row * WordBytes;
  std::int64_t next  = 0;
  if constexpr (Bytes == vector_bytes && has_square_block<WordBytes>) {
    for (; next + vector_words<WordBytes> <= columns; next += vector_words<WordBytes>)
      move_block<WordBytes>(matrix, row, next);
  }
  for (; next < columns; next += lane_words<WordBytes>) {
    auto const column = smaller(next, columns - lane_words<WordBytes>);
    auto* to          = target + column * out_pitch;
    lane_block<WordBytes, Bytes>(
        source + column * WordBytes, pitch,
        [to, out_pitch](int k, Vector<Bytes> const& value) { store<Bytes>(to + k * out_pitch, value); });
  }
}

/// The last `rest` rows, fewer than a register's words, of a matrix that has at least a lane's words.
template <int WordBytes>
void move_last_rows(Matrix const& matrix, std::int64_t rest) {
  constexpr std::int64_t lane = lane_words<WordBytes>;
  if constexpr (vector_bytes >= 64)
    if (rest > 2 * lane && matrix.rows >= 4 * lane) return move_rows<WordBytes, 64>(matrix, matrix.rows - 4 * lane);
  if constexpr (vector_bytes >= 32)
    if (rest > lane && matrix.rows >= 2 * lane) {
      if (rest > 2 * lane) move_rows<WordBytes, 32>(matrix, matrix.rows - rest);
      return move_rows<WordBytes, 32>(matrix, matrix.rows - 2 * lane);
    }
  for (auto row = matrix.rows - rest; row < matrix.rows; row += lane)
    move_rows<WordBytes, 16>(matrix, smaller(row, matrix.rows - lane));
}

/// The part of a matrix that is `rows` x `columns` words from (row, column) on.
template <int WordBytes>
Matrix part_of(Matrix const& matrix, std::int64_t row, std::int64_t column, std::int64_t rows, std::int64_t columns) {
  return {matrix.in + row * matrix.in_pitch + column * WordBytes,
          matrix.in_pitch,
          matrix.out + column * matrix.out_pitch + row * WordBytes,
          matrix.out_pitch,
          rows,
          columns};
}

/// Whether squares of blocks are worth their order: not in the first-level cache, and not where every store of a line
/// meets two of them. Intel Xeon with 2 MiB of second-level cache a core, one thread, ratio to memcpy without and with:
/// AVX-512 16 B 256^2 .45 .88, 8 B 256^2 .59 .77, 4 B 512^2 .39 .59, but 8 B 500^2 .51 .38; AVX2 8 B 256^2 .24 .57,
/// 500^2 .45 .54, but 4 B 64^2 .29 .24.
template <int WordBytes>
bool suits_squares(Matrix const& matrix) {
  constexpr std::int64_t first_level_bytes = 32768;
  if (matrix.rows * matrix.columns * WordBytes < first_level_bytes) return false;
  auto const is_on_lines = offset_in_line(matrix.out) == 0 && matrix.out_pitch % line_bytes == 0;
  return vector_bytes < line_bytes || is_on_lines;
}

/// A matrix of whole squares, two blocks by two: both arrays are used in pairs of registers that lie side by side, and
/// output rows grow one after the other.
template <int WordBytes>
void move_squares(Matrix const& matrix) {
  constexpr std::int64_t block = vector_words<WordBytes>, square = 2 * block;
  for (std::int64_t column = 0; column < matrix.columns; column += square) {
    for (std::int64_t row = 0; row < matrix.rows; row += square) {
      move_block<WordBytes>(matrix, row, column);
      move_block<WordBytes>(matrix, row + block, column);
      move_block<WordBytes>(matrix, row, column + block);
      move_block<WordBytes>(matrix, row + block, column + block);
    }
  }
}

/// Moves one matrix.
template <int WordBytes>
void move_matrix(Matrix const& matrix) {
  constexpr std::int64_t lane = lane_words<WordBytes>, block = vector_words<WordBytes>;
  if (matrix.rows < lane || matrix.columns < lane) return move_words<WordBytes>(matrix);
  std::int64_t row = 0;
  if constexpr (has_square_block<WordBytes>) {
    auto const rows = matrix.rows / (2 * block) * (2 * block), columns = matrix.columns / (2 * block) * (2 * block);
    if (rows > 0 && columns > 0 && suits_squares<WordBytes>(matrix)) {
      move_squares<WordBytes>(part_of<WordBytes>(matrix, 0, 0, rows, columns));
      auto const rest = larger(matrix.columns - columns, lane);
      if (columns < matrix.columns)
        move_matrix<WordBytes>(part_of<WordBytes>(matrix, 0, matrix.columns - rest, rows, rest));
      row = rows;
    }
  }
  for (; row + block <= matrix.rows; row += block) move_rows<WordBytes, vector_bytes>(matrix, row);
  if (row < matrix.rows) move_last_rows<WordBytes>(matrix, matrix.rows - row);
}

/// Does one thread's share: pieces of output rows of the matrices of a batch.
template <int WordBytes>
void run_direct(Movement const& movement, Share const& share) {
  // What is left over goes to the last piece, so that none is narrower than a block.
  constexpr std::int64_t piece_columns = 64;
  auto const pieces                    = larger(1, movement.columns.count / piece_columns);
  bool const whole                     = share.count == 1 || movement.batch.count >= share.count;
  auto const cuts                      = whole ? 1 : pieces;
  auto const width                     = whole ? movement.columns.count : piece_columns;
  for_each_task(movement.batch, cuts, share, [&](BatchPosition const& position, std::int64_t cut) {
    auto const column = cut * width;
    move_matrix<WordBytes>({movement.in + position.in() + column * WordBytes, movement.rows.strides[0],
                            movement.out + position.out() + column * movement.columns.strides[0],
                            movement.columns.strides[0], movement.rows.count,
                            cut + 1 == cuts ? movement.columns.count - column : width});
  });
}

}  // namespace turnstile::host::TURNSTILE_INSTRUCTION_SET
