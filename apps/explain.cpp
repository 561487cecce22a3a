// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array_text.hpp"
#include "bench/pretended_arrays.hpp"
#include "command.hpp"
#include "command_error.hpp"
#include "device.hpp"
#include "npy.hpp"
#include "permutation.hpp"
#include "plan_permutation.hpp"

#include <turnstile/plan.hpp>

#include <CLI/CLI.hpp>

#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

namespace turnstile::command {

namespace {

struct ExplainOptions {
  std::string shape;
  std::string dtype = "f4";
  std::optional<std::string> axes;
  std::string device;
  std::string policy;
};

void run_explain(ExplainOptions const& options) {
  std::string const device              = checked_device_name(options.device);
  std::vector<std::int64_t> const shape = parse_integers(options.shape, 'x', "--shape");
  std::int64_t const item_bytes         = dtype_code_bytes(options.dtype);
  if (item_bytes == 0) throw CommandError("--dtype " + excerpt(options.dtype) + " has elements without bytes");
  Permutation const permutation =
      make_permutation(shape, item_bytes, MemoryOrder::c, MemoryOrder::c, parse_axes(options.axes, shape.size()));
  if (permutation.bytes() > perf::PretendedArrays::most_bytes)
    throw CommandError("an array of shape " + shape_text(shape) + " has more than 2^60 bytes");
  perf::PretendedArrays const arrays(permutation.bytes());
  KokkosSession const kokkos;
  with_space(device, [&]<class Space>(std::type_identity<Space>) {
    std::cout << plan_permutation(Space(), permutation, arrays.in, arrays.out, options.policy).explain();
  });
}

}  // namespace

void add_explain(CLI::App& app) {
  auto const options      = std::make_shared<ExplainOptions>();
  CLI::App* const explain = app.add_subcommand("explain", "Say how a permutation would run, and why");
  explain->add_option("--shape", options->shape, "shape of the input, such as 12345x6789")->required();
  explain->add_option("--dtype", options->dtype, "element type, such as f4, c16 or S12")->capture_default_str();
  explain->add_option("--axes", options->axes, "axis k of the output is axis AXES[k] of the input (default: reversed)");
  explain->add_option("--device", options->device, "where it would run: " + device_names());
  explain->add_option("--policy", options->policy, "tile to use, such as 64x64+pad1 (default: chosen by the library)");
  explain->callback([options] { run_explain(*options); });
}

}  // namespace turnstile::command
