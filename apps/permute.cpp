// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array_text.hpp"
#include "command.hpp"
#include "command_error.hpp"
#include "device.hpp"
#include "npy_file.hpp"
#include "output_file.hpp"
#include "permutation.hpp"
#include "plan_permutation.hpp"
#include "progress.hpp"

#include <turnstile/plan.hpp>

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <unistd.h>

namespace turnstile::command {

namespace {

struct PermuteOptions {
  std::string input;
  std::string output;
  std::optional<std::string> axes;
  std::string device;
  std::string policy;
  std::string order = "c";
};

template <class MemorySpace>
using Array = Kokkos::View<unsigned char*, MemorySpace>;

using HostArray = Array<Kokkos::HostSpace>;

template <class MemorySpace>
inline constexpr bool is_host_memory = Kokkos::SpaceAccessibility<Kokkos::HostSpace, MemorySpace>::accessible;

/// Files are read and written in pieces of this size; it is also the size of the buffer between a file and a device.
constexpr std::size_t piece_bytes = std::size_t{64} << 20;

/// Calls `transfer(range)` for the consecutive pieces of `total` bytes, showing `what` as progress.
template <class Transfer>
void for_each_piece(std::string_view what, std::size_t total, Transfer const& transfer) {
  Progress progress(what, static_cast<std::int64_t>(total));
  for (std::size_t begin = 0; begin < total; begin += piece_bytes) {
    std::size_t const end = std::min(begin + piece_bytes, total);
    transfer(Kokkos::pair<std::size_t, std::size_t>(begin, end));
    progress.advance(static_cast<std::int64_t>(end - begin));
  }
}

template <class HostView>
std::span<std::byte> bytes_of(HostView const& view) {
  return std::as_writable_bytes(std::span(view.data(), view.size()));
}

/// The buffer through which a piece goes to or comes from a device.
[[maybe_unused]] HostArray staging_buffer(std::size_t total) {
  return HostArray(Kokkos::view_alloc("staging", Kokkos::WithoutInitializing), std::min(total, piece_bytes));
}

template <class MemorySpace>
void read_array(NpyFile& file, Array<MemorySpace> const& array) {
  if constexpr (is_host_memory<MemorySpace>) {
    for_each_piece("reading", array.size(), [&](auto range) { file.read(bytes_of(Kokkos::subview(array, range))); });
  } else {
    HostArray const staging = staging_buffer(array.size());
    for_each_piece("reading", array.size(), [&](auto range) {
      auto const piece = Kokkos::subview(staging, Kokkos::make_pair(std::size_t{0}, range.second - range.first));
      file.read(bytes_of(piece));
      Kokkos::deep_copy(Kokkos::subview(array, range), piece);
    });
  }
}

template <class MemorySpace>
void write_array(Array<MemorySpace> const& array, OutputFile& file) {
  if constexpr (is_host_memory<MemorySpace>) {
    for_each_piece("writing", array.size(), [&](auto range) { file.write(bytes_of(Kokkos::subview(array, range))); });
  } else {
    HostArray const staging = staging_buffer(array.size());
    for_each_piece("writing", array.size(), [&](auto range) {
      auto const piece = Kokkos::subview(staging, Kokkos::make_pair(std::size_t{0}, range.second - range.first));
      Kokkos::deep_copy(piece, Kokkos::subview(array, range));
      file.write(bytes_of(piece));
    });
  }
}

/// Writes to one byte of each page, so that the system has provided the memory before a permutation is timed, near the
/// threads that use it.
struct TouchPage {
  static constexpr std::size_t page_bytes = 4096;

  unsigned char* data;

  KOKKOS_FUNCTION void operator()(std::size_t page) const { data[page * page_bytes] = 0; }
};

template <class Space>
void touch_pages(Space const& space, Array<typename Space::memory_space> const& array) {
  std::size_t const pages = (array.size() + TouchPage::page_bytes - 1) / TouchPage::page_bytes;
  Kokkos::parallel_for("touch", Kokkos::RangePolicy<Space>(space, 0, pages), TouchPage{array.data()});
  space.fence();
}

/// Seconds of one run of `plan`, which moves `bytes`. The first run of a process also loads the kernel and measures how
/// long threads take to start, which for all but large arrays is most of it, so that a second one counts.
template <class Space>
double timed_run(Space const& space, Plan<Space> const& plan, void const* in, void* out, std::int64_t bytes) {
  constexpr std::int64_t large_array = std::int64_t{1} << 30;
  double seconds                     = 0;
  for (int run = 0; run < (bytes < large_array ? 2 : 1); ++run) {
    space.fence();
    Kokkos::Timer const timer;
    plan.execute(space, in, out);
    space.fence();
    seconds = timer.seconds();
  }
  return seconds;
}

/// The value of line `key: value` in `explanation`, or nothing.
std::string explained(std::string const& explanation, std::string const& key) {
  std::size_t const begin = ("\n" + explanation).find("\n" + key + ": ");
  if (begin == std::string::npos) return "";
  std::size_t const value = begin + key.size() + 2;
  return explanation.substr(value, explanation.find('\n', value) - value);
}

/// "path kokkos, kernel tile, policy 64x64+pad1" of what Plan::explain() says.
std::string how_it_runs(std::string const& explanation) {
  std::string text;
  for (char const* const key : {"path", "kernel", "policy"})
    if (std::string const value = explained(explanation, key); !value.empty())
      text += (text.empty() ? "" : ", ") + std::string(key) + " " + value;
  return text;
}

/// Refuses what cannot work, instead of letting the system run out of memory half way.
void check_host_memory(double needed) {
  double const installed =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  if (needed > installed)
    throw CommandError("input and output together need " + bytes_text(needed) + " of memory, this machine has " +
                       bytes_text(installed) + "; files larger than memory are not supported");
}

/// How the elements were moved, for the summary.
struct Movement {
  double seconds = 0;
  std::string kernel;
};

/// Moves the elements of `input` through `Space` into `output`.
template <class Space>
Movement move_elements(NpyFile& input, OutputFile& output, Permutation const& permutation, std::string const& policy) {
  using Bytes = Array<typename Space::memory_space>;
  if constexpr (is_host_memory<typename Space::memory_space>)
    check_host_memory(2.0 * static_cast<double>(permutation.bytes()));
  Space const space;
  auto const size = static_cast<std::size_t>(permutation.bytes());
  Bytes const in(Kokkos::view_alloc(space, "input", Kokkos::WithoutInitializing), size);
  Bytes const out(Kokkos::view_alloc(space, "output", Kokkos::WithoutInitializing), size);
  Plan<Space> const plan = plan_permutation(space, permutation, in.data(), out.data(), policy);
  read_array(input, in);
  touch_pages(space, out);
  Movement movement{timed_run(space, plan, in.data(), out.data(), permutation.bytes()),
                    how_it_runs(plan.explain(space))};
  write_array(out, output);
  return movement;
}

std::string summary(PermuteOptions const& options, NpyHeader const& in, NpyHeader const& out,
                    std::optional<Movement> const& movement) {
  // The header's text of a simple dtype is quoted already.
  std::string const dtype = in.dtype.starts_with('\'') ? in.dtype : excerpt(in.dtype);
  auto const bytes        = static_cast<double>(in.data_bytes());
  std::string text        = options.input + " " + shape_text(in.shape) + " -> " + options.output + " " +
                     shape_text(out.shape) + ", dtype " + dtype + ", " + bytes_text(bytes);
  if (!movement) return text + ", nothing to move";
  return text + " in " + seconds_text(movement->seconds) + " (" + bytes_text(2 * bytes / movement->seconds) + "/s), " +
         movement->kernel;
}

void run_permute(PermuteOptions const& options) {
  std::string const device = checked_device_name(options.device);
  NpyFile input(options.input);
  NpyHeader const& in  = input.header();
  auto const in_order  = in.fortran_order ? MemoryOrder::fortran : MemoryOrder::c;
  auto const out_order = options.order == "fortran" ? MemoryOrder::fortran : MemoryOrder::c;
  Permutation const permutation =
      make_permutation(in.shape, in.item_bytes, in_order, out_order, parse_axes(options.axes, in.shape.size()));
  NpyHeader out     = in;
  out.shape         = permutation.out_extents();
  out.fortran_order = out_order == MemoryOrder::fortran;

  OutputFile output(options.output);
  output.write(format_npy_header(out));
  std::optional<Movement> movement;
  if (permutation.bytes() != 0) {
    KokkosSession const kokkos;
    with_space(device, [&]<class Space>(std::type_identity<Space>) {
      movement = move_elements<Space>(input, output, permutation, options.policy);
    });
  }
  output.commit();
  std::cout << summary(options, in, out, movement) << '\n';
}

}  // namespace

void add_permute(CLI::App& app) {
  auto const options      = std::make_shared<PermuteOptions>();
  CLI::App* const permute = app.add_subcommand("permute", "Permute the axes of the array in a .npy file");
  permute->add_option("input", options->input, ".npy file to read; input and output must fit in memory")->required();
  permute->add_option("output", options->output, ".npy file to write; may be the input")->required();
  permute->add_option("--axes", options->axes, "axis k of the output is axis AXES[k] of the input (default: reversed)");
  permute->add_option("--device", options->device, "where to run: " + device_names());
  permute->add_option("--policy", options->policy, "tile to use, such as 64x64+pad1 (default: chosen by the library)");
  permute
      ->add_option("--order", options->order,
                   "which axis of the output is fastest: the last (c) or the first (fortran)")
      ->check(CLI::IsMember({"c", "fortran"}))
      ->capture_default_str();
  permute->callback([options] { run_permute(*options); });
}

}  // namespace turnstile::command
