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

/// `Bytes / WordBytes` rows from `row` on, all columns.
template <int WordBytes, int Bytes>
[[gnu::always_inline]] inline void move_rows(Matrix const& matrix, std::int64_t row) {
  auto const pitch = matrix.in_pitch, out_pitch = matrix.out_pitch, columns = matrix.columns;
  auto const* source = matrix.in + row * pitch;
  auto* target       = matrix.out + row * WordBytes;
  std::int64_t next  = 0;
  if constexpr (Bytes == vector_bytes && WordBytes >= 4 && vector_bytes > 16) {
    for (; next + vector_words<WordBytes> <= columns; next += vector_words<WordBytes>) {
      auto* to = target + next * out_pitch;
      square_block<WordBytes>(source + next * WordBytes, pitch, [to, out_pitch](int k, Vector<> const& value) {
        store<vector_bytes>(to + k * out_pitch, value);
      });
    }
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

/// Moves one matrix.
template <int WordBytes>
void move_matrix(Matrix const& matrix) {
  constexpr std::int64_t lane = lane_words<WordBytes>, block = vector_words<WordBytes>;
  if (matrix.rows < lane || matrix.columns < lane) return move_words<WordBytes>(matrix);
  std::int64_t row = 0;
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
