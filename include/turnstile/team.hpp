// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/layout/tile_layout.hpp>
#include <turnstile/policy.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

/// \file
/// The tile of a transpose for kernels of one's own: a Kokkos::TeamPolicy kernel loads a tile of a View into scratch
/// memory, works on it, and stores it, straight or transposed. Any tile layout, ragged edges included.
///
/// The functors are called like those of KokkosBatched, by every work item of the team. `TeamTile...` spreads the
/// elements over a TeamThreadRange and is meant for vector length 1; `TeamVectorTile...` spreads them over a
/// TeamVectorRange. None of them has a barrier inside: call `member.team_barrier()` between filling a tile and reading
/// it, and again before the tile is filled anew.
///
/// Lane order on devices. Consecutive work items always touch consecutive elements of the View's contiguous dimension:
/// the first one of a LayoutLeft View or layout_left mdspan, the last one of everything else. Work item t therefore
/// touches tile element (t / cols, t % cols) when it walks along the tile's rows, and (t % rows, t / rows) when it
/// walks down the columns: the two accesses that bank_model.hpp judges. On hosts a work item takes whole rows, or
/// columns.

namespace turnstile {

/// A tile in scratch memory, stored as policy `P` says.
template <class Value, TransposePolicy P>
using Tile = Kokkos::mdspan<Value, Kokkos::extents<int, P.tile_rows, P.tile_cols>, tile_layout_for<P>>;

/// Bytes of a `Tile<Value, P>`, padding included.
template <class Value, TransposePolicy P>
constexpr std::int64_t tile_bytes() {
  return static_cast<std::int64_t>(tile_size(P)) * static_cast<std::int64_t>(sizeof(Value));
}

/// The element operation of a plain move.
struct Move {
  /// The value itself.
  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION constexpr Value operator()(Value const& value) const {
    return value;
  }
};

/// Which work items share the work: the threads of a team, or the vector lanes of all its threads.
enum class Lanes { team, team_vector };

namespace detail {

/// Whether neighbours along the first dimension are neighbours in memory, as far as the type of the array tells.
template <class View>
inline constexpr bool first_dimension_is_contiguous = std::is_same_v<typename View::layout_type, Kokkos::layout_left>;
template <class View>
  requires(Kokkos::is_view_v<View>)
inline constexpr bool first_dimension_is_contiguous<View> =
    std::is_same_v<typename View::array_layout, Kokkos::LayoutLeft>;

/// Element (i, j) of a rank-2 View or mdspan.
template <class View, class Index>
KOKKOS_FORCEINLINE_FUNCTION decltype(auto) element(View const& view, Index i, Index j) {
  static_assert(View::rank() == 2, "turnstile: the tile functors take rank-2 Views");
  if constexpr (Kokkos::is_view_v<View>) {
    return view(i, j);
  } else {
    using MappingIndex = typename View::index_type;
    auto const offset  = view.mapping()(static_cast<MappingIndex>(i), static_cast<MappingIndex>(j));
    return view.accessor().access(view.data_handle(), static_cast<std::size_t>(offset));
  }
}

/// How many of `size` elements from `origin` on lie within `extent`.
template <class Extent>
KOKKOS_FORCEINLINE_FUNCTION int count_within(Extent extent, std::int64_t origin, int size) {
  std::int64_t const left = static_cast<std::int64_t>(extent) - origin;
  return left <= 0 ? 0 : left < size ? static_cast<int>(left) : size;
}

template <Lanes lanes, class Member>
KOKKOS_FORCEINLINE_FUNCTION auto work_items(Member const& member, int count) {
  if constexpr (lanes == Lanes::team)
    return Kokkos::TeamThreadRange(member, count);
  else
    return Kokkos::TeamVectorRange(member, count);
}

/// Calls `visit(outer, inner)` for every outer < outer_count, inner < inner_count. Consecutive work items of a device
/// get consecutive `inner`; a work item of a host gets all of them, so that the compiler can vectorize.
template <Lanes lanes, int outer_size, int inner_size, class Member, class Visit>
KOKKOS_FORCEINLINE_FUNCTION void for_each_pair(Member const& member, int outer_count, int inner_count,
                                               Visit const& visit) {
  using MemorySpace = typename Member::execution_space::memory_space;
  if constexpr (std::is_same_v<MemorySpace, Kokkos::HostSpace>) {
    Kokkos::parallel_for(work_items<lanes>(member, outer_count), [&](int outer) {
      for (int inner = 0; inner < inner_count; ++inner) visit(outer, inner);
    });
  } else if (outer_count == outer_size && inner_count == inner_size) {
    Kokkos::parallel_for(work_items<lanes>(member, outer_size * inner_size),
                         [&](int t) { visit(t / inner_size, t % inner_size); });
  } else {
    Kokkos::parallel_for(work_items<lanes>(member, outer_size * inner_size), [&](int t) {
      int const outer = t / inner_size;
      int const inner = t % inner_size;
      if (outer < outer_count && inner < inner_count) visit(outer, inner);
    });
  }
}

/// Calls `visit(row, col)` for the first `row_count` rows and `col_count` columns of a tile.
template <Lanes lanes, bool down_columns, class TileSpan, class Member, class Visit>
KOKKOS_FORCEINLINE_FUNCTION void for_each_element(Member const& member, int row_count, int col_count,
                                                  Visit const& visit) {
  static_assert(TileSpan::rank() == 2 && TileSpan::rank_dynamic() == 0,
                "turnstile: a tile has two extents, known at compile time");
  constexpr int rows = static_cast<int>(TileSpan::static_extent(0));
  constexpr int cols = static_cast<int>(TileSpan::static_extent(1));
  if constexpr (down_columns)
    for_each_pair<lanes, cols, rows>(member, col_count, row_count, [&](int col, int row) { visit(row, col); });
  else
    for_each_pair<lanes, rows, cols>(member, row_count, col_count, visit);
}

}  // namespace detail

/// Fills a tile from a View or mdspan.
template <Lanes lanes>
struct TileLoad {
  /// tile(r, c) = operation(source(row + r, col + c)) for every tile element that lies within the source; the others
  /// keep what they hold. `row` and `col` must not be negative.
  template <class Member, class Source, class TileSpan, class Operation = Move>
  KOKKOS_FUNCTION static void invoke(Member const& member, Source const& source, std::int64_t row, std::int64_t col,
                                     TileSpan const& tile, Operation const& operation = {}) {
    using Value         = typename TileSpan::value_type;
    int const row_count = detail::count_within(source.extent(0), row, static_cast<int>(tile.extent(0)));
    int const col_count = detail::count_within(source.extent(1), col, static_cast<int>(tile.extent(1)));
    detail::for_each_element<lanes, detail::first_dimension_is_contiguous<Source>, TileSpan>(
        member, row_count, col_count, [&](int r, int c) {
          detail::element(tile, r, c) = static_cast<Value>(operation(detail::element(source, row + r, col + c)));
        });
  }
};

/// Writes a tile to a View or mdspan.
template <Lanes lanes>
struct TileStore {
  /// destination(row + r, col + c) = operation(tile(r, c)) for every tile element that lies within the destination.
  /// `row` and `col` must not be negative.
  template <class Member, class TileSpan, class Destination, class Operation = Move>
  KOKKOS_FUNCTION static void invoke(Member const& member, TileSpan const& tile, Destination const& destination,
                                     std::int64_t row, std::int64_t col, Operation const& operation = {}) {
    using Value         = typename Destination::value_type;
    int const row_count = detail::count_within(destination.extent(0), row, static_cast<int>(tile.extent(0)));
    int const col_count = detail::count_within(destination.extent(1), col, static_cast<int>(tile.extent(1)));
    detail::for_each_element<lanes, detail::first_dimension_is_contiguous<Destination>, TileSpan>(
        member, row_count, col_count, [&](int r, int c) {
          detail::element(destination, row + r, col + c) = static_cast<Value>(operation(detail::element(tile, r, c)));
        });
  }
};

/// Writes the transpose of a tile to a View or mdspan.
template <Lanes lanes>
struct TileStoreTransposed {
  /// destination(row + c, col + r) = operation(tile(r, c)) for every tile element that lies within the destination.
  /// `row` and `col` must not be negative.
  template <class Member, class TileSpan, class Destination, class Operation = Move>
  KOKKOS_FUNCTION static void invoke(Member const& member, TileSpan const& tile, Destination const& destination,
                                     std::int64_t row, std::int64_t col, Operation const& operation = {}) {
    using Value         = typename Destination::value_type;
    int const row_count = detail::count_within(destination.extent(1), col, static_cast<int>(tile.extent(0)));
    int const col_count = detail::count_within(destination.extent(0), row, static_cast<int>(tile.extent(1)));
    detail::for_each_element<lanes, !detail::first_dimension_is_contiguous<Destination>, TileSpan>(
        member, row_count, col_count, [&](int r, int c) {
          detail::element(destination, row + c, col + r) = static_cast<Value>(operation(detail::element(tile, r, c)));
        });
  }
};

using TeamTileLoad                  = TileLoad<Lanes::team>;                    ///< by the threads of the team
using TeamVectorTileLoad            = TileLoad<Lanes::team_vector>;             ///< by all vector lanes
using TeamTileStore                 = TileStore<Lanes::team>;                   ///< by the threads of the team
using TeamVectorTileStore           = TileStore<Lanes::team_vector>;            ///< by all vector lanes
using TeamTileStoreTransposed       = TileStoreTransposed<Lanes::team>;         ///< by the threads of the team
using TeamVectorTileStoreTransposed = TileStoreTransposed<Lanes::team_vector>;  ///< by all vector lanes

}  // namespace turnstile
