// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../movement.hpp"
#include "vector.hpp"

/// \file
/// Walking the indices of a movement.

namespace turnstile::host::TURNSTILE_INSTRUCTION_SET {

/// First of the `total` tasks that share `number` of `count` does; the next share's first is one past its last.
inline std::int64_t first_task(std::int64_t total, int number, int count) {
  return total / count * number + smaller(total % count, number);
}

/// Byte offsets of the `count` values of `index` from `first` on.
inline void list_offsets(FusedIndex const& index, std::int64_t first, std::int64_t count, std::int64_t* offsets) {
  if (index.rank == 1) {
    for (std::int64_t k = 0; k < count; ++k) offsets[k] = (first + k) * index.strides[0];
    return;
  }
  std::int64_t digits[Problem::capacity];
  std::int64_t offset = 0;
  for (int d = index.rank - 1; d >= 0; --d) {
    digits[d] = first % index.extents[d];
    first /= index.extents[d];
    offset += digits[d] * index.strides[d];
  }
  for (std::int64_t k = 0; k < count; ++k) {
    offsets[k] = offset;
    for (int d = index.rank - 1; d >= 0; --d) {
      offset += index.strides[d];
      if (++digits[d] < index.extents[d]) break;
      offset -= digits[d] * index.strides[d];
      digits[d] = 0;
    }
  }
}

/// One matrix of a batch: its number and where it starts.
class BatchPosition {
 public:
  BatchPosition(BatchIndex const& index, std::int64_t number) : index_(index) {
    for (int d = index.rank - 1; d >= 0; --d) {
      digits_[d] = number % index.extents[d];
      number /= index.extents[d];
      in_ += digits_[d] * index.in_strides[d];
      out_ += digits_[d] * index.out_strides[d];
    }
  }

  /// Goes on to the next matrix, and from the last one to the first.
  void advance() {
    for (int d = index_.rank - 1; d >= 0; --d) {
      in_ += index_.in_strides[d];
      out_ += index_.out_strides[d];
      if (++digits_[d] < index_.extents[d]) return;
      in_ -= digits_[d] * index_.in_strides[d];
      out_ -= digits_[d] * index_.out_strides[d];
      digits_[d] = 0;
    }
  }

  [[nodiscard]] std::int64_t in() const { return in_; }    ///< bytes
  [[nodiscard]] std::int64_t out() const { return out_; }  ///< bytes

 private:
  BatchIndex const& index_;
  std::int64_t digits_[Problem::capacity];
  std::int64_t in_ = 0, out_ = 0;
};

/// Calls `work(position, k)` for each of the share's tasks, of which each matrix of the batch has `per_matrix`,
/// numbered k from 0.
template <class Work>
[[gnu::always_inline]] inline void for_each_task(BatchIndex const& batch, std::int64_t per_matrix, Share const& share,
                                                 Work const& work) {
  auto const tasks = batch.count * per_matrix;
  auto const first = first_task(tasks, share.number, share.count);
  auto const last  = first_task(tasks, share.number + 1, share.count);
  BatchPosition position(batch, first / per_matrix);
  for (auto task = first; task < last; ++task) {
    work(position, task % per_matrix);
    if ((task + 1) % per_matrix == 0) position.advance();
  }
}

}  // namespace turnstile::host::TURNSTILE_INSTRUCTION_SET
