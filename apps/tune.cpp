// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/cases.hpp"
#include "bench/run.hpp"
#include "command.hpp"
#include "command_error.hpp"
#include "device.hpp"
#include "output_file.hpp"
#include "pretended_arrays.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/backends.hpp>
#include <turnstile/planner.hpp>
#include <turnstile/tuning.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace turnstile::command {

namespace {

struct TuneOptions {
  std::string device;
  std::string output = "turnstile.tuning";
  bool quick         = false;
  int samples        = perf::MeasureOptions{}.samples;
};

/// What a policy must gain to be worth an entry.
constexpr double least_gain = 1.02;

/// A policy and by which factor it is faster than the library's own choice.
struct Gain {
  TransposePolicy policy;
  double factor;
};

/// The policies that beat the library's own choice in every workload of one class.
struct TunedClass {
  TuningClass problems;
  std::vector<Gain> gains;  ///< each the lowest of all workloads, the largest first
};

/// How much faster `row` is than `own`: 1 where the quartiles of their samples overlap, or one has no figures.
double certain_gain(perf::Row const& row, perf::Row const& own) {
  if (!row.verified() || !own.verified()) return 1;
  bool const is_apart = row.seconds * (1 + row.spread / 2) < own.seconds * (1 - own.spread / 2);
  return is_apart ? own.seconds / row.seconds : 1;
}

void sort_by_gain(std::vector<Gain>& gains) {
  std::ranges::stable_sort(gains, std::ranges::greater{}, &Gain::factor);
}

/// Keeps of `first` what `second` has as well.
void intersect(std::vector<Gain>& first, std::vector<Gain> const& second) {
  std::erase_if(first, [&](Gain& gain) {
    auto const other = std::ranges::find(second, gain.policy, &Gain::policy);
    if (other == second.end()) return true;
    gain.factor = std::min(gain.factor, other->factor);
    return false;
  });
  sort_by_gain(first);
}

template <class Space>
class Tuner {
 public:
  Tuner(Space const& space, int samples) : space_(space) { options_.samples = samples; }

  /// Measures the policies of `group` and prints what was found.
  void measure(perf::Group const& group) {
    auto const problem  = problem_of(group.workload);
    auto const problems = tuning_class(problem);
    if (!problems) return;
    auto const candidates = candidates_of(group, problem);
    auto gains            = gains_of(candidates);
    // The luckiest of many is not the best: those that won are measured once more, among themselves.
    if (!gains.empty()) gains = gains_of(with_policies(candidates, gains));
    print(group.workload, gains);
    add(*problems, std::move(gains));
  }

  /// The best policy of each class in which one won.
  [[nodiscard]] std::vector<TuningEntry> entries() const {
    std::vector<TuningEntry> result;
    for (auto const& tuned : classes_)
      if (!tuned.gains.empty()) result.push_back({tuned.problems, tuned.gains.front().policy});
    return result;
  }

 private:
  static Problem problem_of(perf::Workload const& workload) {
    PretendedArrays const arrays(workload.bytes());
    return checked_problem(describe(arrays.in, arrays.out, static_cast<std::size_t>(workload.element_bytes),
                                    workload.extents, workload.in_strides(), workload.out_strides(), workload.axes));
  }

  /// The library's own choice, then every policy on the path that it takes when it is named.
  perf::Group candidates_of(perf::Group const& group, Problem const& problem) const {
    perf::Group candidates{group.workload, {{perf::Path::automatic, {}}}};
    std::ranges::copy_if(group.variants, std::back_inserter(candidates.variants), [&](perf::Variant const& variant) {
      if (!variant.policy || perf::name_of(variant.path).find("tile") != std::string_view::npos) return false;
      auto const choice = chosen(problem, *variant.policy);
      return choice && choice->is_generic == (variant.path == perf::Path::kokkos);
    });
    return candidates;
  }

  std::optional<Choice> chosen(Problem const& problem, TransposePolicy const& policy) const {
    try {
      return choose(space_, problem, &policy);
    } catch (Error const&) {  // it cannot run here
      return {};
    }
  }

  static perf::Group with_policies(perf::Group group, std::vector<Gain> const& gains) {
    std::erase_if(group.variants, [&](perf::Variant const& variant) {
      return variant.policy && std::ranges::find(gains, *variant.policy, &Gain::policy) == gains.end();
    });
    return group;
  }

  /// The policies of `group` that beat its first variant, the best first.
  std::vector<Gain> gains_of(perf::Group const& group) const {
    auto const rows = perf::run_group(space_, group, options_);
    if (!rows.front().verified()) throw CommandError(rows.front().name + ": " + rows.front().failure);
    std::vector<Gain> gains;
    for (std::size_t k = 1; k < rows.size(); ++k)
      if (auto const factor = certain_gain(rows[k], rows.front()); factor >= least_gain)
        gains.push_back({*group.variants[k].policy, factor});
    sort_by_gain(gains);
    return gains;
  }

  void print(perf::Workload const& workload, std::vector<Gain> const& gains) const {
    std::cout << std::setw(3) << workload.element_bytes << "B  " << std::left << std::setw(28) << workload.shape()
              << std::right;
    if (gains.empty())
      std::cout << "the library's choice";
    else
      std::cout << gains.front().policy << ", " << std::fixed << std::setprecision(3) << gains.front().factor
                << " times as fast";
    std::cout << std::endl;
  }

  void add(TuningClass const& problems, std::vector<Gain> gains) {
    auto const known = std::ranges::find(classes_, problems, &TunedClass::problems);
    if (known == classes_.end())
      classes_.push_back({problems, std::move(gains)});
    else
      intersect(known->gains, gains);
  }

  Space const& space_;
  perf::MeasureOptions options_;
  std::vector<TunedClass> classes_;
};

/// `workload` with every policy of the generic path.
template <class Space>
perf::Group group_of(perf::Workload workload) {
  perf::Group group{std::move(workload), {}};
  for (auto const& policy : GenericBackend<Space>::policies(group.workload.element_bytes))
    group.variants.push_back({perf::Path::kokkos, policy});
  return group;
}

/// Shapes that cover the classes: squares, thin matrices, batches and permutes, whose rows are vectors or not.
template <class Space>
perf::Suite tuning_suite() {
  std::int64_t const side = is_host_space<Space> ? 2048 : 8192, many = side * side / 16;
  perf::Suite suite;
  for (int const bytes : {1, 2, 4, 8, 16}) {
    for (auto const& extents : std::vector<std::vector<std::int64_t>>{{side, side},
                                                                      {side + 209, side - 107},
                                                                      {1024, 1024},
                                                                      {256, 256},
                                                                      {many, 16},
                                                                      {16, many},
                                                                      {many / 2 + 3, 33},
                                                                      {33, many / 2 + 3},
                                                                      {many / 64, 32, 32},
                                                                      {many / 256, 64, 64}})
      suite.push_back(group_of<Space>(perf::transpose_of(extents, bytes)));
    suite.push_back(group_of<Space>(perf::permute_of({side / 16, 192, 320}, {2, 0, 1}, bytes)));
    suite.push_back(group_of<Space>(perf::permute_of({side / 32, 48, 96, 80}, {3, 2, 1, 0}, bytes)));
  }
  return suite;
}

template <class Space>
void tune(TuneOptions const& options) {
  OutputFile file(options.output);
  Space const space;
  auto suite = tuning_suite<Space>();
  if (options.quick)
    std::erase_if(suite, [](perf::Group const& group) {
      return group.workload.element_bytes != 4 && group.workload.element_bytes != 8;
    });
  Tuner<Space> tuner(space, options.samples);
  for (auto const& group : suite) tuner.measure(group);
  auto const entries = tuner.entries();
  TuningTarget const target{Space::name(), Backend<Space>::architecture(space).device};
  file.write(tuning_text(target, entries));
  file.commit();
  std::cout << options.output << ": " << entries.size() << " entries for " << target.space << " on " << target.device
            << "; used where TURNSTILE_TUNING=" << options.output << '\n';
}

void run_tune(TuneOptions const& options) {
  std::string const device = checked_device_name(options.device);
  ::unsetenv("TURNSTILE_TUNING");  // NOLINT(concurrency-mt-unsafe): what is to be beaten is the library's own choice
  KokkosSession const kokkos;
  with_device(device, [&]<class Space>(std::type_identity<Space>) { tune<Space>(options); });
}

}  // namespace

void add_tune(CLI::App& app) {
  auto const options   = std::make_shared<TuneOptions>();
  CLI::App* const tune = app.add_subcommand("tune", "Measure every policy and write down which are faster");
  tune->add_option("--device", options->device, "where to run: " + device_names());
  tune->add_option("--output", options->output, "the file to write")->capture_default_str();
  tune->add_flag("--quick", options->quick, "words of 4 and 8 bytes only");
  tune->add_option("--samples", options->samples, "samples of each policy")
      ->capture_default_str()
      ->check(CLI::Range(3, 1000));
  tune->callback([options] { run_tune(*options); });
}

}  // namespace turnstile::command
