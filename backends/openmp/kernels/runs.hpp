// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../movement.hpp"
#include "vector.hpp"
#include "walk.hpp"

/// \file
/// The kernel for data that run contiguously in the same direction on both sides: runs of bytes change their places.
/// With runs of one word it moves whatever has no contiguous direction.
/// Short runs that follow each other in the output are put together in the first-level cache and leave as whole lines.
/// Where the next dimension of the input is another one than that of the output, squares of runs are moved, so that
/// every line of the input is used while it is in cache.

namespace turnstile::host::TURNSTILE_INSTRUCTION_SET {

/// Copies a run of `count` bytes, which is short.
[[gnu::always_inline]] inline void copy_run(std::byte* target, std::byte const* source, std::int64_t count) {
  if (count > 16) {
    for (std::int64_t done = 0; done < count; done += 16) {
      auto const k = smaller(done, count - 16);
      store<16>(target + k, load<16>(source + k));
    }
  } else if (count == 16) {
    store<16>(target, load<16>(source));
  } else if (count >= 8) {
    __builtin_memcpy(target, source, 8);
    __builtin_memcpy(target + count - 8, source + count - 8, 8);
  } else if (count >= 4) {
    __builtin_memcpy(target, source, 4);
    __builtin_memcpy(target + count - 4, source + count - 4, 4);
  } else {
    for (std::int64_t k = 0; k < count; ++k) target[k] = source[k];
  }
}

/// Moves runs of `RunBytes`, or of as many bytes as the movement says if that is 0.
template <int RunBytes>
class RunKernel {
 public:
  RunKernel(RunMovement const& movement, bool is_streaming)
      : movement_(movement),
        is_streaming_(is_streaming),
        is_collected_(movement.out_stride_i == movement.run_bytes && movement.run_bytes < image_bytes),
        width_(is_collected_ ? smaller(movement.extent_i, larger(1, image_bytes / movement.run_bytes))
                             : smaller(movement.extent_i, larger(1, square_bytes / movement.run_bytes))),
        height_(smaller(movement.extent_j, larger(1, square_bytes / movement.run_bytes))),
        cut_bytes_(smaller(movement.run_bytes, longest_cut)) {}

  void run(Share const& share) {
    auto const cuts     = (movement_.run_bytes + cut_bytes_ - 1) / cut_bytes_;
    auto const pieces_i = (movement_.extent_i + width_ - 1) / width_;
    auto const pieces_j = (movement_.extent_j + height_ - 1) / height_;
    for_each_task(movement_.batch, cuts * pieces_i * pieces_j, share,
                  [&](BatchPosition const& position, std::int64_t piece) {
                    auto const cut = piece % cuts * cut_bytes_;
                    auto const i   = piece / cuts % pieces_i * width_;
                    auto const j   = piece / (cuts * pieces_i) * height_;
                    move_square(movement_.in + position.in() + cut, movement_.out + position.out() + cut, i, j,
                                smaller(cut_bytes_, movement_.run_bytes - cut));
                  });
    if (is_streaming_) finish_streaming();
  }

 private:
  static constexpr std::int64_t image_bytes  = 4096;   ///< of the output, put together before they leave
  static constexpr std::int64_t square_bytes = 512;    ///< of the input that a square reads from one row
  static constexpr std::int64_t longest_cut  = 65536;  ///< of a run, so that threads can share one

  /// The runs from (i, j) on that make up one task, `run_bytes` of each.
  void move_square(std::byte const* in, std::byte* out, std::int64_t i, std::int64_t j, std::int64_t run_bytes) {
    auto const last_j = smaller(movement_.extent_j, j + height_);
    for (; j < last_j; ++j)
      move_row(in + i * movement_.in_stride_i + j * movement_.in_stride_j,
               out + i * movement_.out_stride_i + j * movement_.out_stride_j, smaller(width_, movement_.extent_i - i),
               run_bytes);
  }

  /// `count` runs that follow each other along i, `run_bytes` of each.
  void move_row(std::byte const* source, std::byte* target, std::int64_t count, std::int64_t run_bytes) {
    auto const stride = movement_.in_stride_i;
    if (!is_collected_) {
      for (std::int64_t k = 0; k < count; ++k)
        move_long_run(target + k * movement_.out_stride_i, source + k * stride, run_bytes);
      return;
    }
    bool const is_short   = count * run_bytes < std::int64_t{2} * line_bytes;
    auto* image           = is_short || !is_streaming_ ? target : image_ + offset_in_line(target);
    auto const runs_ahead = larger(1, bytes_ahead / run_bytes);
    for (std::int64_t k = 0; k < count; ++k) {
      for (std::int64_t done = 0; done < run_bytes; done += line_bytes)
        prefetch_near(source, (k + runs_ahead) * stride + done);
      if constexpr (RunBytes > 0)
        __builtin_memcpy(image + k * RunBytes, source + k * stride, RunBytes);
      else
        copy_run(image + k * run_bytes, source + k * stride, run_bytes);
    }
    if (image != target) write_run(target, image, count * run_bytes, is_streaming_);
  }

  void move_long_run(std::byte* target, std::byte const* source, std::int64_t count) const {
    if constexpr (RunBytes > 0)
      __builtin_memcpy(target, source, RunBytes);
    else if (is_streaming_)
      write_run(target, source, count, true);
    else
      copy_bytes(target, source, count);
  }

  static constexpr std::int64_t bytes_ahead = 2048;  ///< of the runs that are prefetched ahead

  RunMovement const& movement_;
  bool const is_streaming_, is_collected_;
  std::int64_t const width_, height_;  ///< runs along i and j of one task
  std::int64_t const cut_bytes_;       ///< of each run of one task
  alignas(line_bytes) std::byte image_[image_bytes + 2 * line_bytes];
};

template <int RunBytes>
void run_runs(RunMovement const& movement, bool is_streaming, Share const& share) {
  RunKernel<RunBytes>(movement, is_streaming).run(share);
}

}  // namespace turnstile::host::TURNSTILE_INSTRUCTION_SET
