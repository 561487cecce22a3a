// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../movement.hpp"
#include "../tile_limits.hpp"
#include "register_transpose.hpp"
#include "walk.hpp"

/// \file
/// The kernel for matrices that do not stay in cache.
///
///       input, a tile of rows x columns           output, walked strip by strip
///       +---------------------+                   +----------------------------+
///       | strip | strip | ... |  registers  ->    | one row of the strip       |  whole lines,
///     r |  of   |       |     |  transpose        +----------------------------+  past the cache
///     o |columns|       |     |  blocks           | the next row               |
///     w |       |       |     |                   +----------------------------+
///     s +---------------------+                     ^ what fills no line waits for the next tile down
///
/// - A *staged* tile is first copied, row by row, into a buffer that stays in the second-level cache. With a row pitch
///   of whole pages that cache can hold only `its size / pitch` lines of one column, so that blocks read straight from
///   the input evict each other; and rows of a fused index have no pitch at all.
/// - The rows of the staged buffer are an odd number of lines apart: columns do not meet in one set of the cache.
/// - A strip of output rows is collected in the first-level cache, and leaves row by row in whole aligned lines. Bytes
///   at the end of a row that fill no line are *carried* to the next tile down, so that an output whose rows start
///   anywhere is still written in whole lines.

namespace turnstile::host::TURNSTILE_INSTRUCTION_SET {

/// Columns of a wide block.
template <int WordBytes>
inline constexpr int wide_columns = (WordBytes >= 4 ? vector_bytes : line_bytes) / WordBytes;

/// Moves with tiles of words of `WordBytes`. `IsWide`: blocks as wide as a register (or a line, for narrow words)
/// instead of a lane.
template <int WordBytes, bool IsWide>
class TileKernel {
 public:
  TileKernel(Movement const& movement, TileShape const& shape)
      : movement_(movement), shape_(shape), strip_pitch_(shape.rows * WordBytes + line_bytes) {}

  /// Does one thread's share of the panels. A panel is one tile wide and as long as balance between threads allows.
  void run(Share const& share) {
    auto const column_panels = pieces(movement_.columns.count, shape_.columns);
    auto const row_panels    = row_panels_for(movement_.batch.count * column_panels, share.count);
    auto const per_matrix    = column_panels * row_panels;
    auto const tasks         = movement_.batch.count * per_matrix;
    auto const last          = first_task(tasks, share.number + 1, share.count);
    for (auto task = first_task(tasks, share.number, share.count); task < last; ++task) {
      BatchPosition const matrix(movement_.batch, task / per_matrix);
      auto const column = task % per_matrix / row_panels * shape_.columns;
      auto const tiles  = pieces(movement_.rows.count, shape_.rows);
      auto const part   = task % row_panels;
      columns_          = smaller(shape_.columns, movement_.columns.count - column);
      staged_pitch_     = (pieces(columns_ * WordBytes, line_bytes) | 1) * line_bytes;
      first_row_        = tiles * part / row_panels * shape_.rows;
      end_row_          = smaller(movement_.rows.count, tiles * (part + 1) / row_panels * shape_.rows);
      in_               = movement_.in + matrix.in() + column * WordBytes;
      out_              = movement_.out + matrix.out();
      list_offsets(movement_.columns, column, columns_, out_offsets_);
      move_panel();
    }
    if (shape_.is_streaming) finish_streaming();
  }

 private:
  static constexpr int strip_columns   = IsWide ? wide_columns<WordBytes> : lane_words<WordBytes>;
  static constexpr int block_rows      = vector_words<WordBytes>;
  static constexpr int staging_ahead   = 8;  ///< rows that the staging copy prefetches ahead
  static constexpr int streams         = 4;  ///< rows that it copies side by side
  static constexpr int unstaged_ahead  = line_bytes * (IsWide ? 2 : 1);  ///< bytes prefetched ahead in a row
  static constexpr int tasks_per_share = 16;                             ///< keeps threads equally busy to 1 part in 16
  static constexpr int least_tiles     = 4;  ///< of a panel: the tail of a row is carried between tiles only

  static std::int64_t pieces(std::int64_t count, std::int64_t size) { return (count + size - 1) / size; }

  /// Panels that the rows are cut into, so that there are enough tasks.
  [[nodiscard]] std::int64_t row_panels_for(std::int64_t other_tasks, int shares) const {
    std::int64_t panels = 1;
    if (shares == 1) return panels;
    while (other_tasks * panels < std::int64_t{tasks_per_share} * shares &&
           movement_.rows.count / (panels * 2) >= least_tiles * shape_.rows)
      panels *= 2;
    return panels;
  }

  void move_panel() {
    for (row_ = first_row_; row_ < end_row_; row_ += shape_.rows) {
      rows_ = smaller(shape_.rows, end_row_ - row_);
      if (shape_.is_staged || !can_read_unstaged()) {
        stage();
        move_strips<true>();
      } else {
        move_strips<false>();
      }
    }
  }

  /// Blocks are read straight from the input, the last one of a row or column overlapping the one before. A matrix
  /// narrower than a block is read across its row's end, which is memory of the same matrix if its rows are dense.
  [[nodiscard]] bool can_read_unstaged() const {
    if (movement_.rows.rank != 1 || rows_ < block_rows) return false;
    if (columns_ >= strip_columns) return true;
    auto const pitch = movement_.rows.strides[0];
    return !IsWide && pitch == movement_.columns.count * WordBytes && columns_ == movement_.columns.count &&
           (movement_.rows.count - (row_ + rows_ - 1)) * pitch >= 16;
  }

  /// Copies the tile's rows into the buffer, some rows side by side: memory answers several streams sooner than one
  /// (Intel Xeon, Ice Lake class, 16384^2 bytes in runs of 2048: 22 ms one row at a time, 16 ms four).
  void stage() {
    auto const known = smaller(rows_ + staging_ahead, end_row_ - row_);
    list_offsets(movement_.rows, row_, known, in_offsets_);
    std::int64_t row = 0;
    for (; row + streams <= rows_; row += streams) stage_rows<streams>(row, known);
    for (; row < rows_; ++row) stage_rows<1>(row, known);
  }

  template <int Count>
  void stage_rows(std::int64_t row, std::int64_t known) {
    auto const bytes = columns_ * WordBytes, pitch = staged_pitch_;
    std::byte const* sources[Count];
    std::byte const* ahead[Count];
    for (int k = 0; k < Count; ++k) {
      sources[k] = in_ + in_offsets_[row + k];
      ahead[k]   = in_ + in_offsets_[smaller(row + k + staging_ahead, known - 1)];
      prefetch_far(ahead[k], 0);
    }
    auto* target      = staged_ + row * pitch;
    std::int64_t done = 0;
    for (; done + line_bytes <= bytes; done += line_bytes) {
#pragma GCC unroll 4
      for (int k = 0; k < Count; ++k) {
        prefetch_far(ahead[k], done + line_bytes - 1);  // a misaligned run has one line more
        copy_line(target + k * pitch + done, sources[k] + done);
      }
    }
    if (done < bytes)
      for (int k = 0; k < Count; ++k) copy_bytes(target + k * pitch + done, sources[k] + done, bytes - done);
  }

  template <bool IsStaged>
  void move_strips() {
    auto const pitch   = IsStaged ? staged_pitch_ : movement_.rows.strides[0];
    auto const* source = IsStaged ? staged_ : in_ + row_ * pitch;
    for (std::int64_t next = 0; next < columns_; next += strip_columns) {
      // The last strip overlaps the one before where there is one; in the buffer it may run into the padding.
      auto const column = IsStaged || columns_ < strip_columns ? next : smaller(next, columns_ - strip_columns);
      auto const count  = smaller(strip_columns, columns_ - column);
      // Early, since the read-back of a line waits for the stores to it.
      if (row_ != first_row_)
        for (auto k = next - column; k < count; ++k)
          copy_line(strip_ + k * strip_pitch_, carried_ + (column + k) * line_bytes);
      collect_strip<IsStaged>(source, pitch, column);
      write_strip(column, next - column, count);
    }
  }

  /// Transposes blocks of `strip_columns` columns into the strip buffer, behind the line that is carried.
  template <bool IsStaged>
  void collect_strip(std::byte const* source, std::int64_t pitch, std::int64_t column) {
    // Copies of members: a byte that is stored may belong to anything, as far as the compiler knows.
    auto const rows = rows_, strip_pitch = strip_pitch_;
    auto const last_block = IsStaged ? pieces(rows, block_rows) * block_rows - block_rows : rows - block_rows;
    for (std::int64_t next = 0; next < rows; next += block_rows) {
      auto const row   = smaller(next, last_block);
      auto const* from = source + row * pitch + column * WordBytes;
      auto* strip      = strip_ + line_bytes + row * WordBytes;
      auto const put   = [strip, strip_pitch](int k, Vector<> const& value) {
        store<vector_bytes>(strip + k * strip_pitch, value);
      };
      if constexpr (IsWide && WordBytes >= 4)
        square_block<WordBytes>(from, pitch, put);
      else if constexpr (IsWide)
        line_block<WordBytes>(from, pitch, put);
      else
        lane_block<WordBytes, vector_bytes>(from, pitch, put);
      if constexpr (!IsStaged) prefetch_block(source, pitch, row, column);
    }
  }

  /// Prefetches the block that lies some lines ahead in the same rows, or at the start of the rows of the next tile
  /// down. A strip of a lane block is a part of a line, and asks for that part of the rows.
  [[gnu::always_inline]] void prefetch_block(std::byte const* source, std::int64_t pitch, std::int64_t row,
                                             std::int64_t column) {
    constexpr std::int64_t shorter_is_one_stream = 256;  // the hardware follows dense short rows by itself
    if (pitch < shorter_is_one_stream && pitch > -shorter_is_one_stream) return;
    constexpr int strip_bytes = strip_columns * WordBytes, parts = line_bytes / strip_bytes;
    constexpr int part_rows = block_rows / parts > 0 ? block_rows / parts : 1;
    auto const panel_bytes  = columns_ * WordBytes;
    auto const part         = column * WordBytes / strip_bytes % parts;
    auto ahead              = column * WordBytes / line_bytes * line_bytes + unstaged_ahead;
    auto target_row         = row + part * part_rows;
    if (ahead >= panel_bytes) {
      ahead -= panel_bytes;
      target_row += rows_;
      if (row_ + target_row + part_rows > end_row_) return;
    }
    // The last byte of a piece: its first one came with the piece before.
    for (int r = 0; r < part_rows; ++r) prefetch_near(source, (target_row + r) * pitch + ahead + line_bytes - 1);
  }

  /// Writes rows `first` to `count` of the strip at `column`.
  void write_strip(std::int64_t column, std::int64_t first, std::int64_t count) {
    auto const bytes        = rows_ * WordBytes;
    bool const is_last      = row_ + rows_ >= end_row_;
    bool const is_streaming = shape_.is_streaming;
    for (auto k = first; k < count; ++k) {
      auto const* strip = strip_ + k * strip_pitch_ + line_bytes;
      auto* target      = out_ + out_offsets_[column + k] + row_ * WordBytes;
      auto const phase  = offset_in_line(target);
      std::int64_t done = -phase;
      if (phase != 0 && row_ == first_row_) {
        done = smaller(line_bytes - phase, bytes);
        copy_bytes(target, strip, done);
      }
      for (; done + line_bytes <= bytes; done += line_bytes) write_line(target + done, strip + done, is_streaming);
      if (done >= bytes) continue;
      if (is_last)
        copy_bytes(target + done, strip + done, bytes - done);
      else
        copy_line(carried_ + (column + k) * line_bytes, strip + bytes - line_bytes);
    }
  }

  Movement const& movement_;
  TileShape const shape_;
  std::int64_t const strip_pitch_;

  // The panel and the tile in work.
  std::byte const* in_    = nullptr;
  std::byte* out_         = nullptr;
  std::int64_t first_row_ = 0, end_row_ = 0, columns_ = 0, row_ = 0, rows_ = 0;
  std::int64_t staged_pitch_ = 0;

  std::int64_t in_offsets_[max_tile_row_bytes / WordBytes + staging_ahead];
  std::int64_t out_offsets_[max_tile_columns];
  alignas(line_bytes) std::byte staged_[max_staged_bytes];
  alignas(line_bytes) std::byte strip_[strip_columns * (max_tile_row_bytes + line_bytes)];
  alignas(line_bytes) std::byte carried_[max_tile_columns * line_bytes];
};

/// Never inlined: the kernel's buffers shall be on the stack of one call only.
template <int WordBytes, bool IsWide>
[[gnu::noinline]] void run_tile_kernel(Movement const& movement, TileShape const& shape, Share const& share) {
  TileKernel<WordBytes, IsWide>(movement, shape).run(share);
}

template <int WordBytes>
inline constexpr bool has_wide_blocks = WordBytes == 2 || has_square_block<WordBytes>;

/// Whether wide blocks suit `columns` columns. They would cross the end of narrower rows. For words of 2 bytes they are
/// worth their buffer only where the tile is not staged and the last strip, which overlaps, is one of several; for
/// bytes they never are.
template <int WordBytes>
bool suits_wide(std::int64_t columns, TileShape const& shape) {
  constexpr std::int64_t wide = wide_columns<WordBytes>, several = 4 * wide;
  if constexpr (WordBytes == 2) return !shape.is_staged && (columns >= several || columns % wide == 0);
  return columns >= wide;
}

template <int WordBytes>
void run_tile(Movement const& movement, TileShape const& shape, Share const& share) {
  if constexpr (has_wide_blocks<WordBytes>) {
    if (suits_wide<WordBytes>(movement.columns.count, shape))
      return run_tile_kernel<WordBytes, true>(movement, shape, share);
  }
  run_tile_kernel<WordBytes, false>(movement, shape, share);
}

}  // namespace turnstile::host::TURNSTILE_INSTRUCTION_SET
