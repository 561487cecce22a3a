// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace turnstile::command {

/// Which axis of an array without gaps is the fastest: the last (c) or the first (fortran).
enum class MemoryOrder { c, fortran };

/// An array to be permuted, as the pointer form of turnstile::permute() takes it. Strides count elements.
struct Permutation {
  std::int64_t item_bytes = 0;
  std::vector<std::int64_t> extents;      //!< of the input
  std::vector<std::int64_t> in_strides;   //!< by input axis
  std::vector<std::int64_t> out_strides;  //!< by output axis
  std::vector<int> axes;                  //!< axis k of the output is axis axes[k] of the input; none negative

  std::vector<std::int64_t> out_extents() const;
  std::int64_t bytes() const;  //!< of the input, and of the output
};

/// Axes as NumPy takes them: without `text` the reverse order, else a permutation of 0 .. rank-1 in which -1 means the
/// last axis, -2 the one before it, and so on.
/// \throws CommandError when `text` is no such permutation
std::vector<int> parse_axes(std::optional<std::string> const& text, std::size_t rank);

/// The permutation of a whole array of shape `extents`.
/// \throws CommandError when the rank or the size is beyond what the library takes
Permutation make_permutation(std::vector<std::int64_t> const& extents, std::int64_t item_bytes, MemoryOrder in_order,
                             MemoryOrder out_order, std::vector<int> const& axes);

}  // namespace turnstile::command
