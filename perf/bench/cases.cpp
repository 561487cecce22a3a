// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases.hpp"

#include "baselines/batched_copy.hpp"
#include "baselines/device_peers.hpp"
#include "baselines/host_peers.hpp"

namespace turnstile::perf {

std::string_view name_of(Path path) {
  switch (path) {
    case Path::automatic:
      return "auto";
    case Path::cuda:
      return "cuda";
    case Path::openmp:
      return "openmp";
    case Path::serial:
      return "serial";
    case Path::kokkos:
      return "kokkos";
    case Path::naive:
      return "naive";
    case Path::tile:
      return "tile";
    case Path::tile_pad:
      return "tile_pad";
    case Path::team_tile:
      return "team_tile";
    case Path::deep_copy:
      return "deep_copy";
    case Path::kokkosbatched:
      return "kokkosbatched";
    case Path::openblas:
      return "openblas";
    case Path::eigen:
      return "eigen";
    case Path::geam:
      return "geam";
    case Path::copy:
      return "copy";
  }
  return "unknown";
}

std::string policy_text(Variant const& variant) {
  if (variant.policy) return to_string(*variant.policy);
  switch (variant.path) {
    case Path::automatic:
    case Path::cuda:
    case Path::openmp:
    case Path::serial:
    case Path::kokkos:
      return "chosen";
    default:
      return "none";
  }
}

bool can_move(Path path, Workload const& workload) {
  switch (path) {
    case Path::tile:
    case Path::tile_pad:
    case Path::team_tile:
    case Path::deep_copy:
      return workload.is_transpose();
    case Path::kokkosbatched:
      // A team a matrix: on a single one all but a team would idle.
      return has_kokkosbatched && workload.is_transpose() && workload.rank() > 2;
    case Path::openblas:
      return workload.is_transpose() && openblas_columns(workload.element_bytes) != nullptr;
    case Path::eigen:
      return workload.is_transpose() && eigen_columns(workload.element_bytes) != nullptr;
    case Path::geam:
      return workload.is_transpose() && workload.batch() == 1 && cublas_geam(workload.element_bytes) != nullptr;
    default:
      return true;
  }
}

std::string case_name(Workload const& workload, Variant const& variant) {
  return workload.operation() + '/' + std::string(name_of(variant.path)) + '/' + policy_text(variant) + '/' +
         std::to_string(workload.element_bytes) + "B/" + workload.shape();
}

}  // namespace turnstile::perf
