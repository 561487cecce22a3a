// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"
#include "overhead.hpp"
#include "report.hpp"
#include "row_file.hpp"
#include "run.hpp"
#include "suite_of.hpp"
#include "with_space.hpp"

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

/// \file
/// The benchmark binary. By default a program of Google Benchmark, whose options it takes; with --output it writes a
/// file instead, case by case as each group of them finishes.

namespace turnstile::perf {

namespace {

constexpr int failure = 1;
constexpr int misuse  = 2;

struct Options {
  std::string suite  = "quick";
  std::string device = option_name<Kokkos::DefaultExecutionSpace>();
  std::string output, skip, mode;
  bool list = false;
  MeasureOptions measure;
  std::vector<std::string> of_google_benchmark;
};

std::string joined(std::vector<std::string> const& names) {
  std::string text;
  for (auto const& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void add_options(CLI::App& app, Options& options) {
  app.allow_extras();
  app.footer("All other options are Google Benchmark's, which runs the cases unless --output is given.");
  app.add_option("--suite", options.suite, joined(suite_names()) + " or overhead")->capture_default_str();
  app.add_option("--device", options.device, "execution space, such as cuda, openmp or serial")->capture_default_str();
  app.add_option("--samples", options.measure.samples, "least number of samples of a case")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--noise", options.measure.noise, "no more samples once every median is as certain as this share")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--most-samples", options.measure.most_samples, "greatest number of samples of a case")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--most-seconds", options.measure.most_seconds, "time after which no samples beyond --samples begin")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--mode", options.mode, "cold: each call after a flush of the cache; batch: calls one after the other")
      ->check(CLI::IsMember(std::vector{std::string(name_of(Mode::cold)), std::string(name_of(Mode::batch))}))
      ->default_str("that of the suite");
  app.add_option("--output", options.output, "write this file: JSON Lines if it ends in .jsonl, else CSV");
  app.add_option("--skip", options.skip,
                 "file of case names, one a line: groups whose cases are all in it are left out");
  app.add_flag("--list", options.list, "print the names of the cases instead of measuring them");
}

/// The cases named in the file of --skip, if there is one.
std::set<std::string> skipped_cases(Options const& options) {
  std::set<std::string> names;
  if (options.skip.empty()) return names;
  std::ifstream file(options.skip);
  if (!file || std::filesystem::is_directory(options.skip))
    throw std::invalid_argument("--skip: cannot read " + options.skip);
  for (std::string name; std::getline(file, name);) names.insert(name);
  return names;
}

/// The suite in the wanted mode, without the groups that were measured before. A copy alone is not worth another run.
template <class Space>
Suite wanted_suite(Space const& space, Options const& options) {
  auto const skipped     = skipped_cases(options);
  auto const is_finished = [&](Group const& group) {
    return !skipped.empty() && std::ranges::all_of(group.variants, [&](Variant const& variant) {
      return variant.path == Path::copy || skipped.contains(group.name(variant));
    });
  };
  auto suite = suite_of(space, options.suite);
  if (!options.mode.empty())
    for (auto& group : suite) group.mode = options.mode == name_of(Mode::cold) ? Mode::cold : Mode::batch;
  std::erase_if(suite, is_finished);
  return suite;
}

template <class Space>
int write_file(Space const& space, Options const& options) {
  auto const suite = wanted_suite(space, options);
  RowFile file(options.output);
  auto context = context_of(space);
  context.emplace_back("suite", options.suite);
  context.emplace_back("least_samples", std::to_string(options.measure.samples));
  file.write(context);
  for (auto const& [key, value] : context)
    if (value.find('\n') == std::string::npos) std::cout << key << ": " << value << '\n';
  write_table_header(std::cout);
  std::vector<Row> rows;
  for (auto const& group : suite) {
    auto const measured = run_group(space, group, options.measure);
    for (auto const& row : measured) write_table_row(std::cout, row);
    std::cout.flush();
    file.write(measured);
    rows.insert(rows.end(), measured.begin(), measured.end());
  }
  file.write(Context{{"clock_at_end", clock_of(space)}});
  write_verdict(std::cout, rows);
  return count_failed(rows) == 0 ? 0 : failure;
}

template <class Space>
int list_cases(Space const& space, Options const& options) {
  for (auto const& group : wanted_suite(space, options))
    for (auto const& variant : group.variants) std::cout << group.name(variant) << '\n';
  return 0;
}

/// One case as a benchmark of one iteration, whose time is the median of our own samples.
template <class Space>
void run_benchmark(benchmark::State& state, Group const& group, MeasureOptions const& options, std::vector<Row>& rows) {
  auto const row = run_group(Space(), group, options).front();
  rows.push_back(row);
  for (auto _ : state) state.SetIterationTime(row.seconds.median);
  if (!row.verified()) {
    state.SkipWithError(row.failure.c_str());
    return;
  }
  state.SetLabel(row.kernel + " on " + row.device + (row.fits_in_cache ? ", fits in cache" : ""));
  state.counters["GB/s"]          = row.gb_per_s;
  state.counters["ratio_to_copy"] = row.ratio_to_copy;
  state.counters["samples"]       = row.seconds.samples;
  state.counters["spread"]        = row.seconds.spread();
  if (row.bank_passes) state.counters["bank_passes"] = *row.bank_passes;
}

template <class Space>
int run_benchmarks(Space const& space, Options const& options) {
  std::vector<std::string> words{"turnstile_bench"};
  words.insert(words.end(), options.of_google_benchmark.begin(), options.of_google_benchmark.end());
  std::vector<char*> arguments;
  arguments.reserve(words.size());
  for (auto& word : words) arguments.push_back(word.data());
  auto count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return misuse;
  for (auto const& [key, value] : context_of(space)) benchmark::AddCustomContext(key, value);
  std::vector<Row> rows;
  for (auto const& group : wanted_suite(space, options))
    for (auto const& variant : group.variants)
      benchmark::RegisterBenchmark(
          group.name(variant).c_str(),
          [single = Group{group.workload, {variant}, group.mode}, &options, &rows](benchmark::State& state) {
            run_benchmark<Space>(state, single, options.measure, rows);
          })
          ->UseManualTime()
          ->Iterations(1)
          ->Unit(benchmark::kMicrosecond);
  auto const matched = benchmark::RunSpecifiedBenchmarks();
  // At the end of the JSON there is no room for it.
  std::cerr << "clock_at_end: " << clock_of(space) << '\n';
  benchmark::Shutdown();
  return matched > 0 && count_failed(rows) == 0 ? 0 : failure;
}

/// Refuses options that would go unheeded. \throws std::invalid_argument
void check(Options const& options) {
  if (!std::isfinite(options.measure.noise) || !std::isfinite(options.measure.most_seconds))
    throw std::invalid_argument("--noise and --most-seconds are finite numbers");
  bool const is_overhead = options.suite == "overhead";
  if (is_overhead && (options.list || !options.output.empty() || !options.skip.empty() || !options.mode.empty()))
    throw std::invalid_argument("--suite overhead prints a table and takes no other option but --device");
  bool const runs_google_benchmark = !is_overhead && !options.list && options.output.empty();
  if (!runs_google_benchmark && !options.of_google_benchmark.empty())
    throw std::invalid_argument(options.of_google_benchmark.front() +
                                " is no option of ours, and Google Benchmark does not run");
}

int run(Options const& options) {
  check(options);
  int code = 0;
  with_space(options.device, [&]<class Space>(std::type_identity<Space>) {
    Space const space;
    if (options.suite == "overhead")
      write_overhead_table(std::cout, run_overhead(space));
    else if (options.list)
      code = list_cases(space, options);
    else if (!options.output.empty())
      code = write_file(space, options);
    else
      code = run_benchmarks(space, options);
  });
  if (!std::cout.flush()) throw std::runtime_error("cannot write to standard output");
  return code;
}

/// The program, up to its exit code.
int run(int argc, char** argv) {
  CLI::App app("Measures Turnstile against plain copies and other libraries");
  Options options;
  add_options(app, options);
  try {
    app.parse(argc, argv);
  } catch (CLI::Success const& help) {
    return app.exit(help);
  } catch (CLI::ParseError const& error) {
    throw std::invalid_argument(error.what());
  }
  if (app.count("--most-samples") > 0 && options.measure.most_samples < options.measure.samples)
    throw std::invalid_argument("--most-samples is less than --samples");
  if (app.count("--output") > 0 && options.output.empty()) throw std::invalid_argument("--output is empty");
  options.of_google_benchmark = app.remaining();
  Kokkos::ScopeGuard const kokkos;
  return run(options);
}

}  // namespace

}  // namespace turnstile::perf

int main(int argc, char** argv) {
  try {
    return turnstile::perf::run(argc, argv);
  } catch (std::invalid_argument const& error) {
    std::cerr << "turnstile_bench: " << error.what() << "; --help lists the options\n";
    return turnstile::perf::misuse;
  } catch (std::exception const& error) {
    std::cerr << "turnstile_bench: " << error.what() << '\n';
    return turnstile::perf::failure;
  }
}
