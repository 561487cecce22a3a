// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "gains.hpp"

#include <algorithm>
#include <cstddef>

namespace turnstile::command {

std::vector<Gain> gains_of(perf::Group const& group, std::span<perf::Row const> rows) {
  constexpr double least_factor = 1.02;
  auto const& own               = rows.front().seconds;
  std::vector<Gain> gains;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    auto const& seconds = rows[k].seconds;
    if (!rows[k].verified() || seconds.third_quartile >= own.first_quartile) continue;
    double const factor = own.median / seconds.median;
    if (factor >= least_factor) gains.push_back({*group.variants[k].policy, factor});
  }
  return gains;
}

std::vector<Gain> common(std::span<Gain const> first, std::span<Gain const> second) {
  std::vector<Gain> both;
  for (auto const& [policy, factor] : first) {
    auto const other = std::ranges::find(second, policy, &Gain::policy);
    if (other != second.end()) both.push_back({policy, std::min(factor, other->factor)});
  }
  return both;
}

Gain best_of(std::span<Gain const> gains) {
  return *std::ranges::max_element(gains, {}, &Gain::factor);
}

void TunedClasses::add(TuningClass const& problems, std::span<Gain const> gains) {
  auto const known = std::ranges::find(classes_, problems, &Tuned::problems);
  if (known == classes_.end())
    classes_.push_back({problems, {gains.begin(), gains.end()}});
  else
    known->gains = common(known->gains, gains);
}

std::vector<TuningEntry> TunedClasses::entries() const {
  std::vector<TuningEntry> result;
  for (auto const& [problems, gains] : classes_)
    if (!gains.empty()) result.push_back({problems, best_of(gains).policy});
  return result;
}

}  // namespace turnstile::command
