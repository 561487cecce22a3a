// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/fill.hpp"
#include "support/spaces.hpp"

#include <turnstile/policy.hpp>
#include <turnstile/scratch.hpp>
#include <turnstile/team.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using turnstile::Lanes;
using turnstile::Swizzle;
using turnstile::TransposePolicy;
using turnstile_test::AllSpaces;
using turnstile_test::poison;
using turnstile_test::SpaceName;
using turnstile_test::SpaceTest;

struct Twelve {
  float values[3];
};
using Complex = Kokkos::complex<double>;
using Bytes   = std::vector<unsigned char>;

constexpr std::size_t margin = 2;  // rows and columns around each matrix that nobody may touch

/// A matrix in the middle of a larger allocation, described in the plainest way: where element (i, j) is. This is the
/// oracle's idea of a layout; it uses neither Kokkos nor mdspan.
struct Placement {
  std::size_t rows, cols, row_stride, col_stride, origin, size;

  [[nodiscard]] std::size_t at(std::size_t i, std::size_t j) const { return origin + i * row_stride + j * col_stride; }
};

template <class Layout>
Placement place(std::size_t rows, std::size_t cols) {
  std::size_t const full_rows = rows + 2 * margin;
  std::size_t const full_cols = cols + 2 * margin;
  std::size_t const spread    = std::is_same_v<Layout, Kokkos::LayoutStride> ? 2 : 1;
  bool const left             = std::is_same_v<Layout, Kokkos::LayoutLeft>;
  std::size_t const row       = left ? 1 : spread * full_cols;
  std::size_t const col       = left ? full_rows : spread;
  return {rows, cols, row, col, margin * (row + col), full_rows * full_cols * spread};
}

/// The View that Kokkos makes of the same place: the interior of a View of the whole allocation.
template <class Layout, class Value, class Space>
auto interior(Kokkos::View<Value*, Space> const& memory, Placement const& place) {
  std::size_t const full_rows = place.rows + 2 * margin;
  std::size_t const full_cols = place.cols + 2 * margin;
  Layout layout(full_rows, full_cols);
  if constexpr (std::is_same_v<Layout, Kokkos::LayoutStride>)
    layout = Layout(full_rows, place.row_stride, full_cols, place.col_stride);
  Kokkos::View<Value**, Layout, Space, Kokkos::MemoryUnmanaged> const full(memory.data(), layout);
  return Kokkos::subview(full, Kokkos::pair(margin, margin + place.rows), Kokkos::pair(margin, margin + place.cols));
}

template <class Value, class Space>
Kokkos::View<Value*, Space> to_space(Bytes const& bytes) {
  Kokkos::View<Value*, Space> memory("memory", bytes.size() / sizeof(Value));
  auto const mirror = Kokkos::create_mirror_view(memory);
  if (!bytes.empty()) std::memcpy(static_cast<void*>(mirror.data()), bytes.data(), bytes.size());
  Kokkos::deep_copy(memory, mirror);
  return memory;
}

template <class Value, class Space>
Bytes to_bytes(Kokkos::View<Value*, Space> const& memory) {
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, memory);
  Bytes bytes(memory.size() * sizeof(Value));
  if (!bytes.empty()) std::memcpy(bytes.data(), static_cast<void const*>(mirror.data()), bytes.size());
  return bytes;
}

/// `count` different elements of `size` bytes.
Bytes make_elements(std::size_t count, std::size_t size) {
  Bytes bytes(count * size);
  for (std::size_t k = 0; k < count; ++k) turnstile_test::fill_element(&bytes[k * size], size, k, 17);
  return bytes;
}

/// Loads each tile of `in` and stores it both transposed and straight. Before that it fills the tile and the bytes on
/// both sides of it with poison; in between and at the end it counts what changed although nobody may change it.
template <class Space, class Value, TransposePolicy P, Lanes lanes, class In, class Transposed, class Copy>
struct MoveTiles {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;

  // The tile begins at the worst place: behind an odd number of bytes.
  static constexpr auto plan =
      turnstile::plan_scratch<unsigned char, Value, unsigned char>({33, turnstile::tile_size(P), 40});

  In in;
  Transposed transposed;
  Copy copy;
  std::int64_t rows, cols;
  Kokkos::View<int, typename Space::memory_space> faults;

  [[nodiscard]] KOKKOS_FUNCTION std::int64_t tiles_along() const { return (cols + P.tile_cols - 1) / P.tile_cols; }
  [[nodiscard]] KOKKOS_FUNCTION std::int64_t tiles() const {
    return (rows + P.tile_rows - 1) / P.tile_rows * tiles_along();
  }

  template <class View>
  KOKKOS_FUNCTION static void fill_with_poison(Member const& member, View const& array) {
    auto* const bytes = reinterpret_cast<unsigned char*>(array.data());
    auto const end    = static_cast<int>(array.size() * sizeof(typename View::value_type));
    Kokkos::parallel_for(Kokkos::TeamVectorRange(member, end), [&](int byte) { bytes[byte] = poison; });
  }

  KOKKOS_FUNCTION static bool is_poison(unsigned char const* bytes, std::size_t size) {
    for (std::size_t k = 0; k < size; ++k)
      if (bytes[k] != poison) return false;
    return true;
  }

  /// Elements of the tile beyond the edges of `in`, and of the padding, that are not poison any more.
  template <class TileSpan>
  KOKKOS_FUNCTION int changed_beyond_edges(TileSpan const& tile, std::int64_t row, std::int64_t col) const {
    auto const* const bytes = reinterpret_cast<unsigned char const*>(tile.data_handle());
    int changed             = 0;
    for (int r = 0; r < P.tile_rows; ++r)
      for (int c = 0; c < P.tile_cols + P.padding; ++c) {
        if (c < P.tile_cols && row + r < rows && col + c < cols) continue;
        int const offset = c < P.tile_cols ? tile.mapping()(r, c) : r * (P.tile_cols + P.padding) + c;
        if (!is_poison(bytes + static_cast<std::size_t>(offset) * sizeof(Value), sizeof(Value))) ++changed;
      }
    return changed;
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const row = member.league_rank() / tiles_along() * P.tile_rows;
    std::int64_t const col = member.league_rank() % tiles_along() * P.tile_cols;
    // Device code cannot refer to a static member of the host.
    constexpr auto local_plan         = plan;
    auto const [before, block, after] = turnstile::carve(member, local_plan);
    turnstile::Tile<Value, P> const tile(block.data());
    fill_with_poison(member, before);
    fill_with_poison(member, block);
    fill_with_poison(member, after);
    member.team_barrier();

    turnstile::TileLoad<lanes>::invoke(member, in, row, col, tile);
    member.team_barrier();
    turnstile::TileStoreTransposed<lanes>::invoke(member, tile, transposed, col, row);
    turnstile::TileStore<lanes>::invoke(member, tile, copy, row, col);

    int changed = changed_beyond_edges(tile, row, col);
    if (!is_poison(before.data(), before.size()) || !is_poison(after.data(), after.size())) ++changed;
    Kokkos::atomic_add(&faults(), changed);
  }
};

/// One way to launch: threads of a team, vector lanes of a thread.
struct Team {
  int size;
  int vector_length;
};

/// Runs `kernel` with every team that the space allows; `begin` sets up its outputs, `check` looks at them.
template <class Space, class Kernel, class Begin, class Check>
void for_all_teams(Space const& space, Kernel const& kernel, std::vector<Team> const& teams, Begin const& begin,
                   Check const& check) {
  using Policy            = Kokkos::TeamPolicy<Space>;
  int const league_size   = static_cast<int>(kernel.tiles());
  auto const with_scratch = [](Policy policy) {
    return policy.set_scratch_size(0, Kokkos::PerTeam(Kernel::plan.total));
  };
  int launches = 0;
  for (auto const [size, vector_length] : teams) {
    Policy const smallest = with_scratch(Policy(space, league_size, 1, vector_length));
    if (size > smallest.team_size_max(kernel, Kokkos::ParallelForTag{})) continue;
    SCOPED_TRACE("team of " + std::to_string(size) + " with " + std::to_string(vector_length) + " vector lanes");
    begin();
    Kokkos::parallel_for("move tiles", with_scratch(Policy(space, league_size, size, vector_length)), kernel);
    space.fence();
    check();
    ++launches;
  }
  EXPECT_GT(launches, 0);
}

/// Where `bytes` differ from `expected`, in words; empty when they do not.
std::string difference(Bytes const& bytes, Bytes const& expected, std::size_t element_size) {
  for (std::size_t k = 0; k < expected.size(); ++k)
    if (bytes[k] != expected[k])
      return "first difference in element " + std::to_string(k / element_size) + " of the allocation";
  return "";
}

/// What the outputs must hold when all is done.
struct Expected {
  Bytes transposed, copy;
};

Expected expect(Bytes const& in, std::size_t size, Placement const& from, Placement const& transposed,
                Placement const& copy) {
  Expected expected{Bytes(transposed.size * size, poison), Bytes(copy.size * size, poison)};
  for (std::size_t i = 0; i < from.rows; ++i)
    for (std::size_t j = 0; j < from.cols; ++j) {
      auto const* const element = &in[from.at(i, j) * size];
      std::memcpy(&expected.transposed[transposed.at(j, i) * size], element, size);
      std::memcpy(&expected.copy[copy.at(i, j) * size], element, size);
    }
  return expected;
}

/// Hands a View to the kernel as it is.
struct AsView {
  template <class View>
  auto operator()(View const& view) const {
    return view;
  }
};

/// Hands a View to the kernel as an mdspan with the layout of the standard that fits.
struct AsMdspan {
  template <class View>
  auto operator()(View const& view) const {
    using Value   = typename View::value_type;
    using Extents = Kokkos::dextents<std::size_t, 2>;
    Extents const extents(view.extent(0), view.extent(1));
    std::array<std::size_t, 2> const strides{view.stride(0), view.stride(1)};
    using Mapping = Kokkos::layout_stride::mapping<Extents>;
    return Kokkos::mdspan<Value, Extents, Kokkos::layout_stride>(view.data(), Mapping(extents, strides));
  }
};

/// Moves one rows x cols matrix through tiles of `P` with every team, and compares all bytes with the oracle's.
template <class Value, TransposePolicy P, Lanes lanes, class InLayout, class OutLayout, class Form = AsView,
          class Space>
void check_matrix(Space const& space, std::size_t rows, std::size_t cols, std::vector<Team> const& teams) {
  SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(cols) + " elements of " + std::to_string(sizeof(Value)) +
               " bytes");
  Placement const in_place         = place<InLayout>(rows, cols);
  Placement const transposed_place = place<OutLayout>(cols, rows);
  Placement const copy_place       = place<OutLayout>(rows, cols);
  Bytes const in_bytes             = make_elements(in_place.size, sizeof(Value));
  Expected const expected          = expect(in_bytes, sizeof(Value), in_place, transposed_place, copy_place);

  auto const in_memory         = to_space<Value, Space>(in_bytes);
  auto const transposed_memory = to_space<Value, Space>(expected.transposed);
  auto const copy_memory       = to_space<Value, Space>(expected.copy);
  Form const form;
  Kokkos::View<Value const*, Space> const const_in_memory = in_memory;
  auto const in                                           = form(interior<InLayout>(const_in_memory, in_place));
  auto const transposed = form(interior<OutLayout>(transposed_memory, transposed_place));
  auto const copy       = form(interior<OutLayout>(copy_memory, copy_place));

  MoveTiles<Space, Value, P, lanes, std::remove_const_t<decltype(in)>, std::remove_const_t<decltype(transposed)>,
            std::remove_const_t<decltype(copy)>> const kernel{
      in, transposed, copy, static_cast<std::int64_t>(rows), static_cast<std::int64_t>(cols), {"faults"}};
  for_all_teams(
      space, kernel, teams,
      [&] {
        Kokkos::deep_copy(transposed_memory, to_space<Value, Space>(Bytes(expected.transposed.size(), poison)));
        Kokkos::deep_copy(copy_memory, to_space<Value, Space>(Bytes(expected.copy.size(), poison)));
      },
      [&] {
        int faults = 0;
        Kokkos::deep_copy(faults, kernel.faults);
        EXPECT_EQ(faults, 0) << "scratch memory outside the loaded elements was written";
        EXPECT_EQ(difference(to_bytes(transposed_memory), expected.transposed, sizeof(Value)), "") << "transposed";
        EXPECT_EQ(difference(to_bytes(copy_memory), expected.copy, sizeof(Value)), "") << "copy";
      });
}

std::vector<Team> const one_lane_teams{{1, 1}, {2, 1}, {3, 1}, {7, 1}, {64, 1}, {65, 1}, {256, 1}};
std::vector<Team> const vector_teams{{1, 1}, {3, 1}, {256, 1}, {1, 32}, {7, 8}, {32, 8}};

/// Sizes around the edges of a tile side, and a prime that spans several tiles.
std::vector<std::size_t> sizes_around(int tile_side) {
  auto const side = static_cast<std::size_t>(tile_side);
  return {0, 1, side - 1, side, side + 1, 2 * side + 3, 37};
}

template <class Value, TransposePolicy P, class Space>
void check_all_sizes(Space const& space) {
  for (std::size_t const rows : sizes_around(P.tile_rows))
    for (std::size_t const cols : sizes_around(P.tile_cols))
      check_matrix<Value, P, Lanes::team_vector, Kokkos::LayoutRight, Kokkos::LayoutRight>(space, rows, cols,
                                                                                           {{1, 1}, {7, 1}, {256, 1}});
}

template <class Value, TransposePolicy P, class InLayout, class Space>
void check_out_layouts(Space const& space) {
  using Kokkos::LayoutLeft, Kokkos::LayoutRight, Kokkos::LayoutStride;
  check_matrix<Value, P, Lanes::team_vector, InLayout, LayoutLeft>(space, 19, 35, vector_teams);
  check_matrix<Value, P, Lanes::team_vector, InLayout, LayoutRight>(space, 19, 35, vector_teams);
  check_matrix<Value, P, Lanes::team_vector, InLayout, LayoutStride>(space, 19, 35, vector_teams);
}

template <class Space>
class TeamTier : public SpaceTest<Space> {};
TYPED_TEST_SUITE(TeamTier, AllSpaces, SpaceName);

constexpr TransposePolicy plain{.tile_rows = 8, .tile_cols = 16};
constexpr TransposePolicy padded{.tile_rows = 16, .tile_cols = 8, .padding = 1};
constexpr TransposePolicy padded_by_two{.tile_rows = 9, .tile_cols = 5, .padding = 2};
constexpr TransposePolicy rotated{.tile_rows = 11, .tile_cols = 7, .swizzle = Swizzle::rotate};
constexpr TransposePolicy rotated_by_four{
    .tile_rows = 16, .tile_cols = 16, .swizzle = Swizzle::rotate, .swizzle_base = 2};
constexpr TransposePolicy xored{
    .tile_rows = 16, .tile_cols = 16, .swizzle = Swizzle::xor_bits, .swizzle_bits = 4, .swizzle_shift = 4};
constexpr TransposePolicy xored_in_pairs{.tile_rows     = 13,
                                         .tile_cols     = 8,
                                         .swizzle       = Swizzle::xor_bits,
                                         .swizzle_bits  = 2,
                                         .swizzle_base  = 1,
                                         .swizzle_shift = 3};

TYPED_TEST(TeamTier, EveryTileLayoutAndRaggedEdges) {
  check_all_sizes<float, plain>(this->exec);
  check_all_sizes<float, padded>(this->exec);
  check_all_sizes<float, padded_by_two>(this->exec);
  check_all_sizes<float, rotated>(this->exec);
  check_all_sizes<float, rotated_by_four>(this->exec);
  check_all_sizes<float, xored>(this->exec);
  check_all_sizes<float, xored_in_pairs>(this->exec);
}

TYPED_TEST(TeamTier, EveryElementSize) {
  check_all_sizes<std::uint8_t, rotated>(this->exec);
  check_all_sizes<std::uint16_t, xored_in_pairs>(this->exec);
  check_all_sizes<double, padded>(this->exec);
  check_all_sizes<Complex, xored>(this->exec);
  check_all_sizes<Twelve, padded_by_two>(this->exec);
}

TYPED_TEST(TeamTier, EveryPairOfLayouts) {
  check_out_layouts<double, padded, Kokkos::LayoutLeft>(this->exec);
  check_out_layouts<double, padded, Kokkos::LayoutRight>(this->exec);
  check_out_layouts<double, padded, Kokkos::LayoutStride>(this->exec);
  check_out_layouts<std::uint8_t, xored, Kokkos::LayoutLeft>(this->exec);
}

TYPED_TEST(TeamTier, MdspanOnBothSides) {
  using Kokkos::LayoutLeft, Kokkos::LayoutRight;
  check_matrix<float, rotated, Lanes::team_vector, LayoutLeft, LayoutRight, AsMdspan>(this->exec, 19, 35, vector_teams);
}

TYPED_TEST(TeamTier, P51_EveryTeamSize) {
  using Kokkos::LayoutRight;
  check_matrix<float, padded, Lanes::team, LayoutRight, LayoutRight>(this->exec, 53, 41, one_lane_teams);
  check_matrix<double, xored, Lanes::team_vector, LayoutRight, LayoutRight>(this->exec, 53, 41, one_lane_teams);
}

constexpr TransposePolicy complex_tile_padded_by_two{.tile_rows = 31, .tile_cols = 17, .padding = 2};
constexpr TransposePolicy complex_tile_padded_by_one{.tile_rows = 33, .tile_cols = 33, .padding = 1};
constexpr TransposePolicy complex_tile{.tile_rows = 33, .tile_cols = 33};

TYPED_TEST(TeamTier, P27_ComplexTileBehindAnOddNumberOfBytes) {
  using Kokkos::LayoutRight;
  std::vector<Team> const teams{{1, 1}, {3, 1}, {7, 1}, {64, 1}};
  check_matrix<Complex, complex_tile_padded_by_two, Lanes::team_vector, LayoutRight, LayoutRight>(this->exec, 67, 70,
                                                                                                  teams);
  check_matrix<Complex, complex_tile_padded_by_one, Lanes::team_vector, LayoutRight, LayoutRight>(this->exec, 67, 70,
                                                                                                  teams);
  check_matrix<Complex, complex_tile, Lanes::team_vector, LayoutRight, LayoutRight>(this->exec, 67, 70, teams);
}

struct TripledAsDouble {
  KOKKOS_FUNCTION double operator()(std::uint8_t value) const { return 3.0 * value; }
};
struct NegatedAsFloat {
  KOKKOS_FUNCTION float operator()(double value) const { return static_cast<float>(-value); }
};
struct Halved {
  KOKKOS_FUNCTION double operator()(double value) const { return value / 2; }
};

/// Loads bytes tripled into a tile of doubles; stores them negated as floats and halved as integers.
template <class Space>
struct ConvertTiles {
  using Member           = typename Kokkos::TeamPolicy<Space>::member_type;
  static constexpr int T = 16;
  static constexpr TransposePolicy policy{.tile_rows = T, .tile_cols = T, .padding = 1};
  static constexpr std::int64_t scratch_bytes = turnstile::tile_bytes<double, policy>();

  Kokkos::View<std::uint8_t**, Space> in;
  Kokkos::View<float**, Space> negated;
  Kokkos::View<int**, Space> halved;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const tiles_along = static_cast<int>((in.extent(1) + T - 1) / T);
    int const row          = member.league_rank() / tiles_along * T;
    int const col          = member.league_rank() % tiles_along * T;
    constexpr auto bytes   = scratch_bytes;  // device code cannot refer to a static member of the host
    turnstile::Tile<double, policy> const tile(
        static_cast<double*>(member.team_scratch(0).get_shmem_aligned(bytes, alignof(double))));
    turnstile::TeamTileLoad::invoke(member, in, row, col, tile, TripledAsDouble{});
    member.team_barrier();
    turnstile::TeamTileStoreTransposed::invoke(member, tile, negated, col, row, NegatedAsFloat{});
    turnstile::TeamTileStore::invoke(member, tile, halved, row, col, Halved{});
  }
};

TYPED_TEST(TeamTier, P29_ElementOperationsAndConversions) {
  constexpr int rows = 100;
  constexpr int cols = 61;
  constexpr int T    = ConvertTiles<TypeParam>::T;
  ConvertTiles<TypeParam> const kernel{{"in", rows, cols}, {"negated", cols, rows}, {"halved", rows, cols}};
  auto const in = Kokkos::create_mirror_view(kernel.in);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) in(i, j) = static_cast<std::uint8_t>(i * cols + j);
  Kokkos::deep_copy(kernel.in, in);

  int const tiles = (rows + T - 1) / T * ((cols + T - 1) / T);
  turnstile::check_scratch(kernel.scratch_bytes, this->exec);
  auto policy = Kokkos::TeamPolicy<TypeParam>(this->exec, tiles, Kokkos::AUTO);
  Kokkos::parallel_for("convert", policy.set_scratch_size(0, Kokkos::PerTeam(kernel.scratch_bytes)), kernel);

  auto const negated = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, kernel.negated);
  auto const halved  = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, kernel.halved);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) {
      int const value = 3 * ((i * cols + j) % 256);
      EXPECT_EQ(negated(j, i), static_cast<float>(-value)) << "(" << i << ", " << j << ")";
      EXPECT_EQ(halved(i, j), value / 2) << "(" << i << ", " << j << ")";
    }
}

}  // namespace
