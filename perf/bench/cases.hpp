// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "workload.hpp"

#include <turnstile/policy.hpp>

#include <optional>
#include <string>
#include <string_view>

/// \file
/// What the perf suite measures, as values. Running them is run.hpp's matter.

namespace turnstile::perf {

/// Who moves the arrays.
enum class Path {
  automatic,      ///< the library as users call it
  cuda,           ///< the library's native CUDA backend
  openmp,         ///< the library's native backend of hosts
  serial,         ///< the same on one thread
  kokkos,         ///< the library's generic path, whatever native backend there is
  naive,          ///< the plain loop nest
  tile,           ///< a textbook [32][32] tile: raw CUDA on CUDA, the same as team_tile elsewhere
  tile_pad,       ///< the same with a padding of one element
  team_tile,      ///< the tile of the variant's policy as Kokkos users write it, a team kernel
  deep_copy,      ///< Kokkos::deep_copy between two layouts
  kokkosbatched,  ///< KokkosBatched::TeamVectorCopy, a team a matrix
  openblas,       ///< OpenBLAS's omatcopy, on hosts that have it
  eigen,          ///< the assignment of a transposed matrix in Eigen, on hosts that have it
  geam,           ///< cuBLAS's geam, on CUDA devices that have it
  copy,           ///< the best plain copy of the same bytes
};

/// The name of `path` in case names, such as "auto".
std::string_view name_of(Path path);

inline constexpr TransposePolicy plain_tile{};
inline constexpr TransposePolicy padded_tile{.padding = 1};

/// One way to move a workload.
struct Variant {
  Path path = Path::automatic;
  std::optional<TransposePolicy> policy;  ///< nothing: the library chooses, or the path has none
};

/// The policy of `variant` as text: "chosen" where the library chooses, "none" where the path has none.
std::string policy_text(Variant const& variant);

/// Whether `path` can move `workload` at all.
bool can_move(Path path, Workload const& workload);

/// `transpose/<path>/<policy>/<bytes>B/<rows>x<cols>`, `batch/...` with the number of matrices in front of the extents,
/// or `permute/...` with the axes behind them.
std::string case_name(Workload const& workload, Variant const& variant);

}  // namespace turnstile::perf
