// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "contenders.hpp"
#include "run.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// \file
/// Body of run_group(), instantiated once per enabled space.

namespace turnstile::perf {

/// Name of the space in tables; a host's says CPU, so that nobody takes it for a GPU's.
template <class Space>
std::string device_label() {
  return std::string(Space::name()) + (is_host_space<Space> ? " (CPU)" : "");
}

template <class Space>
class GroupRun {
 public:
  GroupRun(Space const& space, Group const& group)
      : space_(space), group_(group), arrays_(space, group.workload), contenders_(copies_of<Space>(group.workload)) {
    copies_ = contenders_.size();
    for (auto const& variant : group.variants) add(variant);
  }

  std::vector<Row> rows(MeasureOptions const& options) {
    auto const measurements = measure(space_, group_.workload, arrays_, contenders_, options, group_.mode);
    auto const best_copy    = fastest(measurements, copies_);
    for (auto& [row, contender] : rows_) fill(row, measurements, contender == is_best_copy ? best_copy : contender);
    auto const copy_seconds = measurements[best_copy].seconds.median;
    auto const tile         = padded_tile_seconds();
    std::vector<Row> finished;
    for (auto& [row, contender] : rows_) {
      if (row.verified()) row.ratio_to_copy = copy_seconds / row.seconds.median;
      if (row.verified() && tile > 0) row.ratio_to_tile = tile / row.seconds.median;
      finished.push_back(row);
    }
    return finished;
  }

 private:
  static constexpr std::size_t is_best_copy = static_cast<std::size_t>(-1);

  void add(Variant const& variant) {
    auto const& workload = group_.workload;
    Row row;
    row.name          = group_.name(variant);
    row.mode          = name_of(group_.mode);
    row.device        = device_label<Space>();
    row.operation     = workload.operation();
    row.path          = name_of(variant.path);
    row.policy        = policy_text(variant);
    row.bank_passes   = predicted_passes<Space>(workload, variant);
    row.word_bytes    = workload.element_bytes;
    row.shape         = workload.shape();
    row.fits_in_cache = 2 * static_cast<std::size_t>(workload.bytes()) < cache_bytes(space_);
    if (variant.path == Path::copy) {
      rows_.emplace_back(row, is_best_copy);
      return;
    }
    try {
      contenders_.push_back(contender_of(space_, workload, variant, arrays_));
    } catch (std::exception const& error) {
      contenders_.push_back({"none", [text = std::string(error.what())](Space const&, void const*, void*) {
                               throw std::runtime_error(text);
                             }});
    }
    rows_.emplace_back(row, contenders_.size() - 1);
  }

  /// Index of the fastest of the first `count` measurements.
  static std::size_t fastest(std::vector<Measurement> const& measurements, std::size_t count) {
    auto const seconds = [](Measurement const& one) {
      return one.verified() ? one.seconds.median : std::numeric_limits<double>::infinity();
    };
    auto const first = measurements.begin();
    return static_cast<std::size_t>(
        std::min_element(first, first + static_cast<std::ptrdiff_t>(count),
                         [&](auto const& a, auto const& b) { return seconds(a) < seconds(b); }) -
        first);
  }

  void fill(Row& row, std::vector<Measurement> const& measurements, std::size_t contender) const {
    auto const& measurement = measurements[contender];
    row.kernel              = contenders_[contender].kernel;
    row.failure             = measurement.failure;
    if (!row.verified()) return;
    row.seconds  = measurement.seconds;
    row.gb_per_s = 2 * static_cast<double>(group_.workload.bytes()) / row.seconds.median * 1e-9;
  }

  /// Time of the textbook [32][33] tile, or 0 where the group has none.
  double padded_tile_seconds() const {
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      if (group_.variants[k].path == Path::tile_pad) return rows_[k].first.seconds.median;
    }
    return 0;
  }

  Space const& space_;
  Group const& group_;
  Arrays<Space> arrays_;
  std::vector<Contender<Space>> contenders_;  // the copies first
  std::size_t copies_ = 0;
  std::vector<std::pair<Row, std::size_t>> rows_;  // in the order of the variants, with the contender's index
};

template <class Space>
std::vector<Row> run_group(Space const& space, Group const& group, MeasureOptions const& options) {
  return GroupRun<Space>(space, group).rows(options);
}

}  // namespace turnstile::perf
