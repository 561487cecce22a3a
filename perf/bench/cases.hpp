// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "workload.hpp"

#include <turnstile/policy.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// What the perf suite measures, as lists of values. Running them is run.hpp's matter.

namespace turnstile::perf {

/// Who moves the arrays.
enum class Path {
  automatic,  ///< the library as users call it
  kokkos,     ///< the library's generic path, whatever native backend there is
  naive,      ///< the plain loop nest
  tile,       ///< a textbook [32][32 + padding] tile: raw CUDA on CUDA, the same as team_tile elsewhere
  team_tile,  ///< the same tile as a Kokkos team kernel
  deep_copy,  ///< Kokkos::deep_copy between two layouts
  openblas,   ///< OpenBLAS's omatcopy, on hosts that have it
  eigen,      ///< the assignment of a transposed matrix in Eigen, on hosts that have it
  cublas,     ///< cuBLAS's geam, on CUDA devices that have it
  copy,       ///< the best plain copy of the same bytes
};

/// The name of `path` in case names, such as "auto".
std::string_view name_of(Path path);

/// One way to move a workload.
struct Variant {
  Path path = Path::automatic;
  std::optional<TransposePolicy> policy;  ///< nothing: the library chooses, or the path has none
};

/// Whether `path` can move `workload` at all.
bool can_move(Path path, Workload const& workload);

/// `transpose/<path>/<policy>/<bytes>B/<rows>x<cols>`, or `permute/...` with the axes behind the extents.
std::string case_name(Workload const& workload, Variant const& variant);

/// Variants that are measured together, on the same arrays.
struct Group {
  Workload workload;
  std::vector<Variant> variants;
  bool is_warm = false;  ///< again and again on data in cache, instead of cold
};

using Suite = std::vector<Group>;

/// What a suite's sizes and policies depend on.
struct SuiteTarget {
  bool is_host                                                          = true;
  std::span<TransposePolicy const> (*policies)(int word_bytes) noexcept = nullptr;
};

/// The names that make_suite() knows: tiny, quick, standard, classes, cached, policies.
std::vector<std::string> suite_names();

/// The suite called `name`. \throws std::invalid_argument when there is none
Suite make_suite(std::string_view name, SuiteTarget const& target);

}  // namespace turnstile::perf
