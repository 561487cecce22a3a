// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policy.hpp"

#include "../fusion.hpp"
#include "make_movement.hpp"
#include "shared_memory.hpp"
#include "tiles.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>

namespace turnstile::cuda {
namespace {

template <int WordBytes>
constexpr auto make_list() {
  std::array list{no_tile,
                  vector_policy(large_tile(WordBytes), WordBytes),
                  vector_policy(small_tile(WordBytes), WordBytes),
                  vector_policy(tall_tile(WordBytes), WordBytes),
                  unaligned_policy(WordBytes),
                  fused_policy(fused_size(WordBytes).side, fused_size(WordBytes).side, WordBytes)};
  if constexpr (has_wide_tile(WordBytes)) {
    std::array<TransposePolicy, list.size() + 1> longer{};
    std::ranges::copy(list, longer.begin());
    longer.back() = vector_policy(wide_tile(WordBytes), WordBytes);
    return longer;
  } else {
    return list;
  }
}

template <int WordBytes>
inline constexpr auto listed = make_list<WordBytes>();

/// `policy` in the order and with the stores of the listed ones.
TransposePolicy normalised(TransposePolicy policy) noexcept {
  policy.order  = no_tile.order;
  policy.stores = no_tile.stores;
  return policy;
}

bool is_vector_policy(TransposePolicy const& policy, int word) noexcept {
  return policy == vector_policy(large_tile(word), word) || policy == vector_policy(small_tile(word), word) ||
         policy == vector_policy(tall_tile(word), word) || policy == vector_policy(wide_tile(word), word);
}

bool is_fused_policy(TransposePolicy const& policy, int word) noexcept {
  int const side = fused_size(word).side;
  return policy.tile_rows >= 1 && policy.tile_rows <= side && policy.tile_cols >= 1 && policy.tile_cols <= side &&
         policy == fused_policy(policy.tile_rows, policy.tile_cols, word);
}

bool is_ours(TransposePolicy const& policy, int word) noexcept {
  return policy == no_tile || is_vector_policy(policy, word) || policy == unaligned_policy(word) ||
         is_fused_policy(policy, word);
}

/// The sides of a problem of different directions.
struct Sides {
  explicit Sides(Problem const& problem) noexcept
      : row(problem.output_fastest()),
        column(problem.input_fastest()),
        rows(problem.extents[row]),
        columns(problem.extents[column]),
        has_dense_input(problem.in_strides[row] == columns),
        has_dense_output(problem.out_strides[column] == rows) {}

  int row, column;
  std::int64_t rows, columns;
  bool has_dense_input, has_dense_output;  ///< no gap between the rows of a matrix
};

bool is_aligned(void const* pointer, std::uintptr_t bytes) noexcept {
  return reinterpret_cast<std::uintptr_t>(pointer) % bytes == 0;
}

/// Whether every row starts at the same place within a vector, on both sides.
bool has_vector_strides(Problem const& problem) noexcept {
  return input_granule(problem) >= vector_bytes && output_granule(problem) >= vector_bytes;
}

/// The same, and bases and extents are whole vectors, too.
bool has_vector_matrix(Problem const& problem) noexcept {
  std::int64_t const words = vector_words_of(problem.word_bytes);
  Sides const sides(problem);
  return problem.rank <= 2 + usual_batch_rank && has_vector_strides(problem) && is_aligned(problem.in, vector_bytes) &&
         is_aligned(problem.out, vector_bytes) && sides.rows % words == 0 && sides.columns % words == 0;
}

TileCut cut_of(FlatTileSize const& size, int word) noexcept {
  return {std::int64_t{size.row_vectors} * vector_words_of(word),
          std::int64_t{size.column_vectors} * vector_words_of(word)};
}

TileCut cut_of(VectorTileSize const& size, int word) noexcept {
  return {std::int64_t{size.row_vectors} * vector_words_of(word),
          std::int64_t{size.column_vectors} * vector_words_of(word), 0, BlockOrder::along_output, true};
}

/// Strides of dimensions that are fused away need not be whole vectors, since their index is contiguous there.
bool has_vector_fusion(Problem const& problem, TileCut const& cut) noexcept {
  auto const movement = fused_movement(problem, cut);
  if (!movement) return false;
  auto const is_whole = [](std::int64_t bytes) { return bytes % vector_bytes == 0; };
  for (int k = 0; k < movement->rows.rank; ++k)
    if (!is_whole(movement->rows.strides[k])) return false;
  for (int k = 0; k < movement->columns.rank; ++k)
    if (!is_whole(movement->columns.strides[k])) return false;
  for (int k = 0; k < movement->grid.rank; ++k)
    if (!is_whole(movement->grid.dimensions[k].in_step) || !is_whole(movement->grid.dimensions[k].out_step))
      return false;
  return is_aligned(movement->in, vector_bytes) && is_aligned(movement->out, vector_bytes);
}

/// Whether tiles of one dimension a side would leave more than a tenth of themselves empty, or begin off the lines of
/// memory for lack of length.
bool wants_fusing(Problem const& problem, TileCut const& cut) noexcept {
  constexpr std::int64_t many_tiles = 8;
  if (problem.rank < 3) return false;
  Sides const sides(problem);
  auto const is_wasteful = [](std::int64_t extent, std::int64_t tile, void const* address) {
    auto const covered = (extent + tile - 1) / tile * tile;
    return covered - extent > extent / 10 || (extent < many_tiles * tile && !is_aligned(address, line_bytes));
  };
  return is_wasteful(sides.rows, cut.rows, problem.out) || is_wasteful(sides.columns, cut.columns, problem.in);
}

/// Whether fused_movement() would join any dimensions.
bool can_fuse(Problem const& problem, TileCut const& cut) noexcept {
  auto const movement = fused_movement(problem, cut);
  return movement && movement->rows.rank + movement->columns.rank > 2;
}

Kernel vector_kernel(Problem const& problem, TileCut const& cut) noexcept {
  bool const is_matrix =
      problem.rank <= 2 + usual_batch_rank && has_vector_strides(problem) && matrix_movement(problem, cut);
  if (is_matrix && !(wants_fusing(problem, cut) && can_fuse(problem, cut))) return Kernel::vector_tile;
  if (has_vector_fusion(problem, cut)) return Kernel::fused_vector_tile;
  return is_matrix ? Kernel::vector_tile : Kernel::none;
}

TileCut unaligned_cut(int word) noexcept {
  auto const size = unaligned_size(word);
  return {size.rows, size.columns(word), size.alignment / word - 1};
}

bool is_power_of_two_vectors(int extent, int word) noexcept {
  int const words = vector_words_of(word), vectors = extent / words;
  return extent % words == 0 && vectors <= 8 && detail::is_power_of_two(vectors);
}

/// Which kernel suits a dense batch of small matrices, if it is one.
Kernel small_kernel(Problem const& problem) noexcept {
  constexpr std::int64_t largest_matrix = 20480;
  int const word                        = problem.word_bytes;
  auto const batch                      = batch_movement(problem);
  if (!batch || std::int64_t{batch->rows} * batch->columns * word > largest_matrix) return Kernel::none;
  // Blocks of 256 bytes or more are fewer than 2^31.
  constexpr std::int64_t largest_array = std::int64_t{1} << 38;
  if (problem.bytes() > largest_array) return Kernel::none;
  if (is_aligned(batch->in, vector_bytes) && is_aligned(batch->out, vector_bytes)) {
    bool const is_fixed = std::ranges::any_of(fixed_extents, [&](auto const& extents) {
      return extents.rows == batch->rows && extents.columns == batch->columns;
    });
    if (word <= 2 && is_fixed) return Kernel::fixed_matrices;
    if (word < vector_bytes && is_power_of_two_vectors(batch->rows, word) &&
        is_power_of_two_vectors(batch->columns, word))
      return Kernel::small_squares;
  }
  return small_walk(*batch, word) ? Kernel::small_matrices : Kernel::none;
}

constexpr int narrow_extent = 16;

/// Whether the output's rows all start at one place within a line of 128 bytes. Where they do not, tiles that shift
/// every row to one are faster although they gather words (4-byte 16384^2, rows 16 bytes longer: .88 of a copy against
/// .94). Not for bytes, whose words are gathered four at a time (12360x6792: .74).
bool has_output_lines(Problem const& problem) noexcept {
  constexpr std::int64_t line = 128;
  return output_granule(problem) >= (problem.word_bytes == 1 ? vector_bytes : line);
}

/// How much larger than the matrix its tiles are.
double excess(Sides const& sides, TileCut const& cut) noexcept {
  auto const ratio = [](std::int64_t extent, std::int64_t side) {
    auto const covered = (extent + side - 1) / side * side;
    return static_cast<double>(covered) / static_cast<double>(extent);
  };
  return ratio(sides.rows, cut.rows) * ratio(sides.columns, cut.columns);
}

/// Whether tiles of whole vectors suit a matrix as it is: nearly full, and on lines of the output.
bool fills_vector_tiles(Problem const& problem) noexcept {
  constexpr double usual_excess = 1.35;
  int const word                = problem.word_bytes;
  Sides const sides(problem);
  return has_vector_strides(problem) && has_output_lines(problem) &&
         (input_granule(problem) >= 64 || sides.columns * word >= 1024) &&
         std::min(excess(sides, cut_of(large_tile(word), word)), excess(sides, cut_of(small_tile(word), word))) <=
             usual_excess;
}

bool suits_flat_tile(Problem const& problem) noexcept {
  Sides const sides(problem);
  return problem.word_bytes <= 8 && sides.rows <= narrow_extent && has_vector_matrix(problem) &&
         matrix_movement(problem, cut_of(flat_tile_size(problem.word_bytes), problem.word_bytes));
}

bool suits_tall_tile(Problem const& problem) noexcept {
  return problem.word_bytes <= 8 && problem.extents[problem.input_fastest()] <= narrow_extent &&
         has_vector_matrix(problem);
}

bool suits_few_rows(Problem const& problem) noexcept {
  Sides const sides(problem);
  int const word = problem.word_bytes;
  if (!sides.has_dense_output || problem.rank > 2 + usual_batch_rank || sides.rows > 4096) return false;
  if (sides.columns < std::int64_t{4} * few_rows_columns(word, 0)) return false;
  if (few_rows_shared_bytes(word, static_cast<int>(sides.rows), 0) > usual_shared_bytes) return false;
  return !fills_vector_tiles(problem) && matrix_movement(problem, few_rows_cut(problem));
}

bool suits_few_columns(Problem const& problem) noexcept {
  constexpr std::int64_t most_columns = 128;
  Sides const sides(problem);
  int const word = problem.word_bytes;
  if (!sides.has_dense_input || problem.rank > 2 + usual_batch_rank || sides.columns > most_columns) return false;
  if (few_columns_shared_bytes(word, static_cast<int>(sides.columns)) > usual_shared_bytes) return false;
  if (sides.rows < std::int64_t{2} * few_columns_rows(word, static_cast<int>(sides.columns))) return false;
  return !fills_vector_tiles(problem) && matrix_movement(problem, few_columns_cut(problem));
}

/// Whether a tile of whole rows is better than their image: for 4- and 8-byte words where the image leaves room for few
/// blocks (64 rows: .94 of a copy against .88).
bool suits_whole_rows(Problem const& problem) noexcept {
  constexpr int large_image = 24 * 1024;
  int const word            = problem.word_bytes;
  auto const rows           = problem.extents[problem.output_fastest()];
  return (word == 4 || word == 8) && rows <= fused_size(word).side &&
         few_rows_shared_bytes(word, static_cast<int>(rows), 0) > large_image;
}

/// The kernels that need no policy.
Kernel kernel_without_policy(Problem const& problem) noexcept {
  if (auto const small = small_kernel(problem); small != Kernel::none) return small;
  if (suits_flat_tile(problem)) return Kernel::flat;
  if (suits_few_rows(problem)) return Kernel::few_rows;
  if (suits_few_columns(problem)) return Kernel::few_columns;
  return Kernel::strided;
}

/// Small tiles where large ones would not give every multiprocessor two, or would stay emptier.
VectorTileSize square_size(Problem const& problem) noexcept {
  constexpr std::int64_t few_tiles = 264;  // two for each multiprocessor of an H200
  int const word                   = problem.word_bytes;
  Sides const sides(problem);
  auto const large      = cut_of(large_tile(word), word);
  bool const is_few     = word <= 8 && problem.words() < few_tiles * large.rows * large.columns;
  auto const small      = cut_of(small_tile(word), word);
  bool const is_emptier = !(wants_fusing(problem, small) && can_fuse(problem, small)) &&
                          excess(sides, small) * 5 < excess(sides, large) * 4;
  return is_few || is_emptier ? small_tile(word) : large_tile(word);
}

TransposePolicy select_fused(Problem const& problem) noexcept {
  int const word = problem.word_bytes, side = fused_size(word).side;
  auto const movement = fused_movement(problem, {side, side});
  if (!movement) return no_tile;
  // Equal pieces.
  auto const piece = [side](std::uint32_t count) {
    auto const pieces = (count + static_cast<std::uint32_t>(side) - 1) / static_cast<std::uint32_t>(side);
    return static_cast<int>((count + pieces - 1) / pieces);
  };
  return fused_policy(piece(movement->rows.count), piece(movement->columns.count), word);
}

/// Whether tiles of one dimension a side are reasonably full for rows that start anywhere.
bool suits_unaligned_tile(Problem const& problem) noexcept {
  int const word = problem.word_bytes;
  if (problem.rank > 2 + usual_batch_rank || !matrix_movement(problem, unaligned_cut(word))) return false;
  auto const size = unaligned_size(word);
  Sides const sides(problem);
  return problem.rank == 2 || (sides.rows >= size.rows && sides.columns >= size.columns(word));
}

}  // namespace

std::string_view name_of(Kernel kernel) noexcept {
  constexpr std::string_view names[]{
      "none",     "vector_tile",   "fused_vector_tile", "flat",           "unaligned_tile", "fused_tile", "few_columns",
      "few_rows", "small_squares", "small_matrices",    "fixed_matrices", "runs",           "strided"};
  static_assert(std::size(names) == kernel_count);
  return names[static_cast<int>(kernel)];
}

std::span<TransposePolicy const> policies(int word_bytes) noexcept {
  switch (word_bytes) {
    case 1:
      return listed<1>;
    case 2:
      return listed<2>;
    case 4:
      return listed<4>;
    case 8:
      return listed<8>;
    default:
      return listed<16>;
  }
}

TransposePolicy select(Problem const& problem, Arch const&) noexcept {
  if (direction_of(problem) != Direction::different) return no_tile;
  int const word    = problem.word_bytes;
  auto const square = square_size(problem), tall = tall_tile(word);
  auto const kernel        = [&](VectorTileSize const& size) { return vector_kernel(problem, cut_of(size, word)); };
  auto const square_policy = [&] {
    return vector_policy(kernel(square) == Kernel::fused_vector_tile ? wide_tile(word) : square, word);
  };
  if (fills_vector_tiles(problem) && kernel(square) != Kernel::none) return square_policy();
  if (small_kernel(problem) != Kernel::none || suits_flat_tile(problem)) return no_tile;
  if (suits_tall_tile(problem) && kernel(tall) != Kernel::none) return vector_policy(tall, word);
  if (suits_few_rows(problem)) return suits_whole_rows(problem) ? select_fused(problem) : no_tile;
  if (suits_few_columns(problem)) return no_tile;
  if (kernel(square) != Kernel::none && (has_output_lines(problem) || !suits_unaligned_tile(problem)))
    return square_policy();
  if (suits_unaligned_tile(problem)) return unaligned_policy(word);
  return select_fused(problem);
}

Kernel kernel_for(Problem const& problem, TransposePolicy const& requested) noexcept {
  auto const policy    = normalised(requested);
  auto const direction = direction_of(problem);
  int const word       = problem.word_bytes;
  if (direction != Direction::different) {
    // The words of the canonical form, which the caller does not see, must not decide.
    if (!std::ranges::any_of(std::array{1, 2, 4, 8, 16}, [&](int bytes) { return is_ours(policy, bytes); }))
      return Kernel::none;
    if (direction == Direction::same && run_movement(problem)) return Kernel::runs;
    // Tiles of the generic path are better than single words, unless one of our policies is asked for.
    return problem.is_transposing() && policy == no_tile ? Kernel::none : Kernel::strided;
  }
  if (policy == no_tile) return kernel_without_policy(problem);
  if (!is_ours(policy, word)) return Kernel::none;
  if (is_vector_policy(policy, word)) {
    auto const kernel = vector_kernel(problem, {policy.tile_rows, policy.tile_cols, 0, policy.order, true});
    if (kernel != Kernel::none) return kernel;
  } else if (policy == unaligned_policy(word) && problem.rank <= 2 + usual_batch_rank &&
             matrix_movement(problem, unaligned_cut(word))) {
    return Kernel::unaligned_tile;
  }
  return fused_movement(problem, fused_cut(policy, word)) ? Kernel::fused_tile : Kernel::none;
}

std::string_view reason(Kernel kernel) noexcept {
  switch (kernel) {
    case Kernel::none:
      return "the policy is none of this backend's, or does not suit the addresses and strides";
    case Kernel::vector_tile:
      return "strides are whole vectors of 16 bytes, and of the output whole lines";
    case Kernel::fused_vector_tile:
      return "strides are multiples of 16 bytes, and several dimensions fill a tile's side";
    case Kernel::flat:
      return "addresses and strides are multiples of 16 bytes, and there are few rows";
    case Kernel::unaligned_tile:
      return "rows start anywhere, so that aligned vectors are staged and the output's rows shifted";
    case Kernel::fused_tile:
      return "several dimensions fill a tile's side, and vectors fit none of them";
    case Kernel::few_columns:
      return "the input's rows are short and dense, so that many of them are one piece";
    case Kernel::few_rows:
      return "the output's rows are short and dense, so that many of them are one piece";
    case Kernel::small_squares:
      return "a dense batch of matrices of few whole vectors, many to a block";
    case Kernel::small_matrices:
      return "a dense batch of small matrices, many to a block";
    case Kernel::fixed_matrices:
      return "a dense batch of small matrices whose extents are compiled in";
    case Kernel::runs:
      return "input and output run contiguously along the same dimension, so that whole runs move";
    case Kernel::strided:
      return "no faster way suits, so that single words move";
  }
  return "";
}

std::string_view missed_vectors(Problem const& problem) noexcept {
  if (direction_of(problem) != Direction::different) return {};
  if (input_granule(problem) < vector_bytes) return "a stride of the input is not a multiple of 16 bytes";
  if (output_granule(problem) < vector_bytes) return "a stride of the output is not a multiple of 16 bytes";
  if (!has_output_lines(problem)) return "a stride of the output is not a multiple of 128 bytes";
  return {};
}

}  // namespace turnstile::cuda
