// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases.hpp"
#include "context.hpp"
#include "overhead.hpp"
#include "report.hpp"
#include "run.hpp"
#include "with_space.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/planner.hpp>

#include <Kokkos_Core.hpp>
#include <benchmark/benchmark.h>

#include <charconv>
#include <cstddef>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

/// \file
/// The benchmark binary. By default a program of Google Benchmark, whose options it takes; with --output it writes one
/// line of CSV per case instead, as each finishes.

namespace turnstile::perf {

namespace {

constexpr int failure = 1;
constexpr int misuse  = 2;

struct Options {
  std::string suite  = "quick";
  std::string device = option_name<Kokkos::DefaultExecutionSpace>();
  std::string output;
  MeasureOptions measure;
};

constexpr char const* usage =
    "usage: turnstile_bench [--suite NAME] [--device NAME] [--samples N] [--output FILE] [options of Google "
    "Benchmark]\n"
    "  --suite NAME    tiny, quick, standard, classes, cached, policies or overhead (default: quick)\n"
    "  --device NAME   execution space, such as cuda, openmp or serial (default: that of Kokkos)\n"
    "  --samples N     cold samples of each case (default: 11)\n"
    "  --output FILE   write CSV to FILE and a table to standard output, without Google Benchmark\n";

int parse_samples(std::string const& text) {
  int samples      = 0;
  auto const* last = text.data() + text.size();
  auto const end   = std::from_chars(text.data(), last, samples);
  if (end.ptr != last || end.ec != std::errc() || samples < 1)
    throw std::invalid_argument("--samples " + text + " is not a positive number");
  return samples;
}

/// Takes our options out of `arguments` and leaves Google Benchmark's.
Options take_options(std::vector<char*>& arguments) {
  Options options;
  std::string samples = std::to_string(options.measure.samples);
  std::map<std::string_view, std::string*> const known{{"--suite", &options.suite},
                                                       {"--device", &options.device},
                                                       {"--samples", &samples},
                                                       {"--output", &options.output}};
  std::vector<char*> others{arguments.front()};
  for (std::size_t k = 1; k < arguments.size(); ++k) {
    auto const option = known.find(arguments[k]);
    if (option == known.end())
      others.push_back(arguments[k]);
    else if (++k < arguments.size())
      *option->second = arguments[k];
    else
      throw std::invalid_argument(std::string(option->first) + " needs a value");
  }
  options.measure.samples = parse_samples(samples);
  arguments               = others;
  return options;
}

template <class Space>
Suite suite_for(std::string const& name) {
  return make_suite(name, {is_host_space<Space>, &GenericBackend<Space>::policies});
}

template <class Space>
int write_files(Options const& options) {
  Space const space;
  std::ofstream file(options.output);
  write_csv_header(file);
  for (auto const& [key, value] : context_of(space)) std::cout << key << ": " << value << '\n';
  write_table_header(std::cout);
  std::vector<Row> rows;
  for (auto const& group : suite_for<Space>(options.suite)) {
    for (auto const& row : run_group(space, group, options.measure)) {
      write_table_row(std::cout, row);
      write_csv_row(file, row);
      rows.push_back(row);
    }
    std::cout.flush();
    file.flush();
  }
  write_verdict(std::cout, rows);
  if (!file) throw std::runtime_error("cannot write " + options.output);
  return count_failed(rows) == 0 ? 0 : failure;
}

template <class Space>
int write_overhead() {
  Space const space;
  write_overhead_table(std::cout, run_overhead(space));
  return 0;
}

/// One case as a benchmark of one iteration, whose time is the median of our own samples.
template <class Space>
void run_benchmark(benchmark::State& state, Group const& group, MeasureOptions const& options, std::vector<Row>& rows) {
  auto const row = run_group(Space(), group, options).front();
  rows.push_back(row);
  for (auto _ : state) state.SetIterationTime(row.seconds);
  if (!row.verified()) {
    state.SkipWithError(row.failure.c_str());
    return;
  }
  state.SetLabel(row.kernel + " on " + row.device + (row.fits_in_cache ? ", fits in cache" : ""));
  state.counters["GB/s"]          = row.gb_per_s;
  state.counters["ratio_to_copy"] = row.ratio_to_copy;
  state.counters["samples"]       = row.samples;
  state.counters["spread"]        = row.spread;
}

template <class Space>
int run_benchmarks(Options const& options, std::vector<char*>& arguments) {
  auto count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return misuse;
  for (auto const& [key, value] : context_of(Space())) benchmark::AddCustomContext(key, value);
  std::vector<Row> rows;
  for (auto const& group : suite_for<Space>(options.suite))
    for (auto const& variant : group.variants)
      benchmark::RegisterBenchmark(
          case_name(group.workload, variant).c_str(),
          [single = Group{group.workload, {variant}}, &options, &rows](benchmark::State& state) {
            run_benchmark<Space>(state, single, options.measure, rows);
          })
          ->UseManualTime()
          ->Iterations(1)
          ->Unit(benchmark::kMicrosecond);
  auto const matched = benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return matched > 0 && count_failed(rows) == 0 ? 0 : failure;
}

int run(std::vector<char*> arguments) {
  auto const options = take_options(arguments);
  int code           = 0;
  with_space(options.device, [&]<class Space>(std::type_identity<Space>) {
    if (options.suite == "overhead")
      code = write_overhead<Space>();
    else if (!options.output.empty())
      code = write_files<Space>(options);
    else
      code = run_benchmarks<Space>(options, arguments);
  });
  return code;
}

}  // namespace

}  // namespace turnstile::perf

int main(int argc, char** argv) {
  std::vector<char*> const arguments(argv, argv + argc);
  for (auto const* const argument : arguments)
    if (std::string_view(argument) == "--help") std::cout << turnstile::perf::usage << std::flush;
  Kokkos::initialize();
  int code = turnstile::perf::failure;
  try {
    code = turnstile::perf::run(arguments);
  } catch (std::invalid_argument const& error) {
    std::cerr << "turnstile_bench: " << error.what() << '\n' << turnstile::perf::usage;
    code = turnstile::perf::misuse;
  } catch (std::exception const& error) {
    std::cerr << "turnstile_bench: " << error.what() << '\n';
  }
  Kokkos::finalize();
  return code;
}
