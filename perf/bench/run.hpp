// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "measure.hpp"
#include "statistics.hpp"
#include "suites.hpp"

#include <optional>
#include <string>
#include <vector>

namespace turnstile::perf {

/// One measured case.
struct Row {
  std::string name;    ///< see case_name()
  std::string device;  ///< execution space that ran it, such as "Cuda" or "OpenMP (CPU)"
  std::string operation;
  std::string path;
  std::string policy;
  std::string kernel;
  int word_bytes = 0;
  std::string shape;
  std::string mode = "cold";  ///< or "batch", see Mode
  Statistics seconds;
  double gb_per_s      = 0;             ///< bytes read plus bytes written, in 10^9 a second of the median
  double ratio_to_copy = 0;             ///< time of the best plain copy of the same bytes / time of this case
  std::optional<double> ratio_to_tile;  ///< time of the textbook [32][33] tile / time of this case, where measured
  std::optional<int> bank_passes;       ///< see predicted_passes()
  bool fits_in_cache = false;  ///< input and output are smaller than the last-level cache (which is flushed anyway)
  std::string failure;         ///< why there is no time, or empty

  [[nodiscard]] bool verified() const { return failure.empty(); }
};

/// Measures the variants of `group` and the plain copies in turn, on the same arrays of `space`. Never throws for a
/// variant that fails: its row says so.
template <class Space>
std::vector<Row> run_group(Space const& space, Group const& group, MeasureOptions const& options = {});

}  // namespace turnstile::perf
