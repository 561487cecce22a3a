// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "make_movement.hpp"

#include "../fusion.hpp"
#include "shared_memory.hpp"
#include "tiles.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

namespace turnstile::cuda {
namespace {

/// Positions stay below 2^31 also a tile and its margin behind the end.
constexpr std::int64_t largest_position = std::numeric_limits<std::int32_t>::max() - 4096;

std::int64_t ceil_divide(std::int64_t number, std::int64_t by) noexcept {
  return (number + by - 1) / by;
}

std::int64_t granule(Problem const& problem, std::int64_t const* strides, int contiguous) noexcept {
  auto bits = static_cast<std::uint64_t>(line_bytes);
  for (int d = 0; d < problem.rank; ++d)
    if (d != contiguous) bits |= static_cast<std::uint64_t>(strides[d] * problem.word_bytes);
  return static_cast<std::int64_t>(bits & (~bits + 1));
}

/// Words from a multiple of `granule` bytes, or of a tile's side where that is shorter, to `address`; where there are
/// so few tiles that one more costs more than that gains, from a multiple of a vector. A tile of bytes at the edge
/// costs most (1-byte 4096^2, 128 bytes behind a line: .98 of a copy without, .84 with).
int margin(void const* address, std::int64_t granule, std::int64_t extent, std::int64_t tile, int word) noexcept {
  std::int64_t const many_tiles = word == 1 ? 48 : 8;
  auto const widest             = extent >= many_tiles * tile ? tile * word : std::int64_t{vector_bytes};
  auto const unit               = static_cast<std::uintptr_t>(std::min(granule, widest));
  return static_cast<int>(reinterpret_cast<std::uintptr_t>(address) % unit) / word;
}

/// The product as the processor wraps it: of a step that is never taken it may be anything.
std::int64_t times(std::int64_t a, std::int64_t b) noexcept {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

using turnstile::detail::shifted;

/// A dimension of a grid before it is known to fit.
struct Step {
  enum class Kind { rows, columns, pieces, batch };
  Kind kind;
  std::int64_t count, in, out;
};

/// Steps in the order in which blocks take them, the first one fastest.
struct Steps {
  static constexpr int capacity = Problem::capacity + 3;

  int rank = 0;
  Step steps[capacity];

  void add(Step const& step) noexcept {
    if (step.count > 1) steps[rank++] = step;
  }

  /// Small steps first, as the larger of both sides counts: blocks that run at the same time then share few pages of
  /// memory on both sides. Between equals, such as rows and columns of a matrix, the order of adding stays.
  void sort_by_distance() noexcept {
    auto const distance = [](Step const& step) { return std::max(std::abs(step.in), step.out); };
    // Insertion sort: a handful of steps, and std::stable_sort allocates.
    for (int d = 1; d < rank; ++d)
      for (int k = d; k > 0 && distance(steps[k]) < distance(steps[k - 1]); --k) std::swap(steps[k], steps[k - 1]);
  }
};

/// False when a number of blocks or the rank does not fit.
template <int Capacity>
bool fill_grid(Grid<Capacity>& grid, Steps const& steps) noexcept {
  if (steps.rank > Capacity) return false;
  std::int64_t blocks = 1;
  for (int d = 0; d < steps.rank; ++d) {
    auto const& step = steps.steps[d];
    if (step.count > largest_position / blocks) return false;
    blocks *= step.count;
    grid.dimensions[d] = {make_divisor(static_cast<std::uint32_t>(step.count)), step.in, step.out};
    if (step.kind == Step::Kind::rows) grid.row_dimension = d;
    if (step.kind == Step::Kind::columns) grid.column_dimension = d;
    if (step.kind == Step::Kind::pieces) grid.piece_dimension = d;
  }
  grid.rank   = steps.rank;
  grid.blocks = static_cast<std::uint32_t>(blocks);
  return true;
}

/// Tiles along both sides, the side of `order` first, in front of the batch.
void add_tiles(Steps& steps, Step const& rows, Step const& columns, BlockOrder order) noexcept {
  bool const is_along_output = order == BlockOrder::along_output;
  steps.add(is_along_output ? rows : columns);
  steps.add(is_along_output ? columns : rows);
}

void add_batch(Steps& steps, Problem const& problem, DimensionList const& batch) noexcept {
  for (int k = 0; k < batch.rank; ++k) {
    int const d = batch.dimensions[k];
    steps.add({Step::Kind::batch, problem.extents[d], problem.in_strides[d] * problem.word_bytes,
               problem.out_strides[d] * problem.word_bytes});
  }
}

void fill_index(FusedIndex& index, Problem const& problem, DimensionList const& list, std::int64_t count,
                std::int64_t const* strides) noexcept {
  index.count = static_cast<std::uint32_t>(count);
  index.rank  = list.rank;
  for (int k = 0; k < list.rank; ++k) {
    int const d      = list.dimensions[k];
    index.extents[k] = make_divisor(static_cast<std::uint32_t>(problem.extents[d]));
    index.strides[k] = strides[d] * problem.word_bytes;
  }
}

}  // namespace

Divisor make_divisor(std::uint32_t divisor) noexcept {
  auto const shift = static_cast<std::uint32_t>(std::bit_width(divisor - 1));
  auto const power = std::uint64_t{1} << shift;
  return {divisor, static_cast<std::uint32_t>(((power - divisor) << 32) / divisor + 1), shift};
}

std::int64_t input_granule(Problem const& problem) noexcept {
  return granule(problem, problem.in_strides.data(), problem.input_fastest());
}

std::int64_t output_granule(Problem const& problem) noexcept {
  return granule(problem, problem.out_strides.data(), problem.output_fastest());
}

Span span_of(Problem const& problem) noexcept {
  std::int64_t first = 0, last = 0;
  for (int d = 0; d < problem.rank; ++d) {
    auto const reach = (problem.extents[d] - 1) * problem.in_strides[d];
    (reach < 0 ? first : last) += reach;
  }
  auto const* const in = static_cast<std::byte const*>(problem.in);
  return {shifted(in, first * problem.word_bytes), shifted(in, (last + 1) * problem.word_bytes)};
}

TileCut fused_cut(TransposePolicy const& policy, int word_bytes) noexcept {
  int const side = fused_size(word_bytes).side;
  return {std::min(policy.tile_rows, side), std::min(policy.tile_cols, side), 0, policy.order};
}

TileCut few_rows_cut(Problem const& problem) noexcept {
  auto const rows = problem.extents[problem.output_fastest()];
  auto const walk = few_rows_walk(problem.word_bytes, static_cast<int>(rows));
  return {rows, few_rows_columns(problem.word_bytes, walk.pieces_log2)};
}

TileCut few_columns_cut(Problem const& problem) noexcept {
  auto const columns = problem.extents[problem.input_fastest()];
  return {few_columns_rows(problem.word_bytes, static_cast<int>(columns)), columns,
          few_columns_alignment(problem.word_bytes) / problem.word_bytes - 1};
}

std::optional<MatrixMovement> matrix_movement(Problem const& problem, TileCut const& cut) noexcept {
  int const row = problem.output_fastest(), column = problem.input_fastest();
  auto const word = std::int64_t{problem.word_bytes};
  MatrixMovement movement;
  movement.in                = static_cast<std::byte const*>(problem.in);
  movement.out               = static_cast<std::byte*>(problem.out);
  movement.span              = span_of(problem);
  movement.rows              = problem.extents[row];
  movement.columns           = problem.extents[column];
  movement.in_row_stride     = problem.in_strides[row] * word;
  movement.out_column_stride = problem.out_strides[column] * word;
  if (cut.has_margins) {
    movement.margins.rows = margin(problem.out, output_granule(problem), movement.rows, cut.rows, problem.word_bytes);
    movement.margins.columns =
        margin(problem.in, input_granule(problem), movement.columns, cut.columns, problem.word_bytes);
    auto const [rows, columns] = movement.margins;
    movement.in                = shifted(movement.in, -times(rows, movement.in_row_stride) - columns * word);
    movement.out               = shifted(movement.out, -rows * word - times(columns, movement.out_column_stride));
  }
  Steps steps;
  add_tiles(steps,
            {Step::Kind::rows, ceil_divide(movement.rows + movement.margins.rows + cut.extra_rows, cut.rows),
             times(cut.rows, movement.in_row_stride), cut.rows * word},
            {Step::Kind::columns, ceil_divide(movement.columns + movement.margins.columns, cut.columns),
             cut.columns * word, times(cut.columns, movement.out_column_stride)},
            cut.order);
  DimensionList batch;
  for (int d = problem.rank - 1; d >= 0; --d)
    if (d != row && d != column) batch.add(d);
  add_batch(steps, problem, batch);
  if (batch.rank > 0) steps.sort_by_distance();
  if (!fill_grid(movement.grid, steps)) return {};
  return movement;
}

std::optional<FusedMovement> fused_movement(Problem const& problem, TileCut const& cut) noexcept {
  // Several tiles, so that the last, incomplete one weighs little.
  constexpr int tiles = 8;
  auto const is_line  = [](void const* pointer) { return reinterpret_cast<std::uintptr_t>(pointer) % line_bytes == 0; };
  auto const fusion   = fuse(problem, {.rows         = tiles * cut.rows,
                                       .columns      = tiles * cut.columns,
                                       .row_tile     = is_line(problem.out) ? cut.rows : 0,
                                       .column_tile  = is_line(problem.in) ? cut.columns : 0,
                                       .largest      = largest_position - std::max(cut.rows, cut.columns),
                                       .largest_rank = FusedIndex::capacity});
  if (std::max(fusion.row_count, fusion.column_count) > largest_position - std::max(cut.rows, cut.columns)) return {};
  auto const word = std::int64_t{problem.word_bytes};
  FusedMovement movement;
  movement.in           = static_cast<std::byte const*>(problem.in);
  movement.out          = static_cast<std::byte*>(problem.out);
  movement.tile_rows    = static_cast<int>(cut.rows);
  movement.tile_columns = static_cast<int>(cut.columns);
  movement.pitch        = fused_pitch(problem.word_bytes, movement.tile_columns);
  fill_index(movement.rows, problem, fusion.rows, fusion.row_count, problem.in_strides.data());
  fill_index(movement.columns, problem, fusion.columns, fusion.column_count, problem.out_strides.data());
  if (cut.has_margins) {
    movement.margins.rows =
        margin(problem.out, output_granule(problem), fusion.row_count, cut.rows, problem.word_bytes);
    movement.margins.columns =
        margin(problem.in, input_granule(problem), fusion.column_count, cut.columns, problem.word_bytes);
    movement.in  = shifted(movement.in, -movement.margins.columns * word);
    movement.out = shifted(movement.out, -movement.margins.rows * word);
  }
  Steps steps;
  // How far a tile of rows reaches in the input decides its place in the order; the kernel looks the offsets up.
  add_tiles(steps,
            {Step::Kind::rows, ceil_divide(fusion.row_count + movement.margins.rows, cut.rows),
             times(cut.rows, movement.rows.strides[0]), cut.rows * word},
            {Step::Kind::columns, ceil_divide(fusion.column_count + movement.margins.columns, cut.columns),
             cut.columns * word, times(cut.columns, movement.columns.strides[0])},
            cut.order);
  add_batch(steps, problem, fusion.batch);
  if (fusion.batch.rank > 0) steps.sort_by_distance();
  for (int d = 0; d < steps.rank; ++d) {
    if (steps.steps[d].kind == Step::Kind::rows) steps.steps[d].in = 0;
    if (steps.steps[d].kind == Step::Kind::columns) steps.steps[d].out = 0;
  }
  if (!fill_grid(movement.grid, steps)) return {};
  return movement;
}

std::optional<BatchMovement> batch_movement(Problem const& problem) noexcept {
  if (direction_of(problem) != Direction::different || problem.rank > 3) return {};
  int const row = problem.output_fastest(), column = problem.input_fastest();
  auto const rows = problem.extents[row], columns = problem.extents[column];
  bool const is_dense = problem.in_strides[row] == columns && problem.out_strides[column] == rows;
  if (!is_dense || rows > largest_position / columns) return {};
  std::int64_t matrices = 1;
  if (problem.rank == 3) {
    int const batch = 3 - row - column;
    if (problem.in_strides[batch] != rows * columns || problem.out_strides[batch] != rows * columns) return {};
    matrices = problem.extents[batch];
  }
  return BatchMovement{static_cast<std::byte const*>(problem.in), static_cast<std::byte*>(problem.out), matrices,
                       static_cast<int>(rows), static_cast<int>(columns)};
}

std::optional<SmallWalk> small_walk(BatchMovement const& batch, int word_bytes) noexcept {
  constexpr int usual_threads = 256, rounds = 4, usual_bytes = 16384, vectors_of_skew = 8;
  int const words        = vector_words_of(word_bytes);
  int const matrix_words = batch.rows * batch.columns;
  int const period       = matrix_words / std::gcd(matrix_words, words);  // in vectors
  int const repetition   = std::lcm(period, vectors_of_skew);
  SmallWalk walk;
  walk.is_periodic     = repetition <= 2 * usual_threads;
  walk.threads         = walk.is_periodic ? repetition * std::max(1, usual_threads / repetition) : usual_threads;
  int const unit       = period * words / matrix_words;  // matrices that are whole vectors
  walk.block_matrices  = walk.is_periodic ? walk.threads * rounds * words / matrix_words
                                          : unit * std::max(1, usual_bytes / (unit * matrix_words * word_bytes));
  auto const out_phase = static_cast<int>(reinterpret_cast<std::uintptr_t>(batch.out) % 16);
  walk.lead_matrices   = (out_phase + matrix_words * word_bytes - 1) / (matrix_words * word_bytes);
  auto const bytes     = (std::int64_t{walk.block_matrices} + walk.lead_matrices) * matrix_words * word_bytes + 48;
  if (bytes > usual_shared_bytes || staged_bytes(word_bytes, static_cast<int>(bytes)) > usual_shared_bytes) return {};
  if ((batch.matrices + walk.block_matrices - 1) / walk.block_matrices > largest_position) return {};
  walk.shared_bytes = staged_bytes(word_bytes, static_cast<int>(bytes));
  walk.matrix_words = make_divisor(static_cast<std::uint32_t>(matrix_words));
  walk.rows         = make_divisor(static_cast<std::uint32_t>(batch.rows));
  return walk;
}

std::optional<RunMovement> run_movement(Problem const& problem) noexcept {
  constexpr std::int64_t block_words = 1024, longest_bundled = block_words / 2;
  auto const word = std::int64_t{problem.word_bytes};
  RunMovement movement{};
  movement.in        = static_cast<std::byte const*>(problem.in);
  movement.out       = static_cast<std::byte*>(problem.out);
  movement.run_words = 1;
  movement.extent_i = movement.extent_j = 1;
  bool taken[Problem::capacity]         = {};
  int i                                 = problem.output_fastest();
  if (i >= 0) {
    movement.run_words = problem.extents[i];
    taken[i--]         = true;
  }
  bool const is_long  = movement.run_words > longest_bundled;
  auto const pieces   = ceil_divide(movement.run_words, block_words);
  movement.tile_words = static_cast<int>(ceil_divide(movement.run_words, pieces));
  movement.tile_i = movement.tile_j = 1;
  if (i >= 0 && !is_long) {
    int j = i;
    for (int d = i - 1; d >= 0; --d)
      if (std::abs(problem.in_strides[d]) < std::abs(problem.in_strides[j])) j = d;
    movement.extent_i     = problem.extents[i];
    movement.in_stride_i  = problem.in_strides[i] * word;
    movement.out_stride_i = problem.out_strides[i] * word;
    taken[i]              = true;
    // As square as the runs of a block can be.
    auto const runs = std::max<std::int64_t>(1, block_words / movement.run_words);
    auto side       = std::int64_t{1};
    if (j != i) {
      while (side * side * 4 <= runs) side *= 2;
      movement.extent_j     = problem.extents[j];
      movement.in_stride_j  = problem.in_strides[j] * word;
      movement.out_stride_j = problem.out_strides[j] * word;
      taken[j]              = true;
    }
    movement.tile_j = static_cast<int>(std::min(side, movement.extent_j));
    movement.tile_i = static_cast<int>(std::min(runs / movement.tile_j, movement.extent_i));
    movement.tile_j = static_cast<int>(std::clamp<std::int64_t>(runs / movement.tile_i, 1, movement.extent_j));
  }
  Steps steps;
  steps.add({Step::Kind::pieces, ceil_divide(movement.run_words, movement.tile_words), movement.tile_words * word,
             movement.tile_words * word});
  steps.add({Step::Kind::rows, ceil_divide(movement.extent_i, movement.tile_i),
             times(movement.tile_i, movement.in_stride_i), times(movement.tile_i, movement.out_stride_i)});
  steps.add({Step::Kind::columns, ceil_divide(movement.extent_j, movement.tile_j),
             times(movement.tile_j, movement.in_stride_j), times(movement.tile_j, movement.out_stride_j)});
  DimensionList batch;
  for (int d = problem.rank - 1; d >= 0; --d)
    if (!taken[d]) batch.add(d);
  add_batch(steps, problem, batch);
  if (!fill_grid(movement.grid, steps)) return {};
  return movement;
}

StridedMovement strided_movement(Problem const& problem) noexcept {
  StridedMovement movement;
  movement.in    = static_cast<std::byte const*>(problem.in);
  movement.out   = static_cast<std::byte*>(problem.out);
  movement.words = problem.words();
  movement.rank  = problem.rank;
  for (int d = 0; d < problem.rank; ++d) {
    movement.extents[d]     = problem.extents[d];
    movement.in_strides[d]  = problem.in_strides[d] * problem.word_bytes;
    movement.out_strides[d] = problem.out_strides[d] * problem.word_bytes;
  }
  return movement;
}

}  // namespace turnstile::cuda
