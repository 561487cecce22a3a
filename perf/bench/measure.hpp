// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "arrays.hpp"
#include "cache.hpp"
#include "pattern.hpp"
#include "statistics.hpp"
#include "suites.hpp"
#include "timer.hpp"
#include "workload.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <list>
#include <string>
#include <vector>

/// \file
/// The timing loop of the perf suite.

namespace turnstile::perf {

/// One way to move the arrays.
template <class Space>
struct Contender {
  std::string kernel;                                          ///< what runs, for the reader
  std::function<void(Space const&, void const*, void*)> move;  ///< starts moving `in` to `out`
  bool is_copy = false;                                        ///< copies the bytes instead of permuting them
};

struct MeasureOptions {
  int samples         = 11;     ///< least number
  double noise        = 0.005;  ///< no more samples once every median is as certain as this, see Statistics::noise()
  int most_samples    = 101;
  double most_seconds = 2;  ///< no more samples above the least number after this time
  int warm_up         = 2;  ///< rounds before the first sample
};

/// What one contender did.
struct Measurement {
  Statistics seconds;
  std::string failure;  ///< why there is no time, or empty

  [[nodiscard]] bool verified() const { return failure.empty(); }
};

namespace detail_measure {

/// Checks and times one contender, sample by sample. A contender that fails is not run again.
template <class Space>
class Trial {
 public:
  Trial(Space const& space, Workload const& workload, Arrays<Space> const& arrays, Contender<Space> const& contender,
        Mode mode)
      : space_(space),
        arrays_(arrays),
        contender_(contender),
        source_(contender.is_copy ? SourceIndex::copied(workload.elements()) : SourceIndex::permuted(workload)),
        mode_(mode) {}

  void warm_up() {
    guarded([&] {
      contender_.move(space_, arrays_.in(), arrays_.out());
      if (mode_ == Mode::cold) return;
      constexpr double seconds_per_sample = 200e-6;
      timer_.start(space_);
      contender_.move(space_, arrays_.in(), arrays_.out());
      calls_ = std::max(1, static_cast<int>(seconds_per_sample / std::max(timer_.stop(space_), 1e-9)));
    });
  }

  void sample(CacheFlush<Space> const& flush) {
    guarded([&] { samples_.push_back(time(flush)); });
  }

  /// A call on a poisoned output, checked bit for bit.
  void verify() {
    guarded([&] {
      arrays_.poison(space_, source_);
      contender_.move(space_, arrays_.in(), arrays_.out());
      check("before the timed loop");
    });
  }

  /// A sample on a poisoned output, checked bit for bit: a contender that goes wrong while it is timed is found.
  void sample_and_verify(CacheFlush<Space> const& flush) {
    guarded([&] {
      arrays_.poison(space_, source_);
      samples_.push_back(time(flush));
      check("in the last timed call");
    });
  }

  /// Whether more samples would make the median more certain than `noise`.
  [[nodiscard]] bool is_noisier_than(double noise) const {
    return failure_.empty() && !samples_.empty() && statistics_of(samples_).noise() > noise;
  }

  [[nodiscard]] Measurement result() const {
    if (!failure_.empty()) return {{}, failure_};
    return {statistics_of(samples_), ""};
  }

 private:
  template <class Action>
  void guarded(Action const& action) {
    if (!failure_.empty()) return;
    try {
      action();
    } catch (std::exception const& error) {
      failure_ = error.what();
    }
  }

  double time(CacheFlush<Space> const& flush) {
    if (mode_ == Mode::batch)
      contender_.move(space_, arrays_.in(), arrays_.out());
    else
      flush(space_);
    timer_.start(space_);
    for (int call = 0; call < calls_; ++call) contender_.move(space_, arrays_.in(), arrays_.out());
    return timer_.stop(space_) / calls_;
  }

  void check(char const* when) {
    if (auto const wrong = arrays_.count_wrong(space_, source_); wrong > 0)
      failure_ = "verification failed " + std::string(when) + ": " + std::to_string(wrong) + " wrong elements";
  }

  Space const& space_;
  Arrays<Space> const& arrays_;
  Contender<Space> const& contender_;
  SourceIndex source_;
  Mode mode_;
  int calls_ = 1;  ///< of a sample
  Timer<Space> timer_;
  std::vector<double> samples_;
  std::string failure_;
};

}  // namespace detail_measure

/// Measures all contenders on the same arrays, in turn within each round so that a drifting machine hits all alike.
/// Rounds end when the medians are certain enough, or with the options' limits. Each contender is verified on a
/// poisoned output before the timed rounds and in the last one.
template <class Space>
std::vector<Measurement> measure(Space const& space, Workload const& workload, Arrays<Space> const& arrays,
                                 std::vector<Contender<Space>> const& contenders, MeasureOptions const& options = {},
                                 Mode mode = Mode::cold) {
  CacheFlush<Space> const flush(space);
  std::list<detail_measure::Trial<Space>> trials;
  for (auto const& contender : contenders) trials.emplace_back(space, workload, arrays, contender, mode);

  for (auto& trial : trials) trial.verify();
  for (int round = 0; round < options.warm_up; ++round)
    for (auto& trial : trials) trial.warm_up();
  auto const start      = std::chrono::steady_clock::now();
  auto const wants_more = [&](int rounds) {
    if (rounds < options.samples) return true;
    std::chrono::duration<double> const elapsed = std::chrono::steady_clock::now() - start;
    return rounds < options.most_samples && elapsed.count() < options.most_seconds &&
           std::ranges::any_of(trials, [&](auto const& trial) { return trial.is_noisier_than(options.noise); });
  };
  for (int rounds = 1; wants_more(rounds); ++rounds)
    for (auto& trial : trials) trial.sample(flush);
  for (auto& trial : trials) trial.sample_and_verify(flush);

  std::vector<Measurement> results;
  for (auto const& trial : trials) results.push_back(trial.result());
  return results;
}

}  // namespace turnstile::perf
