// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../movement.hpp"
#include "../tile_limits.hpp"
#include "direct.hpp"
#include "register_permutation.hpp"
#include "register_transpose.hpp"
#include "walk.hpp"

/// \file
/// The kernel for outputs whose rows are short and dense: few long input rows, and batches of small matrices. A piece
/// of the output, of whole rows or of whole matrices, is put together in the first-level cache and leaves as whole
/// lines:
///
///     in   r0 |a b c d e ...        image |a f k|b g l|c h m| ...  ->  out, past the cache
///          r1 |f g h i j ...
///          r2 |k l m n o ...

namespace turnstile::host::TURNSTILE_INSTRUCTION_SET {

/// Bytes of the output that an image holds. 33 x 1000003 of 4 and 8 bytes reaches .74 and .68 of a copy with 4 KiB, .90
/// and .95 with 8 KiB, .84 and .90 with 16 KiB (Intel Xeon, Ice Lake class, 2 threads).
inline constexpr std::int64_t image_bytes = 8192;

template <int WordBytes>
class ImageKernel {
 public:
  ImageKernel(Movement const& movement, bool is_streaming)
      : movement_(movement),
        is_streaming_(is_streaming),
        row_bytes_(movement.rows.count * WordBytes),
        matrix_bytes_(row_bytes_ * movement.columns.count) {}

  void run(Share const& share) {
    if (matrix_bytes_ <= image_bytes)
      run_matrices(share);
    else
      run_columns(share);
    if (is_streaming_) finish_streaming();
  }

 private:
  /// Several whole matrices an image.
  void run_matrices(Share const& share) {
    auto const total    = movement_.batch.count;
    auto const first    = first_task(total, share.number, share.count);
    auto const last     = first_task(total, share.number + 1, share.count);
    auto const permuted = larger(first, smaller(last, permutable_matrices()));
    permute_matrices(first, permuted);
    draw_matrices(permuted, last);
  }

  /// Matrices from `first` to `last` of a batch that is dense on both sides, permuted in registers.
  void permute_matrices(std::int64_t first, std::int64_t last) {
    if (first == last) return;
    RegisterPermutation const permutation(movement_.rows.count, movement_.columns.count);
    auto const step = matrices_per_image();
    for (auto matrix = first; matrix < last; matrix += step) {
      auto const count = smaller(step, last - matrix);
      auto* target     = movement_.out + matrix * matrix_bytes_;
      auto* image      = image_ + offset_in_line(target);
      permutation.move(movement_.in + matrix * matrix_bytes_, image, count, matrix_bytes_, lead());
      write_run(target, image, count * matrix_bytes_, is_streaming_);
    }
  }

  void draw_matrices(std::int64_t first, std::int64_t last) {
    auto const step = is_dense(movement_.batch.out_strides) ? matrices_per_image() : 1;
    BatchPosition position(movement_.batch, first);
    for (auto matrix = first; matrix < last; matrix += step) {
      auto const count = smaller(step, last - matrix);
      auto* target     = movement_.out + position.out();
      auto* image      = image_ + offset_in_line(target);
      for (std::int64_t k = 0; k < count; ++k, position.advance()) {
        auto const* source = movement_.in + position.in();
        // A batch is dense more often than not; else this asks for lines that are not used.
        for (std::int64_t ahead = 0; ahead < matrix_bytes_; ahead += line_bytes) prefetch_near(source, lead() + ahead);
        draw_matrix(source, image + k * matrix_bytes_);
      }
      write_run(target, image, count * matrix_bytes_, is_streaming_);
    }
  }

  /// Matrices that fill an image, or half of one if they are not tiny. 65536 x 32x32 of 4 bytes reaches .76 of a copy
  /// with whole images, .84 with half ones; 1048576 x 5x7 .73 with half ones, .80 with whole ones (Intel Xeon with 2
  /// MiB of second-level cache a core, 2 threads).
  [[nodiscard]] std::int64_t matrices_per_image() const {
    constexpr std::int64_t tiny_bytes = 1024;
    return matrix_bytes_ < tiny_bytes ? image_bytes / matrix_bytes_ : larger(1, image_bytes / 2 / matrix_bytes_);
  }

  /// Bytes of a batch that are prefetched ahead: whole matrices are asked for at once, so that large ones come soon
  /// enough from close by. The machine and the batches above: 1 KiB for 32x32, 4 KiB for 5x7.
  [[nodiscard]] std::int64_t lead() const { return larger(1024, image_bytes / 2 - matrix_bytes_); }

  /// How many matrices, from the first on, can be permuted in registers: those behind which the input goes on for as
  /// long as registers read.
  [[nodiscard]] std::int64_t permutable_matrices() const {
    bool const is_dense_batch = movement_.rows.strides[0] == movement_.columns.count * WordBytes &&
                                is_dense(movement_.batch.in_strides) && is_dense(movement_.batch.out_strides);
    if (!is_dense_batch || !RegisterPermutation::fits(WordBytes, matrix_bytes_ / WordBytes)) return 0;
    auto const readable = movement_.batch.count * matrix_bytes_ - RegisterPermutation::bytes_read;
    return readable < 0 ? 0 : readable / matrix_bytes_ + 1;
  }

  /// Whether the matrices follow each other in the array with these strides.
  [[nodiscard]] bool is_dense(std::int64_t const* strides) const {
    auto expected = matrix_bytes_;
    for (int d = movement_.batch.rank - 1; d >= 0; --d) {
      if (strides[d] != expected) return false;
      expected *= movement_.batch.extents[d];
    }
    return true;
  }

  /// Several output rows of one matrix an image.
  void run_columns(Share const& share) {
    constexpr std::int64_t block = vector_words<WordBytes>;
    auto const columns           = movement_.columns.count;
    auto const step              = larger(block, image_bytes / row_bytes_ / block * block);
    auto const images            = (columns + step - 1) / step;
    for_each_task(movement_.batch, images, share, [&](BatchPosition const& position, std::int64_t number) {
      auto const column = number * step;
      auto* target      = movement_.out + position.out() + column * row_bytes_;
      auto* image       = image_ + offset_in_line(target);
      auto const count  = smaller(step, columns - column);
      draw_columns(movement_.in + position.in() + column * WordBytes, image, count, column + 2 * step <= columns);
      write_run(target, image, count * row_bytes_, is_streaming_);
    });
  }

  /// Puts the output of one small matrix together.
  void draw_matrix(std::byte const* source, std::byte* image) {
    auto const rows = movement_.rows.count, columns = movement_.columns.count;
    Matrix const matrix{source, movement_.rows.strides[0], image, row_bytes_, rows, columns};
    if (rows < lane_words<WordBytes> && columns >= lane_words<WordBytes>)
      draw_narrow(matrix, false);
    else
      move_matrix<WordBytes>(matrix);
  }

  /// Puts `columns` output rows of a long matrix together; if it `has_next`, as many columns follow in the input.
  void draw_columns(std::byte const* source, std::byte* image, std::int64_t columns, bool has_next) {
    constexpr std::int64_t lane = lane_words<WordBytes>, block = vector_words<WordBytes>;
    auto const rows = movement_.rows.count, pitch = movement_.rows.strides[0];
    Matrix const matrix{source, pitch, image, row_bytes_, rows, columns};
    if (rows < lane) return draw_narrow(matrix, has_next);
    std::int64_t column = 0;
    for (; column + block <= columns; column += block)
      for (std::int64_t next = 0; next < rows; next += lane)
        draw_lanes(matrix, smaller(next, rows - lane), column, has_next);
    if (column < columns)
      move_matrix<WordBytes>(
          {source + column * WordBytes, pitch, image + column * row_bytes_, row_bytes_, rows, columns - column});
  }

  /// A lane's words of rows, a register of columns: 16 bytes to each of the output rows.
  [[gnu::always_inline]] static void draw_lanes(Matrix const& matrix, std::int64_t row, std::int64_t column,
                                                bool has_next) {
    constexpr int side = lane_words<WordBytes>;
    auto const* source = matrix.in + row * matrix.in_pitch + column * WordBytes;
    auto* target       = matrix.out + column * matrix.out_pitch + row * WordBytes;
    auto const pitch = matrix.in_pitch, out_pitch = matrix.out_pitch;
    Vector<> registers[side];
#pragma GCC unroll 16
    for (int k = 0; k < side; ++k) registers[k] = load(source + k * pitch);
    if (has_next)
#pragma GCC unroll 16
      for (int k = 0; k < side; ++k) prefetch_near(source, k * pitch + matrix.columns * WordBytes + line_bytes - 1);
    transpose_in_lanes<WordBytes, vector_bytes>(registers);
#pragma GCC unroll 16
    for (int k = 0; k < side; ++k) store_lanes(target + k * out_pitch, side * out_pitch, registers[k]);
  }

  static void store_lanes(std::byte* target, [[maybe_unused]] std::int64_t step, Vector<> const& value) {
    store_lane<0, vector_bytes>(target, value);
    if constexpr (vector_bytes > 16) store_lane<1, vector_bytes>(target + step, value);
    if constexpr (vector_bytes > 32) {
      store_lane<2, vector_bytes>(target + 2 * step, value);
      store_lane<3, vector_bytes>(target + 3 * step, value);
    }
  }

  /// Fewer rows than a lane has words: every output row is stored as a whole lane, in ascending order, so that the next
  /// row overwrites what is too much. The image has room for what the last one has too much.
  static void draw_narrow(Matrix const& matrix, bool has_next) {
    constexpr int side  = lane_words<WordBytes>;
    std::int64_t column = 0;
    for (; column + side <= matrix.columns; column += side) {
      Vector<16> registers[side];
#pragma GCC unroll 16
      for (int k = 0; k < side; ++k) {
        auto const* source = matrix.in + smaller(k, matrix.rows - 1) * matrix.in_pitch + column * WordBytes;
        registers[k]       = load<16>(source);
        if (has_next && k < matrix.rows) prefetch_near(source, matrix.columns * WordBytes + line_bytes - 1);
      }
      transpose_in_lanes<WordBytes, 16>(registers);
#pragma GCC unroll 16
      for (int k = 0; k < side; ++k) store<16>(matrix.out + (column + k) * matrix.out_pitch, registers[k]);
    }
    if (column < matrix.columns)
      move_words<WordBytes>({matrix.in + column * WordBytes, matrix.in_pitch, matrix.out + column * matrix.out_pitch,
                             matrix.out_pitch, matrix.rows, matrix.columns - column});
  }

  Movement const& movement_;
  bool const is_streaming_;
  std::int64_t const row_bytes_, matrix_bytes_;

  // A line in front for the phase of the output; behind, what rows of lanes and permuted registers write too much; and
  // rows so long that a register of columns is more than an image.
  static constexpr std::int64_t spare_bytes = line_bytes + larger(line_bytes, RegisterPermutation::bytes_written);
  alignas(line_bytes) std::byte image_[larger(image_bytes, short_row_bytes* vector_words<WordBytes>) + spare_bytes];
};

template <int WordBytes>
void run_image(Movement const& movement, bool is_streaming, Share const& share) {
  ImageKernel<WordBytes>(movement, is_streaming).run(share);
}

}  // namespace turnstile::host::TURNSTILE_INSTRUCTION_SET
