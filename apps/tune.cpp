// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array_text.hpp"
#include "bench/choices.hpp"
#include "bench/run.hpp"
#include "bench/suite_of.hpp"
#include "command.hpp"
#include "command_error.hpp"
#include "device.hpp"
#include "gains.hpp"
#include "output_file.hpp"
#include "permutation.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/backends.hpp>
#include <turnstile/error.hpp>
#include <turnstile/planner.hpp>
#include <turnstile/tuning.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
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
  std::vector<std::string> shapes;
  bool quick = false;
  perf::MeasureOptions measure;
};

void print(perf::Workload const& workload, std::vector<Gain> const& gains) {
  std::cout << std::setw(3) << workload.element_bytes << "B  " << std::left << std::setw(24) << workload.shape()
            << std::right;
  if (gains.empty()) {
    std::cout << "the library's own choice" << std::endl;
    return;
  }
  auto const [policy, factor] = best_of(gains);
  std::cout << policy << ", " << std::fixed << std::setprecision(3) << factor << " times as fast" << std::endl;
}

/// Finds out which policies are faster on `space` than the library's own choice.
template <class Space>
class Tuner {
 public:
  Tuner(Space const& space, perf::MeasureOptions const& options) : space_(space), options_(options) {}

  /// Measures every policy on `workload` and prints what was found.
  void measure(perf::Workload const& workload) {
    auto const problem  = perf::pretended_problem(workload);
    auto const problems = tuning_class(problem);
    if (!problems) {
      std::cout << workload.shape() << ": no tile" << std::endl;
      return;
    }
    auto group = candidates_of(workload, problem);
    auto gains = measured(group);
    // The luckiest of many is not the best: those that won are measured once more, among themselves.
    if (!gains.empty()) {
      std::erase_if(group.variants, [&](perf::Variant const& variant) {
        return variant.policy && std::ranges::find(gains, *variant.policy, &Gain::policy) == gains.end();
      });
      gains = common(gains, measured(group));
    }
    print(workload, gains);
    classes_.add(*problems, gains);
  }

  [[nodiscard]] std::vector<TuningEntry> entries() const { return classes_.entries(); }

 private:
  /// The library's own choice, then every policy that can run, on the path that it takes when it is named.
  perf::Group candidates_of(perf::Workload const& workload, Problem const& problem) const {
    perf::Group group{workload, {{perf::Path::automatic, {}}}};
    auto const native = perf::target_of<Space>().native;
    for (auto const& policy : compiled_policies<Space>(problem.word_bytes)) {
      auto const choice = choice_of(problem, policy);
      if (choice && choice->is_generic) group.variants.push_back({perf::Path::kokkos, policy});
      if (choice && !choice->is_generic) group.variants.push_back({native.value().path, policy});
    }
    return group;
  }

  std::optional<Choice> choice_of(Problem const& problem, TransposePolicy const& policy) const {
    try {
      return choose(space_, problem, &policy);
    } catch (ScratchTooLarge const&) {
      return {};
    }
  }

  std::vector<Gain> measured(perf::Group const& group) const {
    auto const rows = perf::run_group(space_, group, options_);
    if (!rows.front().verified()) throw CommandError(rows.front().name + ": " + rows.front().failure);
    return gains_of(group, rows);
  }

  Space const& space_;
  perf::MeasureOptions options_;
  TunedClasses classes_;
};

/// Transposes of the shapes that were asked for, in every word size.
std::vector<perf::Workload> workloads_of(std::vector<std::string> const& shapes) {
  std::vector<perf::Workload> workloads;
  for (auto const& text : shapes) {
    auto const extents = parse_integers(text, 'x', "--shape");
    if (extents.size() < 2 || std::ranges::any_of(extents, [](auto extent) { return extent < 1; }))
      throw CommandError("--shape " + text + " is no shape of a transpose: two extents or more, none below 1");
    for (int const bytes : {1, 2, 4, 8, 16}) {
      workloads.push_back(perf::transpose_of(extents, bytes));
      make_permutation(extents, bytes, MemoryOrder::c, MemoryOrder::c,
                       workloads.back().axes);  // refuses the impossible
    }
  }
  return workloads;
}

/// A shape of each class that the perf suite sweeps.
template <class Space>
std::vector<perf::Workload> swept_workloads(Space const& space) {
  std::vector<perf::Workload> workloads;
  for (auto const& group : perf::suite_of(space, "sweep")) workloads.push_back(group.workload);
  return workloads;
}

template <class Space>
void tune(TuneOptions const& options) {
  Space const space;
  TuningTarget const target{Space::name(), Backend<Space>::architecture(space).device};
  if (target.device.empty()) throw CommandError("nothing tells what device " + option_name<Space>() + " runs on");
  auto workloads = options.shapes.empty() ? swept_workloads(space) : workloads_of(options.shapes);
  if (options.quick)
    std::erase_if(workloads, [](auto const& one) { return one.element_bytes != 4 && one.element_bytes != 8; });
  OutputFile file(options.output);
  Tuner<Space> tuner(space, options.measure);
  for (std::size_t k = 0; k < workloads.size(); ++k) {
    std::cout << std::setw(3) << k + 1 << '/' << workloads.size() << "  " << std::flush;
    tuner.measure(workloads[k]);
  }
  auto const entries = tuner.entries();
  file.write(tuning_text(target, entries));
  file.commit();
  std::cout << options.output << ": " << entries.size() << (entries.size() == 1 ? " entry" : " entries") << " for "
            << target.space << " on " << target.device << '\n';
}

void run_tune(TuneOptions options) {
  std::string const device = checked_device_name(options.device);
  if (options.quick) options.measure.most_samples = options.measure.samples;
  ::unsetenv("TURNSTILE_TUNING");  // NOLINT(concurrency-mt-unsafe): what is to be beaten is the library's own choice
  KokkosSession const kokkos;
  with_space(device, [&]<class Space>(std::type_identity<Space>) { tune<Space>(options); });
}

}  // namespace

void add_tune(CLI::App& app) {
  auto const options   = std::make_shared<TuneOptions>();
  CLI::App* const tune = app.add_subcommand("tune", "Measure every policy and write down those that are faster");
  tune->add_option("--device", options->device, "where to run: " + device_names());
  tune->add_option("--output", options->output, "the file to write")->capture_default_str();
  tune->add_option("--shape", options->shapes, "transpose this, such as 5000x300, instead of a list; can be repeated")
      ->allow_extra_args(false);
  tune->add_flag("--quick", options->quick, "elements of 4 and 8 bytes only, and no more samples than --samples");
  tune->add_option("--samples", options->measure.samples, "least number of samples of each policy")
      ->capture_default_str()
      ->check(CLI::Range(3, 1000));
  tune->callback([options] { run_tune(*options); });
}

}  // namespace turnstile::command
