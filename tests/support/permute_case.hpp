// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// \file
/// One problem that a test gives to the library, described as the pointer form describes it.

namespace turnstile_test {

/// Lengths, positions and strides of a test, all counted in elements.
using Extents = std::vector<std::int64_t>;

/// Strides of a packed array whose last (right) or first (left) axis is contiguous.
Extents right_strides(Extents const& extents);
Extents left_strides(Extents const& extents);

/// Extents of the output: axis k of the output is axis `axes[k]` of the input.
Extents permuted(Extents const& extents, std::vector<int> const& axes);

/// 0, 1, ..., rank-1.
std::vector<int> identity_axes(std::size_t rank);

/// The axes that swap the last two of `rank` axes.
std::vector<int> transpose_axes(std::size_t rank);

/// Product of all extents.
std::int64_t element_count(Extents const& extents);

/// A permutation of strided elements, and where its data start in memory.
struct PermuteCase {
  std::size_t element_bytes = 4;
  Extents extents;             ///< of the input
  std::vector<int> axes;       ///< axis k of the output is axis axes[k] of the input
  Extents in_strides;          ///< elements, by input axis
  Extents out_strides;         ///< elements, by output axis
  std::size_t in_shift  = 0;   ///< bytes between a 64-byte boundary and the lowest input element
  std::size_t out_shift = 0;   ///< bytes between a 64-byte boundary and the lowest output element
  std::uint64_t salt    = 17;  ///< changes the data
};

/// A case with packed, row-major input and output.
PermuteCase packed_case(std::size_t element_bytes, Extents const& extents, std::vector<int> const& axes);

/// All that is needed to repeat the case, on one line.
std::string to_string(PermuteCase const& problem);

/// The bytes that one side of a case covers, and where its element (0, ..., 0) lies in them.
struct Footprint {
  std::size_t bytes  = 0;  ///< from the lowest to the end of the highest element; 0 when there are no elements
  std::size_t origin = 0;  ///< of element (0, ..., 0), from the lowest element
};

/// Footprint of an array with these extents and strides.
Footprint footprint(Extents const& extents, Extents const& strides, std::size_t element_bytes);

/// Gives every input element of `problem` its own bytes, by its row-major index. `origin` is element (0, ..., 0).
void fill_input(PermuteCase const& problem, unsigned char* origin);

}  // namespace turnstile_test
