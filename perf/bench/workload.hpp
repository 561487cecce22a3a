// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace turnstile::perf {

/// What is moved, not how: a permute of one array without gaps, row-major on both sides.
struct Workload {
  std::vector<std::int64_t> extents;  ///< of the input
  std::vector<int> axes;              ///< axis k of the output is axis axes[k] of the input
  int element_bytes = 4;              ///< 1, 2, 4, 8 or 16

  [[nodiscard]] int rank() const { return static_cast<int>(extents.size()); }
  [[nodiscard]] std::int64_t elements() const;

  /// Bytes of the input, and of the output.
  [[nodiscard]] std::int64_t bytes() const { return elements() * element_bytes; }

  /// Whether the last two axes are exchanged and all others stay.
  [[nodiscard]] bool is_transpose() const;

  /// Extents of a transpose as a batch of matrices.
  [[nodiscard]] std::int64_t rows() const { return extents[extents.size() - 2]; }
  [[nodiscard]] std::int64_t cols() const { return extents.back(); }
  [[nodiscard]] std::int64_t batch() const { return elements() / (rows() * cols()); }

  /// Strides in elements, by axis of the input.
  [[nodiscard]] std::vector<std::int64_t> in_strides() const;

  /// Strides in elements, by axis of the output.
  [[nodiscard]] std::vector<std::int64_t> out_strides() const;

  [[nodiscard]] std::string operation() const;  ///< "transpose", "batch" (of transposes) or "permute"
  [[nodiscard]] std::string shape() const;      ///< such as "8192x8192", and "64x96x128/2-0-1" for a permute
};

/// The last two axes exchanged.
Workload transpose_of(std::vector<std::int64_t> extents, int element_bytes);

/// Any other order of axes.
Workload permute_of(std::vector<std::int64_t> extents, std::vector<int> axes, int element_bytes);

}  // namespace turnstile::perf
