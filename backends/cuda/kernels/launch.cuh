// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../launch.hpp"
#include "../make_movement.hpp"
#include "../shared_memory.hpp"
#include "../tiles.hpp"
#include "few_columns.cuh"
#include "few_rows.cuh"
#include "flat_tile.cuh"
#include "fused_tile.cuh"
#include "runs.cuh"
#include "small_matrices.cuh"
#include "strided.cuh"
#include "unaligned_tile.cuh"
#include "vector_tile.cuh"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

/// \file
/// From a problem and its kernel to the instance that is compiled for it.

namespace turnstile::cuda {
namespace detail {

struct Launch {
  std::int64_t blocks;
  int threads;
  int shared_bytes;
  cudaStream_t stream;
};

template <class... Parameters>
LaunchResult start(void (*kernel)(Parameters...), Launch const& launch,
                   std::type_identity_t<Parameters> const&... values) {
  void* arguments[]{
      const_cast<void*>(static_cast<void const*>(&values))...};  // NOLINT: as cudaLaunchKernel declares it
  auto const error = cudaLaunchKernel(reinterpret_cast<void const*>(kernel), dim3(static_cast<unsigned>(launch.blocks)),
                                      dim3(static_cast<unsigned>(launch.threads)), arguments,
                                      static_cast<std::size_t>(launch.shared_bytes), launch.stream);
  return {error, "cudaLaunchKernel"};
}

/// What no kernel_for() asks for.
inline constexpr LaunchResult not_compiled{cudaErrorInvalidDeviceFunction, "launch"};

template <int WordBytes, VectorTileSize (*Size)(int)>
using VectorTileOf = VectorTile<WordBytes, Size(WordBytes).row_vectors, Size(WordBytes).column_vectors,
                                Size(WordBytes).threads, Size(WordBytes).blocks>;

template <int WordBytes>
struct Launcher {
  Problem const& problem;
  TransposePolicy const& policy;
  cudaStream_t stream;

  [[nodiscard]] TileCut in_order(TileCut cut) const {
    cut.order = policy.order;
    return cut;
  }

  template <class Tile>
  LaunchResult with_vector_tile(bool is_fused) const {
    static_assert(Tile::store_degree() == 1 && Tile::load_degree() == 1);
    TileCut const cut{Tile::rows, Tile::columns, 0, policy.order, true};
    if (is_fused) {
      auto const movement = *fused_movement(problem, cut);
      return start(fused_vector_tile<Tile>, {movement.grid.blocks, Tile::threads, 0, stream}, movement);
    }
    auto const movement = *matrix_movement(problem, cut);
    return start(vector_tile<Tile>, {movement.grid.blocks, Tile::threads, 0, stream}, movement);
  }

  LaunchResult vectors(bool is_fused) const {
    auto const is = [&](VectorTileSize const& size) {
      auto const tile = vector_policy(size, WordBytes);
      return tile.tile_rows == policy.tile_rows && tile.tile_cols == policy.tile_cols;
    };
    if (is(small_tile(WordBytes))) return with_vector_tile<VectorTileOf<WordBytes, small_tile>>(is_fused);
    if (is(wide_tile(WordBytes))) return with_vector_tile<VectorTileOf<WordBytes, wide_tile>>(is_fused);
    if (is(tall_tile(WordBytes))) return with_vector_tile<VectorTileOf<WordBytes, tall_tile>>(is_fused);
    return with_vector_tile<VectorTileOf<WordBytes, large_tile>>(is_fused);
  }

  LaunchResult flat_tiles() const {
    if constexpr (WordBytes <= 8) {
      constexpr auto size = flat_tile_size(WordBytes);
      using Tile          = FlatTile<WordBytes, size.row_vectors, size.column_vectors>;
      static_assert(Tile::store_degree() == 1 && Tile::load_degree() == 1);
      auto const movement = *matrix_movement(problem, {Tile::rows, Tile::columns, 0, policy.order});
      return start(flat_tile<Tile>, {movement.grid.blocks, Tile::threads, 0, stream}, movement);
    } else {
      return not_compiled;
    }
  }

  LaunchResult unaligned() const {
    constexpr auto size = unaligned_size(WordBytes);
    using Tile = UnalignedTile<WordBytes, size.rows, size.row_vectors, size.threads, size.blocks, size.alignment>;
    auto const movement = *matrix_movement(problem, {Tile::rows, Tile::columns, Tile::halo - 1, policy.order});
    Launch const launch{movement.grid.blocks, Tile::threads, Tile::shared_bytes, stream};
    // Rows an odd number of words apart, or an odd number of pairs of them, are conflict-free with 32 or 16 lanes along
    // the output.
    constexpr int odd_pitch = size.row_vectors * vector_bytes + WordBytes;
    if constexpr (WordBytes == 1) {
      static_assert(Tile::load_degree(odd_pitch, 32) == 1 && Tile::load_degree(odd_pitch + 1, 16) == 1);
      static_assert(Tile::load_degree(Tile::free_pitch, 8) == 1);
      if (movement.in_row_stride % 8 == 0) return start(unaligned_tile<Tile, 8, true>, launch, movement);
      if (movement.in_row_stride % 4 == 0) return start(unaligned_tile<Tile, 8, false>, launch, movement);
      if (movement.in_row_stride % 2 == 0) return start(unaligned_tile<Tile, 16, false>, launch, movement);
      return start(unaligned_tile<Tile, 32, false>, launch, movement);
    } else if constexpr (WordBytes == 2) {
      static_assert(Tile::load_degree(odd_pitch, 16) == 1);
      if (movement.in_row_stride % 16 == 0) return start(unaligned_tile<Tile, 8, false>, launch, movement);
      return start(unaligned_tile<Tile, 16, false>, launch, movement);
    } else {
      static_assert(Tile::load_degree(odd_pitch, 32) == 1);
      return start(unaligned_tile<Tile, 32, false>, launch, movement);
    }
  }

  LaunchResult fused() const {
    constexpr auto size = fused_size(WordBytes);
    using Tile          = FusedTile<WordBytes, size.warps, size.side, size.side>;
    static_assert(Tile::load_degree() == 1);
    auto const movement = *fused_movement(problem, fused_cut(policy, WordBytes));
    if constexpr (Tile::largest_shared_bytes + Tile::static_shared_bytes > usual_shared_bytes) {
      // Always the same value, so that host threads cannot take it from each other.
      auto const error = cudaFuncSetAttribute(fused_tile<Tile>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                              Tile::largest_shared_bytes);
      if (error != cudaSuccess) return {error, "cudaFuncSetAttribute"};
    }
    return start(fused_tile<Tile>, {movement.grid.blocks, Tile::threads, movement.tile_rows * movement.pitch, stream},
                 movement);
  }

  LaunchResult columns() const {
    constexpr int alignment = few_columns_alignment(WordBytes);
    auto const cut          = in_order(few_columns_cut(problem));
    auto const movement     = *matrix_movement(problem, cut);
    int const count         = static_cast<int>(cut.columns);
    Launch const launch{movement.grid.blocks, few_columns_threads, few_columns_shared_bytes(WordBytes, count), stream};
    int const rows_log2 = std::bit_width(static_cast<unsigned>(cut.rows)) - 1;
    return count % 2 == 0 ? start(few_columns<WordBytes, alignment, true>, launch, movement, rows_log2)
                          : start(few_columns<WordBytes, alignment, false>, launch, movement, rows_log2);
  }

  template <int InFlight>
  LaunchResult rows_with(FewRowsWalk const& walk) const {
    auto const cut      = in_order(few_rows_cut(problem));
    auto const movement = *matrix_movement(problem, cut);
    int const count     = static_cast<int>(cut.rows);
    Launch const launch{movement.grid.blocks, walk.warps * warp_lanes,
                        few_rows_shared_bytes(WordBytes, count, walk.pieces_log2), stream};
    return count % 2 == 0 ? start(few_rows<WordBytes, InFlight, true>, launch, movement, walk.pieces_log2)
                          : start(few_rows<WordBytes, InFlight, false>, launch, movement, walk.pieces_log2);
  }

  LaunchResult rows() const {
    auto const walk = few_rows_walk(WordBytes, static_cast<int>(problem.extents[problem.output_fastest()]));
    return walk.in_flight == 3 ? rows_with<3>(walk) : rows_with<2>(walk);
  }

  LaunchResult squares() const {
    constexpr int words   = vector_words_of(WordBytes);
    auto const movement   = *batch_movement(problem);
    auto const log2       = [](int extent) { return std::bit_width(static_cast<unsigned>(extent / words)) - 1; };
    auto const squares    = movement.matrices << (log2(movement.rows) + log2(movement.columns));
    constexpr int threads = small_squares_threads<WordBytes>;
    return start(small_squares<WordBytes>, {(squares + threads - 1) / threads, threads, 0, stream}, movement,
                 log2(movement.rows), log2(movement.columns));
  }

  LaunchResult matrices() const {
    auto const movement = *batch_movement(problem);
    auto const walk     = *small_walk(movement, WordBytes);
    Launch const launch{(movement.matrices + walk.block_matrices - 1) / walk.block_matrices, walk.threads,
                        walk.shared_bytes, stream};
    return walk.is_periodic ? start(small_matrices<WordBytes, true>, launch, movement, walk)
                            : start(small_matrices<WordBytes, false>, launch, movement, walk);
  }

  template <std::size_t... K>
  LaunchResult fixed(std::index_sequence<K...>) const {
    auto result         = not_compiled;
    auto const movement = *batch_movement(problem);
    auto const attempt  = [&]<std::size_t Index>() {
      constexpr auto extents = fixed_extents[Index];
      if (extents.rows != movement.rows || extents.columns != movement.columns) return;
      using Group         = FixedMatrices<WordBytes, extents.rows, extents.columns>;
      auto const in_block = std::int64_t{Group::threads} * Group::matrices;
      result              = start(fixed_matrices<WordBytes, extents.rows, extents.columns>,
                                   {(movement.matrices + in_block - 1) / in_block, Group::threads, 0, stream}, movement);
    };
    (attempt.template operator()<K>(), ...);
    return result;
  }

  LaunchResult run_pieces() const {
    auto const movement = *run_movement(problem);
    return start(runs<WordBytes>, {movement.grid.blocks, 256, 0, stream}, movement,
                 make_divisor(static_cast<std::uint32_t>(movement.tile_words)),
                 make_divisor(static_cast<std::uint32_t>(movement.tile_i)));
  }

  LaunchResult single_words() const {
    constexpr std::int64_t most_blocks = std::numeric_limits<std::int32_t>::max();
    auto const movement                = strided_movement(problem);
    Launch const launch{std::min(most_blocks, (movement.words + strided_threads - 1) / strided_threads),
                        strided_threads, 0, stream};
    return movement.words <= most_blocks ? start(strided<WordBytes, std::uint32_t>, launch, movement)
                                         : start(strided<WordBytes, std::uint64_t>, launch, movement);
  }
};

}  // namespace detail

template <int WordBytes>
LaunchResult launch(Kernel kernel, Problem const& problem, TransposePolicy const& policy, cudaStream_t stream) {
  detail::Launcher<WordBytes> const launcher{problem, policy, stream};
  switch (kernel) {
    case Kernel::vector_tile:
      return launcher.vectors(false);
    case Kernel::fused_vector_tile:
      return launcher.vectors(true);
    case Kernel::flat:
      return launcher.flat_tiles();
    case Kernel::unaligned_tile:
      return launcher.unaligned();
    case Kernel::fused_tile:
      return launcher.fused();
    case Kernel::few_columns:
      return launcher.columns();
    case Kernel::few_rows:
      return launcher.rows();
    case Kernel::small_squares:
      return launcher.squares();
    case Kernel::small_matrices:
      return launcher.matrices();
    case Kernel::fixed_matrices:
      if constexpr (WordBytes <= 2) return launcher.fixed(std::make_index_sequence<std::size(fixed_extents)>{});
      break;
    case Kernel::runs:
      return launcher.run_pieces();
    case Kernel::strided:
      return launcher.single_words();
    case Kernel::none:
      break;
  }
  return detail::not_compiled;
}

}  // namespace turnstile::cuda
