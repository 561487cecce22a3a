// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "baselines/batched_copy.hpp"
#include "baselines/copy.hpp"
#include "baselines/cuda_tile.hpp"
#include "baselines/deep_copy.hpp"
#include "baselines/device_peers.hpp"
#include "baselines/host_peers.hpp"
#include "baselines/naive.hpp"
#include "baselines/team_tile.hpp"
#include "cases.hpp"
#include "choices.hpp"
#include "measure.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/backends.hpp>
#include <turnstile/bank_model.hpp>
#include <turnstile/planner.hpp>
#include <turnstile/transpose.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

/// \file
/// From the values of cases.hpp to what runs.

namespace turnstile::perf {

/// `<path>:<kernel>`, and the policy of a tile, as the reader of a table needs it.
template <class Space>
std::string kernel_text(Problem const& problem, Choice const& choice) {
  auto const text = [&](std::string_view path, std::string_view kernel) {
    bool const has_tile = kernel.find("tile") != std::string_view::npos;
    return std::string(path) + ':' + std::string(kernel) + (has_tile ? ' ' + to_string(choice.policy) : "");
  };
  if (choice.is_generic)
    return text(GenericBackend<Space>::name, GenericBackend<Space>::kernel(problem, choice.policy));
  return text(Backend<Space>::name, Backend<Space>::kernel(problem, choice.policy));
}

/// The one call that users make.
template <class Space>
Contender<Space> automatic_contender(Space const& space, Workload const& workload, Arrays<Space> const& arrays) {
  auto const problem = checked_problem(describe(workload, arrays.in(), arrays.out()));
  return {kernel_text<Space>(problem, choose(space, problem)),
          [workload, in_strides = workload.in_strides(), out_strides = workload.out_strides()](
              Space const& instance, void const* in, void* out) {
            permute(instance, in, out, static_cast<std::size_t>(workload.element_bytes), workload.extents, in_strides,
                    out_strides, workload.axes);
          }};
}

/// One of the library's paths, with the policy of `variant` or the path's own choice.
template <class Space>
Contender<Space> library_contender(Space const& space, Workload const& workload, Variant const& variant,
                                   Arrays<Space> const& arrays) {
  bool const is_generic = variant.path == Path::kokkos;
  if (!is_generic && name_of(variant.path) != Backend<Space>::name)
    throw std::invalid_argument("this device has no native backend called " + std::string(name_of(variant.path)));
  auto const problem = checked_problem(describe(workload, arrays.in(), arrays.out()));
  Choice const choice{variant.policy ? *variant.policy : policy_of<Space>(space, problem, is_generic), is_generic};
  if (!can_run(space, problem, choice))
    throw std::invalid_argument("the policy " + to_string(choice.policy) + " cannot run here");
  return {kernel_text<Space>(problem, choice), [workload, choice](Space const& instance, void const* in, void* out) {
            execute(instance, checked_problem(describe(workload, in, out)), choice);
          }};
}

template <class Space, int Padding>
Contender<Space> team_tile_contender(Workload const& workload) {
  return {"textbook team tile", [workload](Space const& space, void const* in, void* out) {
            move_by_team_tiles<Space, Padding>(space, workload, in, out);
          }};
}

/// The strongest textbook tile of the space.
template <class Space, int Padding>
Contender<Space> tile_contender(Workload const& workload) {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<Space, Kokkos::Cuda>)
    return {"textbook CUDA tile", [workload](Space const& space, void const* in, void* out) {
              move_by_cuda_tiles<Padding>(space, workload, in, out);
            }};
  else
#endif
    return team_tile_contender<Space, Padding>(workload);
}

/// A library's transpose by all threads of a host space: whole matrices of a batch, or columns of one.
template <class Space>
Contender<Space> columns_contender(std::string const& kernel, Workload const& workload, MoveColumns move) {
  if (!is_host_space<Space>) throw std::invalid_argument(kernel + " runs on hosts only");
  return {kernel, [workload, move](Space const& space, void const* in, void* out) {
            std::int64_t const pieces = space.concurrency(), batch = workload.batch(), cols = workload.cols();
            auto const matrix_bytes = workload.rows() * cols * workload.element_bytes;
            auto const move_piece   = [&](std::int64_t piece) {
              auto const first = batch > 1 ? batch * piece / pieces : 0;
              auto const last  = batch > 1 ? batch * (piece + 1) / pieces : 1;
              for (auto matrix = first; matrix < last; ++matrix)
                move(workload, static_cast<unsigned char const*>(in) + matrix * matrix_bytes,
                       static_cast<unsigned char*>(out) + matrix * matrix_bytes, batch > 1 ? 0 : cols * piece / pieces,
                     batch > 1 ? cols : cols * (piece + 1) / pieces);
            };
            // On a device only compiled, never run.
            if constexpr (is_host_space<Space>)
              Kokkos::parallel_for("turnstile perf peer",
                                   Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(space, 0, pieces),
                                   move_piece);
          }};
}

/// A library's transpose of one matrix on a CUDA device.
template <class Space>
Contender<Space> matrix_contender(std::string const& kernel, [[maybe_unused]] Workload const& workload,
                                  [[maybe_unused]] MoveMatrix move) {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<Space, Kokkos::Cuda>)
    return {kernel, [workload, move](Space const& space, void const* in, void* out) {
              move(workload, in, out, space.cuda_stream());
            }};
#endif
  throw std::invalid_argument(kernel + " runs on CUDA devices only");
}

/// Passes that the worst access of a warp to scratch memory takes, as a multiple of those without bank conflicts: 1 is
/// conflict-free. Nothing on hosts, which have no banks, and for what has no tile that the model knows.
template <class Space>
std::optional<int> predicted_passes(Workload const& workload, Variant const& variant) {
  bool const has_known_tile = variant.path == Path::tile || variant.path == Path::tile_pad ||
                              variant.path == Path::team_tile || variant.path == Path::kokkos;
  if (is_host_space<Space> || !has_known_tile || !variant.policy || *variant.policy == no_tile ||
      !workload.is_transpose())
    return std::nullopt;
  auto const cost = tile_cost(*variant.policy, workload.element_bytes);
  return std::max(cost.row_store_degree, cost.column_load_degree);
}

/// What runs for `variant`, whose path is not copy: that one has several contenders (copies_of()).
/// \throws turnstile::Error, std::invalid_argument when it cannot run here
template <class Space>
Contender<Space> contender_of(Space const& space, Workload const& workload, Variant const& variant,
                              Arrays<Space> const& arrays) {
  switch (variant.path) {
    case Path::automatic:
      return automatic_contender(space, workload, arrays);
    case Path::cuda:
    case Path::openmp:
    case Path::serial:
    case Path::kokkos:
      return library_contender(space, workload, variant, arrays);
    case Path::tile:
      return tile_contender<Space, 0>(workload);
    case Path::tile_pad:
      return tile_contender<Space, 1>(workload);
    case Path::team_tile:
      return variant.policy == padded_tile ? team_tile_contender<Space, 1>(workload)
                                           : team_tile_contender<Space, 0>(workload);
    case Path::naive:
      return {"naive loops", [workload](Space const& instance, void const* in, void* out) {
                move_naively(instance, workload, in, out);
              }};
    case Path::deep_copy:
      return {"Kokkos::deep_copy", [workload](Space const& instance, void const* in, void* out) {
                move_by_deep_copy(instance, workload, in, out);
              }};
    case Path::kokkosbatched:
      return {"KokkosBatched::TeamVectorCopy", [workload](Space const& instance, void const* in, void* out) {
                move_by_batched_copy(instance, workload, in, out);
              }};
    case Path::openblas:
      return columns_contender<Space>("OpenBLAS omatcopy", workload, openblas_columns(workload.element_bytes));
    case Path::eigen:
      return columns_contender<Space>("Eigen", workload, eigen_columns(workload.element_bytes));
    case Path::geam:
      return matrix_contender<Space>("cuBLAS geam", workload, cublas_geam(workload.element_bytes));
    case Path::copy:
      break;
  }
  throw std::invalid_argument("the path " + std::string(name_of(variant.path)) + " is no single contender");
}

}  // namespace turnstile::perf
