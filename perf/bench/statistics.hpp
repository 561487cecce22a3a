// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

namespace turnstile::perf {

/// Middle and width of a set of samples.
struct Statistics {
  double median = 0;
  double spread = 0;  ///< distance between the quartiles, as a share of the median
  int samples   = 0;
};

/// Statistics of at least one sample.
Statistics statistics_of(std::vector<double> samples);

}  // namespace turnstile::perf
