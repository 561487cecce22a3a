// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <turnstile/error.hpp>
#include <turnstile/plan.hpp>

#include <algorithm>

namespace turnstile::detail {

Description rebase(Description const& planned, Description const& given) {
  auto const differs = [&](auto const& a, auto const& b) {
    return !std::equal(a.begin(), a.begin() + planned.rank, b.begin());
  };
  if (given.element_bytes != planned.element_bytes)
    throw InvalidArgument("turnstile: the arrays have elements of " + std::to_string(given.element_bytes) +
                          " bytes, but the plan is for " + std::to_string(planned.element_bytes));
  if (given.rank != planned.rank)
    throw RankMismatch("turnstile: the arrays have rank " + std::to_string(given.rank) + ", but the plan is for rank " +
                       std::to_string(planned.rank));
  if (differs(given.extents, planned.extents))
    throw ExtentMismatch("turnstile: the arrays do not have the extents that the plan was made for");
  if (differs(given.in_strides, planned.in_strides))
    throw ExtentMismatch("turnstile: the input does not have the strides that the plan was made for");
  if (differs(given.out_strides, planned.out_strides))
    throw ExtentMismatch("turnstile: the output does not have the strides that the plan was made for");
  return given;
}

Description rebase(Description const& planned, void const* in, void* out) {
  auto const extents  = std::span(planned.extents).first(static_cast<std::size_t>(planned.rank));
  bool const is_empty = std::ranges::find(extents, 0) != extents.end();
  if (!is_empty && (in == nullptr || out == nullptr))
    throw InvalidArgument(std::string("turnstile: the pointer ") + (in == nullptr ? "in" : "out") +
                          " is null, but there are elements to move");
  auto description = planned;
  description.in   = in;
  description.out  = out;
  return description;
}

}  // namespace turnstile::detail
