// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

namespace turnstile::perf {

/// Middle and width of a set of samples.
struct Statistics {
  double median = 0, first_quartile = 0, third_quartile = 0;
  int samples = 0;

  /// Distance between the quartiles, as a share of the median.
  [[nodiscard]] double spread() const { return (third_quartile - first_quartile) / median; }

  /// How far the median may lie from the true one, as a share of it: half the notch of a box plot, 1.57 times the
  /// distance between the quartiles over the root of the number of samples (McGill, Tukey and Larsen, 1978).
  [[nodiscard]] double noise() const;
};

/// Statistics of at least one sample.
Statistics statistics_of(std::vector<double> samples);

}  // namespace turnstile::perf
