// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/problem.hpp>

namespace turnstile {
namespace [[gnu::visibility("hidden")]] detail {

/// What is known about two sets of addresses.
enum class Overlap {
  none,     ///< proved disjoint
  certain,  ///< a shared word exists
  unknown,  ///< the search gave up; see search_limit
};

/// Steps after which the exact search gives up. Strides of which each is a multiple of the next, as those of an array
/// and of its subarrays are, need a few steps; only strides that interlock in several dimensions can come near it.
inline constexpr int search_limit = 20000;

/// Whether two different output words of `problem` share an address.
Overlap output_self_overlap(Problem const& problem);

/// Whether an input word and an output word of `problem` share an address.
Overlap input_output_overlap(Problem const& problem);

}  // namespace detail
}  // namespace turnstile
