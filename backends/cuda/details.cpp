// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "details.hpp"

#include "make_movement.hpp"
#include "policy.hpp"
#include "shared_memory.hpp"
#include "tiles.hpp"

#include <turnstile/bank_model.hpp>

#include <algorithm>
#include <sstream>

namespace turnstile::cuda {
namespace {

constexpr int sector_bytes = 32;

/// A multiprocessor of compute capability 8.0 or 9.0: threads, blocks, and the shared memory that CUDA keeps of each
/// block (CUDA C++ Programming Guide, technical specifications per compute capability).
constexpr int multiprocessor_threads = 2048, multiprocessor_blocks = 32, block_reserve_bytes = 1024;
constexpr int shared_bytes_of_8_0 = 164 * 1024, shared_bytes_of_9_0 = 228 * 1024;

/// What a block takes of a multiprocessor.
struct Block {
  int threads = 0, shared_bytes = 0;
};

Block block_of(Kernel kernel, Problem const& problem, TransposePolicy const& policy) {
  int const word = problem.word_bytes, tile = policy.tile_rows * policy.tile_cols * word;
  switch (kernel) {
    case Kernel::vector_tile:
      return {policy.threads, tile};
    case Kernel::fused_vector_tile:
      return {policy.threads, tile + offset_bytes(policy.tile_rows, policy.tile_cols)};
    case Kernel::unaligned_tile:
      return {unaligned_size(word).threads, unaligned_tile_bytes(unaligned_size(word), word)};
    case Kernel::fused_tile: {
      auto const size = fused_size(word);
      auto const cut  = fused_cut(policy, word);
      return {size.warps * 32, fused_tile_bytes(word, static_cast<int>(cut.rows), static_cast<int>(cut.columns)) +
                                   offset_bytes(size.side, size.side)};
    }
    case Kernel::few_columns:
      return {few_columns_threads,
              few_columns_shared_bytes(word, static_cast<int>(problem.extents[problem.input_fastest()]))};
    case Kernel::few_rows: {
      int const rows  = static_cast<int>(problem.extents[problem.output_fastest()]);
      auto const walk = few_rows_walk(word, rows);
      return {walk.warps * 32, few_rows_shared_bytes(word, rows, walk.pieces_log2)};
    }
    case Kernel::small_matrices: {
      auto const walk = *small_walk(*batch_movement(problem), word);
      return {walk.threads, walk.shared_bytes};
    }
    default:
      return {};
  }
}

void write_occupancy(std::ostream& text, Block const& block) {
  if (block.threads == 0) return;
  auto const blocks = [&](int multiprocessor_shared_bytes) {
    int const by_memory = multiprocessor_shared_bytes / (block.shared_bytes + block_reserve_bytes);
    return std::min({multiprocessor_threads / block.threads, multiprocessor_blocks, by_memory});
  };
  text << "occupancy: blocks of " << block.threads << " threads and " << block.shared_bytes
       << " bytes of shared memory, at most " << blocks(shared_bytes_of_9_0)
       << " on a multiprocessor of compute capability 9.0, " << blocks(shared_bytes_of_8_0)
       << " on one of 8.0, registers apart\n";
}

/// Bank passes of a tile whose lanes move 16 bytes: 8 lanes are served together, for 4 passes of a warp.
void write_passes(std::ostream& text, Kernel kernel) {
  if (kernel == Kernel::vector_tile || kernel == Kernel::fused_vector_tile || kernel == Kernel::flat)
    text << "banks: 4 passes a warp for 16 bytes a lane, stores and loads conflict-free (8 lanes a pass)\n";
  if (kernel == Kernel::fused_tile) text << "banks: 1-way stores and loads, by a pitch of an odd number of units\n";
}

/// Sectors of 32 bytes that one run of a tile's side touches, against the bytes it moves.
void write_sectors(std::ostream& text, Kernel kernel, Problem const& problem, TransposePolicy const& policy) {
  if (kernel != Kernel::vector_tile && kernel != Kernel::fused_vector_tile && kernel != Kernel::unaligned_tile) return;
  auto const write = [&](char const* side, int bytes) {
    text << "sectors: runs of " << bytes << " bytes, " << (bytes + sector_bytes - 1) / sector_bytes
         << " sectors, of the " << side << "\n";
  };
  write("input", policy.tile_cols * problem.word_bytes);
  write("output", policy.tile_rows * problem.word_bytes);
}

}  // namespace

std::string details(Problem const& problem, TransposePolicy const& policy) {
  auto const kernel = kernel_for(problem, policy);
  std::ostringstream text;
  text << "reason: " << reason(kernel) << '\n';
  write_passes(text, kernel);
  write_sectors(text, kernel, problem, policy);
  write_occupancy(text, block_of(kernel, problem, policy));
  auto const missed        = missed_vectors(problem);
  bool const moves_vectors = kernel == Kernel::vector_tile || kernel == Kernel::fused_vector_tile ||
                             kernel == Kernel::flat || kernel == Kernel::small_squares;
  if (!missed.empty() && !moves_vectors) text << "missed: tiles of 16-byte vectors, because " << missed << '\n';
  return text.str();
}

}  // namespace turnstile::cuda
