// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace turnstile::perf {

namespace {

/// Value below which `share` of the sorted samples lie, interpolated between neighbours.
double quantile(std::vector<double> const& sorted, double share) {
  auto const position = share * static_cast<double>(sorted.size() - 1);
  auto const below    = static_cast<std::size_t>(position);
  auto const above    = std::min(below + 1, sorted.size() - 1);
  auto const weight   = position - static_cast<double>(below);
  return sorted[below] * (1 - weight) + sorted[above] * weight;
}

}  // namespace

double Statistics::noise() const {
  return 1.57 * spread() / std::sqrt(samples);
}

Statistics statistics_of(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return {quantile(samples, 0.5), quantile(samples, 0.25), quantile(samples, 0.75), static_cast<int>(samples.size())};
}

}  // namespace turnstile::perf
