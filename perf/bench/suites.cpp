// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>

namespace turnstile::perf {

namespace {

using Extents = std::vector<std::int64_t>;

constexpr Variant copy{Path::copy, {}}, library{Path::automatic, {}}, naive{Path::naive, {}};
constexpr Variant tile{Path::tile, plain_tile}, tile_pad{Path::tile_pad, padded_tile};

/// Variants that every shape of the larger suites is measured with.
std::vector<Variant> peers(SuiteTarget const& target) {
  std::vector<Variant> variants{copy, library, tile_pad, tile, {Path::deep_copy, {}}, {Path::kokkosbatched, {}}, naive};
  if (target.is_host) {
    variants.push_back({Path::openblas, {}});
    variants.push_back({Path::eigen, {}});
  } else {
    variants.push_back({Path::geam, {}});
  }
  return variants;
}

/// `variants` as far as they can move `workload`.
Group group_of(Workload workload, std::vector<Variant> variants) {
  std::erase_if(variants, [&](Variant const& variant) { return !can_move(variant.path, workload); });
  return {std::move(workload), std::move(variants)};
}

/// Adds every compiled policy of `path`.
void add_policies(std::vector<Variant>& variants, CompiledPath const& path, int word_bytes) {
  for (auto const& policy : path.policies(word_bytes)) variants.push_back({path.path, policy});
}

void add_transposes(Suite& suite, std::vector<int> const& element_bytes, Extents const& extents,
                    std::vector<Variant> const& variants) {
  for (int const bytes : element_bytes) suite.push_back(group_of(transpose_of(extents, bytes), variants));
}

void add_permutes(Suite& suite, std::vector<int> const& element_bytes, Extents const& extents,
                  std::vector<int> const& axes, std::vector<Variant> const& variants) {
  for (int const bytes : element_bytes) suite.push_back(group_of(permute_of(extents, axes, bytes), variants));
}

std::vector<int> reversed_axes(int rank) {
  std::vector<int> axes;
  for (int k = rank - 1; k >= 0; --k) axes.push_back(k);
  return axes;
}

/// Every path and word size, in sizes that a test can afford.
Suite tiny_suite(SuiteTarget const& target) {
  auto variants = peers(target);
  variants.push_back({Path::kokkos, {}});
  if (target.native) variants.push_back({target.native->path, {}});
  variants.push_back({Path::team_tile, plain_tile});
  variants.push_back({Path::team_tile, padded_tile});
  Suite suite;
  for (int const bytes : {1, 2, 4, 8, 16}) {
    auto with_policies = variants;
    add_policies(with_policies, target.generic, bytes);
    add_transposes(suite, {bytes}, {67, 129}, with_policies);
    add_transposes(suite, {bytes}, {3, 40, 33}, variants);
    add_permutes(suite, {bytes}, {5, 17, 33}, {2, 0, 1}, variants);
    add_permutes(suite, {bytes}, {3, 4, 5, 6}, {3, 2, 1, 0}, variants);
  }
  return suite;
}

/// What `turnstile bench --quick` shows: under 20 seconds on two cores.
Suite quick_suite(SuiteTarget const& target) {
  std::vector<Variant> const variants{copy, library, tile_pad, naive};
  std::int64_t const side      = target.is_host ? 1024 : 8192;
  std::int64_t const batch     = target.is_host ? 1024 : 131072;
  std::int64_t const long_side = target.is_host ? 65536 : 4194304;
  Suite suite;
  add_transposes(suite, {1, 2, 4, 8, 16}, {side, side}, variants);
  add_transposes(suite, {4, 8}, {side + 209, side - 107}, variants);
  add_transposes(suite, {4}, {long_side, 16}, variants);
  add_transposes(suite, {4}, {16, long_side}, variants);
  add_transposes(suite, {4}, {batch, 32, 32}, variants);
  add_permutes(suite, {4}, {side / 8, 96, 128}, {2, 0, 1}, variants);
  return suite;
}

/// A fuller picture, in a few minutes on two cores.
Suite standard_suite(SuiteTarget const& target) {
  auto const variants     = peers(target);
  std::int64_t const side = target.is_host ? 4096 : 8192;
  Suite suite;
  add_transposes(suite, {1, 2, 4, 8, 16}, {side, side}, variants);
  add_transposes(suite, {1, 2, 4, 8, 16}, {5003, 7001}, variants);
  add_transposes(suite, {4, 8}, {256, 256}, variants);
  add_transposes(suite, {4, 8}, {1024, 1024}, variants);
  add_transposes(suite, {4, 8}, {1000003, 33}, variants);
  add_transposes(suite, {4, 8}, {33, 1000003}, variants);
  add_transposes(suite, {4, 8}, {65536, 32, 32}, variants);
  add_transposes(suite, {4, 8}, {1048576, 5, 7}, variants);
  add_permutes(suite, {4, 8}, {256, 192, 320}, {2, 0, 1}, variants);
  add_permutes(suite, {4, 8}, {64, 48, 96, 80}, {3, 2, 1, 0}, variants);
  return suite;
}

std::vector<Variant> host_peers() {
  return {copy, library, {Path::kokkos, {}}, {Path::openblas, {}}, {Path::eigen, {}}, naive};
}

/// The classes that a CPU's figures are judged by. Needs 3 GiB of memory.
Suite host_classes_suite() {
  auto const variants = host_peers();
  std::vector<int> const all{1, 2, 4, 8, 16};
  Suite suite;
  add_transposes(suite, {1}, {16384, 16384}, variants);
  add_transposes(suite, {2}, {8192, 16384}, variants);
  add_transposes(suite, {4}, {8192, 8192}, variants);
  add_transposes(suite, {8, 16}, {4096, 4096}, variants);
  add_transposes(suite, all, {5003, 7001}, variants);
  add_transposes(suite, all, {1000003, 33}, variants);
  add_transposes(suite, all, {33, 1000003}, variants);
  add_transposes(suite, {4}, {4194304, 8}, variants);
  add_transposes(suite, {4}, {8, 4194304}, variants);
  add_transposes(suite, {1, 4, 8}, {65536, 32, 32}, variants);
  add_transposes(suite, {4}, {1048576, 5, 7}, variants);
  // Full reversals and others of HPTT's benchmark, with its dimensions from the fastest to the slowest turned round.
  add_permutes(suite, {4}, {384, 355, 384}, {2, 1, 0}, variants);
  add_permutes(suite, {4}, {384, 59, 2320}, {2, 1, 0}, variants);
  add_permutes(suite, {4}, {96, 75, 75, 96}, {3, 2, 1, 0}, variants);
  add_permutes(suite, {4}, {48, 28, 28, 28, 48}, {4, 3, 2, 1, 0}, variants);
  add_permutes(suite, {4}, {32, 15, 15, 15, 15, 32}, {5, 4, 3, 2, 1, 0}, variants);
  add_permutes(suite, {4}, {32, 15, 15, 15, 5, 112}, {5, 4, 3, 2, 1, 0}, variants);
  add_permutes(suite, {4}, {384, 384, 368}, {1, 0, 2}, variants);
  add_permutes(suite, {4}, {96, 75, 96, 80}, {2, 1, 0, 3}, variants);
  return suite;
}

/// Matrices that stay in cache, again and again. For `--device serial`: starting threads costs more than moving these.
Suite cached_suite(SuiteTarget const&) {
  auto const variants = host_peers();
  Suite suite;
  for (std::int64_t const side : {64, 256, 1024}) add_transposes(suite, {1, 2, 4, 8, 16}, {side, side}, variants);
  for (std::int64_t const side : {8, 16, 33}) add_transposes(suite, {4}, {side, side}, variants);
  add_transposes(suite, {4}, {61, 67}, variants);
  for (auto& group : suite) group.mode = Mode::batch;
  return suite;
}

/// The classes that a GPU's figures are judged by. Needs 8 GiB of device memory.
Suite device_classes_suite(SuiteTarget const& target) {
  std::vector<int> const all{1, 2, 4, 8, 16}, usual{4, 8};
  auto variants = peers(target);
  variants.push_back({Path::kokkos, {}});
  Suite suite;
  add_transposes(suite, all, {8192, 8192}, variants);
  add_transposes(suite, usual, {4096, 4096}, variants);
  add_transposes(suite, {1, 4, 8}, {16384, 16384}, variants);
  add_transposes(suite, all, {131072, 128}, variants);
  add_transposes(suite, all, {64, 1024, 512}, variants);
  add_transposes(suite, all, {12345, 6789}, variants);
  add_transposes(suite, all, {12344, 6792}, variants);
  add_transposes(suite, all, {4194304, 16}, variants);
  add_transposes(suite, all, {16, 4194304}, variants);
  add_transposes(suite, all, {1000003, 33}, variants);
  add_transposes(suite, all, {33, 1000003}, variants);
  for (std::int64_t const rows : {16, 20, 32, 64}) add_transposes(suite, {1, 2, 4, 8}, {rows, 2000003}, variants);
  add_transposes(suite, all, {32768, 64, 64}, variants);
  add_transposes(suite, all, {131072, 32, 32}, variants);
  add_transposes(suite, all, {1048576, 8, 8}, variants);
  add_transposes(suite, all, {1048576, 5, 7}, variants);
  add_transposes(suite, all, {256, 256}, variants);
  add_transposes(suite, all, {1024, 1024}, variants);
  add_permutes(suite, {2, 4, 8, 16}, {512, 384, 320}, {2, 0, 1}, variants);
  add_permutes(suite, {2, 4, 8, 16}, {512, 384, 320}, {1, 2, 0}, variants);
  add_permutes(suite, {2, 4, 8, 16}, {512, 384, 320}, {2, 1, 0}, variants);
  add_permutes(suite, {2, 4, 8, 16}, {96, 80, 112, 72}, {3, 2, 1, 0}, variants);
  add_permutes(suite, {2, 4, 8, 16}, {96, 80, 112, 72}, {0, 3, 1, 2}, variants);
  add_permutes(suite, {8}, Extents(15, 3), reversed_axes(15), variants);
  add_permutes(suite, {8}, Extents(23, 2), reversed_axes(23), variants);
  return suite;
}

Suite classes_suite(SuiteTarget const& target) {
  return target.is_host ? host_classes_suite() : device_classes_suite(target);
}

/// The rungs of the field's lecture notes, each with what it adds: nothing, a tile, padding, swizzles, the library.
Suite ladder_suite(SuiteTarget const& target) {
  Suite suite;
  for (int const bytes : {1, 2, 4, 8, 16}) {
    std::vector<Variant> variants{copy, naive, tile, tile_pad};
    for (auto const& policy : target.generic.policies(bytes))
      if (policy.tile_rows == 32 && policy.tile_cols == 32) variants.push_back({Path::kokkos, policy});
    variants.push_back(library);
    add_transposes(suite, {bytes}, {4096, 4096}, variants);
  }
  return suite;
}

/// Every compiled policy on a shape of each class.
Suite sweep_suite(SuiteTarget const& target) {
  std::vector<Extents> const host{{2048, 2048}, {5003, 1201}, {65537, 33}, {33, 65537}, {8192, 32, 32}, {131072, 5, 7}};
  std::vector<Extents> const device{{8192, 8192},  {12345, 6789},    {4194304, 16},   {16, 4194304}, {1000003, 33},
                                    {33, 1000003}, {131072, 32, 32}, {1048576, 8, 8}, {256, 256},    {1024, 1024}};
  Suite suite;
  for (auto const& extents : target.is_host ? host : device)
    for (int const bytes : {1, 2, 4, 8, 16}) {
      std::vector<Variant> variants{copy, library};
      if (target.native) add_policies(variants, *target.native, bytes);
      add_policies(variants, target.generic, bytes);
      add_transposes(suite, {bytes}, extents, variants);
    }
  return suite;
}

std::map<std::string, Suite (*)(SuiteTarget const&), std::less<>> const& suites() {
  static std::map<std::string, Suite (*)(SuiteTarget const&), std::less<>> const known{
      {"tiny", tiny_suite},     {"quick", quick_suite},   {"standard", standard_suite}, {"classes", classes_suite},
      {"cached", cached_suite}, {"ladder", ladder_suite}, {"sweep", sweep_suite},
  };
  return known;
}

}  // namespace

std::string_view name_of(Mode mode) {
  return mode == Mode::cold ? "cold" : "batch";
}

std::string Group::name(Variant const& variant) const {
  return case_name(workload, variant) + (mode == Mode::batch ? "/batch_mode" : "");
}

std::vector<std::string> suite_names() {
  std::vector<std::string> names;
  for (auto const& [name, make] : suites()) names.push_back(name);
  return names;
}

Suite make_suite(std::string_view name, SuiteTarget const& target) {
  auto const found = suites().find(name);
  if (found == suites().end()) throw std::invalid_argument("there is no suite called " + std::string(name));
  return found->second(target);
}

}  // namespace turnstile::perf
