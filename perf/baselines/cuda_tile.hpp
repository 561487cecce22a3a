// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bench/with_word.hpp"
#include "bench/workload.hpp"

#include <Kokkos_Core.hpp>

#include <cstdint>

#ifdef KOKKOS_ENABLE_CUDA

namespace turnstile::perf {

/// The textbook transpose of CUDA courses: blocks of 32 x 8 threads, a tile of [32][32 + Padding] elements in shared
/// memory, bounds checked at every element. The blocks of a batch are numbered in one dimension, because the others end
/// at 65535.
template <class Word, int Padding>
__global__ void cuda_tile_kernel(Word const* in, Word* out, int rows, int cols, int row_tiles, int col_tiles) {
  constexpr int side = 32, step = 8;
  __shared__ Word tile[side][side + Padding];
  auto const number   = static_cast<int>(blockIdx.x);
  int const first_col = number % col_tiles * side;
  int const first_row = number / col_tiles % row_tiles * side;
  auto const start    = static_cast<std::int64_t>(number / col_tiles / row_tiles) * rows * cols;
  auto const x        = static_cast<int>(threadIdx.x);
  auto const first_y  = static_cast<int>(threadIdx.y);
  in += start;
  out += start;
  for (int y = first_y; y < side; y += step) {
    int const row = first_row + y, col = first_col + x;
    if (row < rows && col < cols) tile[y][x] = in[static_cast<std::int64_t>(row) * cols + col];
  }
  __syncthreads();
  for (int y = first_y; y < side; y += step) {
    int const row = first_row + x, col = first_col + y;
    if (row < rows && col < cols) out[static_cast<std::int64_t>(col) * rows + row] = tile[x][y];
  }
}

/// Moves a transpose with cuda_tile_kernel.
template <int Padding>
void move_by_cuda_tiles(Kokkos::Cuda const& space, Workload const& workload, void const* in, void* out) {
  with_word(workload.element_bytes, [&]<class Word>(std::type_identity<Word>) {
    auto const rows     = static_cast<int>(workload.rows());
    auto const cols     = static_cast<int>(workload.cols());
    int const row_tiles = (rows + 31) / 32;
    int const col_tiles = (cols + 31) / 32;
    auto const tiles    = static_cast<unsigned>(workload.batch() * row_tiles * col_tiles);
    cuda_tile_kernel<Word, Padding><<<tiles, dim3(32, 8), 0, space.cuda_stream()>>>(
        static_cast<Word const*>(in), static_cast<Word*>(out), rows, cols, row_tiles, col_tiles);
  });
}

}  // namespace turnstile::perf

#endif
