// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "permutation.hpp"

#include "array_text.hpp"
#include "command_error.hpp"
#include "npy.hpp"

#include <turnstile/problem.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace turnstile::command {

namespace {

std::vector<std::int64_t> packed_strides(std::vector<std::int64_t> const& extents, MemoryOrder order) {
  std::vector<std::int64_t> strides(extents.size());
  std::int64_t stride = 1;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    std::size_t const axis = order == MemoryOrder::fortran ? i : extents.size() - 1 - i;
    strides[axis]          = stride;
    stride *= std::max<std::int64_t>(extents[axis], 1);
  }
  return strides;
}

void check_size(std::vector<std::int64_t> const& extents, std::int64_t item_bytes) {
  std::int64_t room = std::numeric_limits<std::int64_t>::max() / std::max<std::int64_t>(item_bytes, 1);
  for (std::int64_t const extent : extents) {
    if (extent < 0) throw CommandError("the shape has the negative extent " + std::to_string(extent));
    room /= std::max<std::int64_t>(extent, 1);
  }
  if (room == 0) throw CommandError("an array of shape " + shape_text(extents) + " has more than 2^63 bytes");
}

}  // namespace

std::vector<std::int64_t> Permutation::out_extents() const {
  std::vector<std::int64_t> result;
  result.reserve(axes.size());
  for (int const axis : axes) result.push_back(extents[static_cast<std::size_t>(axis)]);
  return result;
}

std::int64_t Permutation::bytes() const {
  std::int64_t result = item_bytes;
  for (std::int64_t const extent : extents) result *= extent;
  return result;
}

std::vector<int> parse_axes(std::optional<std::string> const& text, std::size_t rank) {
  std::vector<int> axes(rank);
  std::iota(axes.rbegin(), axes.rend(), 0);
  if (!text) return axes;
  std::vector<std::int64_t> const given = parse_integers(*text, ',', "--axes");
  if (given.size() != rank)
    throw CommandError("--axes " + excerpt(*text) + " names " + std::to_string(given.size()) + " axes, the array has " +
                       std::to_string(rank));
  std::vector<bool> seen(rank, false);
  auto const signed_rank = static_cast<std::int64_t>(rank);
  for (std::size_t k = 0; k < rank; ++k) {
    if (given[k] < -signed_rank || given[k] >= signed_rank)
      throw CommandError("--axes " + excerpt(*text) + ": there is no axis " + std::to_string(given[k]) +
                         " in an array of rank " + std::to_string(rank));
    auto const axis = static_cast<std::size_t>(given[k] < 0 ? given[k] + signed_rank : given[k]);
    if (seen[axis]) throw CommandError("--axes " + excerpt(*text) + " names axis " + std::to_string(axis) + " twice");
    seen[axis] = true;
    axes[k]    = static_cast<int>(axis);
  }
  return axes;
}

Permutation make_permutation(std::vector<std::int64_t> const& extents, std::int64_t item_bytes, MemoryOrder in_order,
                             MemoryOrder out_order, std::vector<int> const& axes) {
  if (extents.size() > max_rank)
    throw CommandError("arrays of rank " + std::to_string(extents.size()) + " are not supported: at most " +
                       std::to_string(max_rank));
  check_size(extents, item_bytes);
  Permutation result{item_bytes, extents, packed_strides(extents, in_order), {}, axes};
  result.out_strides = packed_strides(result.out_extents(), out_order);
  return result;
}

}  // namespace turnstile::command
