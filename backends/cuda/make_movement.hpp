// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "movement.hpp"

#include <turnstile/policy.hpp>
#include <turnstile/problem.hpp>

#include <optional>

/// \file
/// From a problem to what a kernel walks. Pure functions. Each returns nothing where a position would not fit into 31
/// bits, or a problem has more dimensions than the kernel takes.

namespace turnstile {
namespace [[gnu::visibility("hidden")]] cuda {

Divisor make_divisor(std::uint32_t divisor) noexcept;

/// Bytes of the input, gaps included.
Span span_of(Problem const& problem) noexcept;

/// How a block's tile is cut: words along both sides, and the words that the last tile of rows lies behind their end.
struct TileCut {
  std::int64_t rows, columns, extra_rows = 0;
  BlockOrder order = BlockOrder::along_output;
  bool has_margins = false;  ///< tiles begin where vectors do, and where lines do if that costs few more tiles
};

/// The largest power of two, at most 256, that divides in bytes every stride of the input along which it is not
/// contiguous.
std::int64_t input_granule(Problem const& problem) noexcept;
/// The same for the output.
std::int64_t output_granule(Problem const& problem) noexcept;

/// How fused_tile cuts under `policy`: as it says, up to the largest tile of words.
TileCut fused_cut(TransposePolicy const& policy, int word_bytes) noexcept;

/// How few_rows and few_columns cut matrices that suit them: whole rows, and whole columns.
TileCut few_rows_cut(Problem const& problem) noexcept;
TileCut few_columns_cut(Problem const& problem) noexcept;

/// One dimension a side, the others are the batch.
std::optional<MatrixMovement> matrix_movement(Problem const& problem, TileCut const& cut) noexcept;

/// Dimensions fused so that tiles are full.
std::optional<FusedMovement> fused_movement(Problem const& problem, TileCut const& cut) noexcept;

/// A dense batch of dense matrices, or nothing.
std::optional<BatchMovement> batch_movement(Problem const& problem) noexcept;

/// How small_matrices walks a batch.
struct SmallWalk {
  Divisor matrix_words, rows;
  int block_matrices;  ///< whole vectors together
  int lead_matrices;   ///< those in front that the first vector of a misaligned output may start in
  int threads;
  bool is_periodic;  ///< the pattern of a block's vectors repeats after `threads`
  int shared_bytes;
};

/// Nothing where whole matrices that are whole vectors together do not fit into a block.
std::optional<SmallWalk> small_walk(BatchMovement const& batch, int word_bytes) noexcept;

/// A problem whose both sides are contiguous along the same dimension.
std::optional<RunMovement> run_movement(Problem const& problem) noexcept;

/// Any problem.
StridedMovement strided_movement(Problem const& problem) noexcept;

}  // namespace cuda
}  // namespace turnstile
