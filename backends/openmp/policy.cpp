// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policy.hpp"

#include "make_movement.hpp"
#include "tile_limits.hpp"

#include <turnstile/kokkos/tile_grid.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace turnstile::host {
namespace {

constexpr int line_bytes = 64, lane_bytes = 16;

/// A tile whose rows are `row_bytes` in the output and `column_bytes` in the input.
constexpr TransposePolicy tile(int word_bytes, int row_bytes, int column_bytes, bool is_staged) {
  return {.tile_rows = row_bytes / word_bytes,
          .tile_cols = column_bytes / word_bytes,
          .padding   = is_staged ? line_bytes / word_bytes : 0};
}

/// Where rows lie at one pitch. A core's prefetcher follows some 32 rows at once, and follows them longer where a piece
/// is as long as a page: 4-byte 8192^2 takes 18 ms with 32 rows of 4096 bytes, 24 ms with 32 rows of 8192 or 128 of
/// 2048 (Intel Xeon, Ice Lake class, 2 threads). Narrow words write to as many output rows, each in a page of its own,
/// so that their pieces are shorter.
constexpr TransposePolicy in_place(int word_bytes) {
  switch (word_bytes) {
    case 1:
      return tile(1, 256, 1024, false);
    case 2:
      return tile(2, 64, 2048, false);
    case 4:
      return tile(4, 128, 4096, false);
    default:
      return tile(word_bytes, 256, 4096, false);
  }
}

/// For matrices of short input rows, which are one stream for the prefetcher whatever the tile.
constexpr TransposePolicy tall(int word_bytes) {
  return tile(word_bytes, 256, 512, false);
}

/// For rows that are fused from several dimensions, and for narrow words whose rows lie whole lines or pages apart.
constexpr TransposePolicy staged(int word_bytes) {
  switch (word_bytes) {
    case 1:
      return tile(1, 128, 1024, true);
    case 2:
      return tile(2, 128, 2048, true);
    default:
      return tile(word_bytes, 256, 2048, true);
  }
}

/// For bytes whose rows start anywhere.
constexpr TransposePolicy staged_bytes = tile(1, 256, 512, true);

/// For 8-byte words whose rows lie whole pages apart, so that their lines compete for the same sets of a cache.
constexpr TransposePolicy shallow = tile(8, 128, 4096, false);

template <int WordBytes>
inline constexpr std::array listed{no_tile, in_place(WordBytes), tall(WordBytes), staged(WordBytes)};
template <>
inline constexpr std::array listed<1>{no_tile, in_place(1), tall(1), staged(1), staged_bytes};
template <>
inline constexpr std::array listed<8>{no_tile, in_place(8), tall(8), staged(8), shallow};

bool is_tile_for_kernel(TransposePolicy const& policy, int word_bytes) noexcept {
  auto const row_bytes    = std::int64_t{policy.tile_rows} * word_bytes;
  auto const column_bytes = std::int64_t{policy.tile_cols} * word_bytes;
  bool const is_staged    = policy.padding != 0;
  return policy.swizzle == Swizzle::none && row_bytes % line_bytes == 0 && column_bytes % line_bytes == 0 &&
         row_bytes <= max_tile_row_bytes && column_bytes <= max_tile_column_bytes &&
         policy.tile_cols <= max_tile_columns &&
         (!is_staged || (policy.padding * word_bytes == line_bytes &&
                         policy.tile_rows * (column_bytes + line_bytes) <= max_staged_bytes));
}

/// Whether `policy` is ours for `problem`. Where no tile is used it may be one of any word size: the words of the
/// canonical form, which the caller does not see, must not decide.
bool is_accepted(Problem const& problem, TransposePolicy const& policy, Direction direction) noexcept {
  if (detail::is_same_tile(policy, no_tile)) return true;
  if (direction == Direction::different) return is_tile_for_kernel(policy, problem.word_bytes);
  return std::ranges::any_of(std::array{1, 2, 4, 8, 16}, [&](int word) { return is_tile_for_kernel(policy, word); });
}

/// Arrays below this size count as staying in cache: no tiles, no streaming. Both ways take as long at 1.2 MB by one
/// thread, 1.9 MB by two (Intel Xeon with 2 MiB a core); at 4.4 MB (4-byte 1050^2) blocks through the cache take 4.5
/// and 3.7 times as long as tiles past it. Not derived from the last-level cache, which virtual machines report as
/// hundreds of MiB.
std::int64_t cached_bytes(Arch const& arch) noexcept {
  return static_cast<std::int64_t>(arch.cache_bytes / 4 * 3);
}

/// The tile for rows at one pitch of `pitch` bytes. A second-level cache of 2 MiB holds a staged tile of narrow words
/// beside what the prefetcher brings. Intel Xeon with such caches, 2 threads: bytes of 12345x6789 take 15.8 ms staged
/// and 17.4 in place; 2-byte words of 8192x16384, whole pages apart, 35 and 41, but 34 and 31 one line further apart;
/// 8-byte 4096^2 reaches .89 of a copy with 16 rows, .79 with 32, but 5003x7001 .92 and .91.
TransposePolicy tile_for_pitch(int word_bytes, std::int64_t pitch, Arch const& arch) noexcept {
  constexpr std::size_t large_cache_bytes = std::size_t{2} << 20;
  constexpr std::int64_t page_bytes       = 4096;
  if (word_bytes == 1 && pitch % line_bytes == 0) return staged(1);
  if (arch.cache_bytes >= large_cache_bytes) {
    bool const is_whole_pages = pitch % page_bytes == 0;
    if (word_bytes == 1) return staged_bytes;
    if (word_bytes == 2 && is_whole_pages) return staged(2);
    if (word_bytes == 8 && is_whole_pages) return shallow;
  }
  return in_place(word_bytes);
}

TransposePolicy select_tile(Problem const& problem, Arch const& arch) noexcept {
  constexpr std::int64_t short_input_row_bytes = 512, full_tiles = 4;
  int const word = problem.word_bytes, row = problem.output_fastest();
  auto const pitch   = std::abs(problem.in_strides[row]) * word;
  auto const rows    = problem.extents[row];
  auto const columns = problem.extents[problem.input_fastest()];
  // Dimensions are fused where one alone would leave the last tile of few rather empty.
  if (problem.rank > 2 && rows < full_tiles * in_place(word).tile_rows) return staged(word);
  if (problem.rank == 2 && columns * word < short_input_row_bytes) return tall(word);
  return tile_for_pitch(word, pitch, arch);
}

}  // namespace

std::string_view name_of(Kernel kernel) noexcept {
  switch (kernel) {
    case Kernel::none:
      return "none";
    case Kernel::runs:
      return "runs";
    case Kernel::strided:
      return "strided";
    case Kernel::direct:
      return "direct";
    case Kernel::image:
      return "image";
    case Kernel::tile:
      return "tile";
  }
  return "none";
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

TransposePolicy select(Problem const& problem, Arch const& arch) noexcept {
  if (direction_of(problem) != Direction::different) return no_tile;
  if (has_short_dense_rows(problem)) return no_tile;
  return problem.bytes() < cached_bytes(arch) ? no_tile : select_tile(problem, arch);
}

Kernel kernel_for(Problem const& problem, TransposePolicy const& policy, Arch const& arch) noexcept {
  auto const direction = direction_of(problem);
  if (!is_accepted(problem, policy, direction)) return Kernel::none;
  if (direction == Direction::strided) return Kernel::strided;
  if (direction == Direction::same) return Kernel::runs;
  if (!detail::is_same_tile(policy, no_tile)) return Kernel::tile;
  // In cache, whole lines are worth less than one copy less; unless rows are too short for a lane.
  bool const is_narrow = problem.extents[problem.output_fastest()] * problem.word_bytes < lane_bytes;
  return has_short_dense_rows(problem) && (is_narrow || is_streaming(problem, policy, arch)) ? Kernel::image
                                                                                             : Kernel::direct;
}

std::string_view reason(Problem const& problem, TransposePolicy const& policy, Arch const& arch) noexcept {
  switch (kernel_for(problem, policy, arch)) {
    case Kernel::none:
      return "the policy is none of this backend's";
    case Kernel::runs:
      return "input and output run contiguously along the same dimension, so that whole runs move";
    case Kernel::strided:
      return "input or output is contiguous along no dimension, so that single words move";
    case Kernel::direct:
      return "blocks go through registers straight to the output, as suits data that stay in cache, or as the policy "
             "without a tile asks";
    case Kernel::image:
      return "the output's rows are short and dense, so that whole lines of them are put together first";
    case Kernel::tile:
      return policy.padding != 0
                 ? "input and output run fastest along different dimensions; the tile is staged in cache"
                 : "input and output run fastest along different dimensions; the tile is read in place";
  }
  return "";
}

TileShape tile_shape(Problem const& problem, TransposePolicy const& policy, Arch const& arch) noexcept {
  return {policy.tile_rows, policy.tile_cols, policy.padding != 0, is_streaming(problem, policy, arch)};
}

bool is_streaming(Problem const& problem, TransposePolicy const& policy, Arch const& arch) noexcept {
  if (policy.stores == Stores::automatic) return problem.bytes() >= cached_bytes(arch);
  return policy.stores == Stores::streaming;
}

}  // namespace turnstile::host
