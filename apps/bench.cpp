// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/context.hpp"
#include "bench/report.hpp"
#include "bench/run.hpp"
#include "bench/suite_of.hpp"
#include "command.hpp"
#include "command_error.hpp"
#include "device.hpp"
#include "output_file.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace turnstile::command {

namespace {

struct BenchOptions {
  bool quick = false;
  std::string device;
  std::string json;
};

/// Measures the suite and prints each row as soon as its group is through.
template <class Space>
std::vector<perf::Row> run_suite(Space const& space, std::string const& name) {
  std::vector<perf::Row> rows;
  perf::write_table_header(std::cout);
  for (auto const& group : perf::suite_of(space, name)) {
    for (auto const& row : perf::run_group(space, group)) {
      perf::write_table_row(std::cout, row);
      rows.push_back(row);
    }
    std::cout.flush();
  }
  return rows;
}

void require_verified(std::vector<perf::Row> const& rows) {
  auto const failed = perf::count_failed(rows);
  if (failed > 0) throw CommandError(std::to_string(failed) + " of " + std::to_string(rows.size()) + " cases failed");
}

void run_bench(BenchOptions const& options) {
  std::string const device = checked_device_name(options.device);
  std::optional<OutputFile> json_file;
  if (!options.json.empty()) json_file.emplace(options.json);
  KokkosSession const kokkos;
  with_space(device, [&]<class Space>(std::type_identity<Space>) {
    Space const space;
    auto const rows = run_suite(space, options.quick ? "quick" : "standard");
    if (json_file) {
      std::ostringstream text;
      perf::write_json(text, perf::context_of(space), rows);
      json_file->write(text.view());
      json_file->commit();
    }
    require_verified(rows);
  });
}

}  // namespace

void add_bench(CLI::App& app) {
  auto const options    = std::make_shared<BenchOptions>();
  CLI::App* const bench = app.add_subcommand("bench", "Measure the library against plain copies and simple kernels");
  bench->add_flag("--quick", options->quick, "small sizes: under 20 seconds on two cores");
  bench->add_option("--device", options->device, "where to run: " + device_names());
  bench->add_option("--json", options->json, "also write the figures, and what made them, to this file");
  bench->callback([options] { run_bench(*options); });
}

}  // namespace turnstile::command
