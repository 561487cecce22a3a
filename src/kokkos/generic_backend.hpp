// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../processor.hpp"
#include "compiled_policies.hpp"

#include <turnstile/backend.hpp>
#include <turnstile/kokkos/launch.hpp>
#include <turnstile/kokkos/word.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

/// \file
/// Bodies of GenericBackend, instantiated once per enabled space.

namespace turnstile {
namespace detail {

/// Calls `body` with the word size as a compile-time constant.
template <class Body>
decltype(auto) with_word_size(int word_bytes, Body const& body) {
  switch (word_bytes) {
    case 1:
      return body(std::integral_constant<int, 1>{});
    case 2:
      return body(std::integral_constant<int, 2>{});
    case 4:
      return body(std::integral_constant<int, 4>{});
    case 8:
      return body(std::integral_constant<int, 8>{});
    default:
      return body(std::integral_constant<int, 16>{});
  }
}

/// Starts the compiled tile kernel that has the shape and layout of `policy`; false when the device cannot run its
/// team.
template <class ExecutionSpace, int WordBytes, std::size_t... K>
bool launch_compiled_tile(ExecutionSpace const& space, Problem const& problem, TransposePolicy const& policy,
                          std::index_sequence<K...>) {
  constexpr auto& compiled = compiled_policies_for<WordBytes>;
  auto const start         = [&]<std::size_t Index>() {
    return is_same_tile(compiled[Index], policy) &&
           launch_tile<ExecutionSpace, Word<WordBytes>, compiled[Index]>(space, problem, policy.order);
  };
  return (start.template operator()<K + 1>() || ...);
}

/// The tile for a host. Padding costs a core half of its speed (Intel Xeon, Ice Lake class, 4-byte words, 4096^2: 5.0
/// GB/s with 64x64, 2.7 GB/s with 64x64+pad1), and thin tiles win nothing.
inline TransposePolicy host_tile(int word_bytes) noexcept {
  return {.tile_rows = largest_side(word_bytes), .tile_cols = largest_side(word_bytes)};
}

/// The tile for a device and a matrix of `rows` (along the output's fastest dimension) by `cols`. Thin matrices get
/// thin tiles, so that lanes are not wasted on a side that is not there. `words` counts the whole batch.
inline TransposePolicy device_tile(std::int64_t rows, std::int64_t cols, std::int64_t words, int word_bytes) noexcept {
  for (int side : {8, 16, 32}) {
    if (rows <= side && cols <= side) return padded(32, 32, word_bytes);
    if (cols <= side) return padded(long_side(side, word_bytes), side, word_bytes);
    if (rows <= side) return padded(side, long_side(side, word_bytes), word_bytes);
  }
  // Few large tiles leave multiprocessors idle (H200, 256^2: the textbook 32x32 tile is up to 1.2 times faster than
  // 64x64).
  constexpr std::int64_t few_words = std::int64_t{64} * 64 * 64;
  int const side                   = words < few_words ? 32 : largest_side(word_bytes);
  return padded(side, side, word_bytes);
}

}  // namespace detail

template <class ExecutionSpace>
Arch GenericBackend<ExecutionSpace>::architecture(ExecutionSpace const&) {
  return {.is_host       = is_host_space<ExecutionSpace>,
          .scratch_bytes = detail::scratch_limit<ExecutionSpace>(),
          .device        = is_host_space<ExecutionSpace> ? detail::processor_name() : std::string_view{}};
}

template <class ExecutionSpace>
std::span<TransposePolicy const> GenericBackend<ExecutionSpace>::policies(int word_bytes) noexcept {
  return detail::with_word_size(word_bytes, [](auto bytes) {
    return std::span<TransposePolicy const>(detail::compiled_policies_for<decltype(bytes)::value>);
  });
}

template <class ExecutionSpace>
TransposePolicy GenericBackend<ExecutionSpace>::select(Problem const& problem, Arch const& arch) noexcept {
  if (!problem.is_transposing()) return no_tile;
  auto const rows = problem.extents[problem.output_fastest()];
  auto const cols = problem.extents[problem.input_fastest()];
  // A matrix below 2 KiB stays in the first-level cache between the rows of its output, and one of a few columns or
  // rows reads whole sectors anyway: a tile would only idle most lanes.
  constexpr std::int64_t small_matrix_words = 512;
  if (rows < 5 || cols < 3 || rows * cols < small_matrix_words) return no_tile;
  auto const tile = arch.is_host ? detail::host_tile(problem.word_bytes)
                                 : detail::device_tile(rows, cols, problem.words(), problem.word_bytes);
  return detail::tile_bytes_needed(tile, problem.word_bytes) <= arch.scratch_bytes ? tile : no_tile;
}

template <class ExecutionSpace>
bool GenericBackend<ExecutionSpace>::supports(Problem const& problem, TransposePolicy const& policy) noexcept {
  auto const is_compiled_for = [&policy](int word_bytes) {
    return std::ranges::any_of(policies(word_bytes),
                               [&](auto const& compiled) { return detail::is_same_tile(compiled, policy); });
  };
  // A problem without a tile runs the same kernel under every policy, so that the words of its canonical form, which
  // the caller does not see, must not decide.
  if (!problem.is_transposing()) return std::ranges::any_of(std::array{1, 2, 4, 8, 16}, is_compiled_for);
  return is_compiled_for(problem.word_bytes);
}

template <class ExecutionSpace>
std::string_view GenericBackend<ExecutionSpace>::kernel(Problem const& problem,
                                                        TransposePolicy const& policy) noexcept {
  bool const tile = detail::takes_tile(problem, policy);
  if (is_host_space<ExecutionSpace>) return tile ? "host_tile" : "host";
  return tile ? "tile" : "direct";
}

template <class ExecutionSpace>
std::string GenericBackend<ExecutionSpace>::details(Problem const&, TransposePolicy const&) {
  return {};
}

template <class ExecutionSpace>
void GenericBackend<ExecutionSpace>::run(ExecutionSpace const& space, Problem const& problem,
                                         TransposePolicy const& policy) {
  detail::with_word_size(problem.word_bytes, [&](auto bytes) {
    constexpr int word_bytes  = decltype(bytes)::value;
    constexpr auto tile_count = detail::compiled_policies_for<word_bytes>.size() - 1;
    bool const is_moved =
        detail::takes_tile(problem, policy) && detail::launch_compiled_tile<ExecutionSpace, word_bytes>(
                                                   space, problem, policy, std::make_index_sequence<tile_count>{});
    if (!is_moved) detail::launch_direct<ExecutionSpace, detail::Word<word_bytes>>(space, problem);
  });
}

}  // namespace turnstile
