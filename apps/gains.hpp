// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bench/run.hpp"

#include <turnstile/policy.hpp>
#include <turnstile/tuning.hpp>

#include <span>
#include <vector>

/// \file
/// Which policies are so much faster than the library's own choice that a tuning should name them.

namespace turnstile::command {

/// A policy, and by which factor it is faster than the library's own choice.
struct Gain {
  TransposePolicy policy;
  double factor;

  friend bool operator==(Gain const&, Gain const&) = default;
};

/// The policies in `group` that beat its first variant by 2 % and more, with quartiles apart. `rows` are those of
/// perf::run_group().
std::vector<Gain> gains_of(perf::Group const& group, std::span<perf::Row const> rows);

/// What is in both, with the lower factor.
std::vector<Gain> common(std::span<Gain const> first, std::span<Gain const> second);

/// The largest of at least one.
Gain best_of(std::span<Gain const> gains);

/// What was found so far, by class of problems.
class TunedClasses {
 public:
  /// Adds what was gained on one problem of the class. A policy counts that wins on all of them.
  void add(TuningClass const& problems, std::span<Gain const> gains);

  /// The best policy of each class that has one.
  [[nodiscard]] std::vector<TuningEntry> entries() const;

 private:
  struct Tuned {
    TuningClass problems;
    std::vector<Gain> gains;
  };
  std::vector<Tuned> classes_;
};

}  // namespace turnstile::command
