// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "overlap.hpp"

#include <turnstile/error.hpp>
#include <turnstile/planner.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

/// \file
/// Every rule about the arguments of a call. Each broken rule is one throw, whose text names argument, value and rule.

namespace turnstile {
namespace {

template <class T>
std::string list_text(std::span<T const> values) {
  std::string text = "(";
  for (std::size_t k = 0; k < values.size(); ++k) text += (k == 0 ? "" : ", ") + std::to_string(values[k]);
  return text + ")";
}

/// One of the lists of a description, as text.
std::string described_list(Description const& description, std::array<std::int64_t, max_rank> const& list) {
  return list_text(std::span<std::int64_t const>(list).first(static_cast<std::size_t>(description.rank)));
}

bool is_empty(Description const& description) {
  auto const extents = std::span(description.extents).first(static_cast<std::size_t>(description.rank));
  return std::ranges::find(extents, 0) != extents.end();
}

std::string address_text(void const* address) {
  constexpr char const* digits = "0123456789abcdef";
  std::string text;
  for (auto value = reinterpret_cast<std::uintptr_t>(address); value != 0; value /= 16)
    text.insert(text.begin(), digits[value % 16]);
  return "0x" + (text.empty() ? "0" : text);
}

void check_rank(char const* name, std::int64_t rank) {
  if (rank < 0 || rank > max_rank)
    throw RankMismatch(std::string("turnstile: ") + name + " has " + std::to_string(rank) +
                       " dimensions, but the largest rank is " + std::to_string(max_rank));
}

void check_axes(std::span<int const> axes, int rank) {
  if (axes.size() != static_cast<std::size_t>(rank))
    throw RankMismatch("turnstile: axes " + list_text(axes) + " has " + std::to_string(axes.size()) +
                       " entries, but the input has rank " + std::to_string(rank));
  std::uint64_t seen = 0;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    if (axes[k] < 0 || axes[k] >= rank)
      throw InvalidAxes("turnstile: axes[" + std::to_string(k) + "] is " + std::to_string(axes[k]) +
                        ", which is not in 0.." + std::to_string(rank - 1));
    if ((seen >> axes[k] & 1U) != 0)
      throw InvalidAxes("turnstile: axes " + list_text(axes) + " names axis " + std::to_string(axes[k]) + " twice");
    seen |= std::uint64_t{1} << axes[k];
  }
}

/// Elements of the array; refuses negative extents and counts beyond 2^62.
std::int64_t check_extents(std::span<std::int64_t const> extents) {
  std::int64_t elements = 1;
  bool is_empty = false, is_huge = false;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    if (extents[d] < 0)
      throw InvalidArgument("turnstile: extents[" + std::to_string(d) + "] is " + std::to_string(extents[d]) +
                            ", but an extent must not be negative");
    is_empty = is_empty || extents[d] == 0;
    if (extents[d] > 0) is_huge = is_huge || __builtin_mul_overflow(elements, extents[d], &elements);
  }
  if (is_empty) return 0;
  if (is_huge || elements > std::numeric_limits<std::int64_t>::max() / 2)
    throw InvalidArgument("turnstile: extents " + list_text(extents) + " describe more than 2^62 elements");
  return elements;
}

/// Refuses strides that reach further than any address can, in bytes.
void check_span(char const* name, std::span<std::int64_t const> extents, std::span<std::int64_t const> strides,
                std::int64_t element_bytes) {
  std::int64_t span = 0;
  bool is_huge      = false;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    if (extents[d] <= 1) continue;
    std::int64_t distance = 0;
    is_huge               = is_huge || strides[d] == std::numeric_limits<std::int64_t>::min() ||
              __builtin_mul_overflow(extents[d] - 1, strides[d] < 0 ? -strides[d] : strides[d], &distance) ||
              __builtin_mul_overflow(distance, element_bytes, &distance) ||
              __builtin_add_overflow(span, distance, &span);
  }
  if (is_huge || span > std::numeric_limits<std::int64_t>::max() / 4)
    throw InvalidArgument(std::string("turnstile: ") + name + " " + list_text(strides) +
                          " reach beyond 2^61 bytes for extents " + list_text(extents));
}

void check_pointer(char const* name, void const* pointer, std::int64_t elements) {
  if (pointer == nullptr && elements > 0)
    throw InvalidArgument(std::string("turnstile: the pointer ") + name + " is null, but there are " +
                          std::to_string(elements) + " elements to move");
}

[[noreturn]] void throw_overlap(detail::Overlap found, std::string const& what) {
  if (found == detail::Overlap::certain) throw OverlapError("turnstile: " + what);
  throw OverlapError("turnstile: could not rule out within " + std::to_string(detail::search_limit) + " steps that " +
                     what);
}

/// Fills a description by output axis, once axes and lengths are known to fit.
Description checked_description(void const* in, void* out, std::int64_t element_bytes,
                                std::span<std::int64_t const> extents, std::span<std::int64_t const> in_strides,
                                std::span<std::int64_t const> out_strides, std::span<int const> axes) {
  Description description;
  description.in            = in;
  description.out           = out;
  description.element_bytes = element_bytes;
  description.rank          = static_cast<int>(axes.size());
  for (std::size_t k = 0; k < axes.size(); ++k) {
    auto const axis            = static_cast<std::size_t>(axes[k]);
    description.extents[k]     = extents[axis];
    description.in_strides[k]  = in_strides[axis];
    description.out_strides[k] = out_strides[k];
  }
  auto const permuted = std::span<std::int64_t const>(description.extents).first(axes.size());
  auto const elements = check_extents(extents);
  check_pointer("in", in, elements);
  check_pointer("out", out, elements);
  if (elements > 0) {
    check_span("in_strides", extents, in_strides, element_bytes);
    check_span("out_strides", permuted, out_strides, element_bytes);
  }
  return description;
}

}  // namespace

Description describe(StridedArray const& in, StridedArray const& out, std::int64_t element_bytes,
                     std::span<int const> axes) {
  check_rank("the input", in.rank);
  auto const rank = static_cast<std::size_t>(in.rank);
  if (in.rank != out.rank)
    throw RankMismatch("turnstile: the input has rank " + std::to_string(in.rank) + ", but the output has rank " +
                       std::to_string(out.rank));
  check_axes(axes, in.rank);
  auto const in_extents  = std::span<std::int64_t const>(in.extents).first(rank);
  auto const out_extents = std::span<std::int64_t const>(out.extents).first(rank);
  for (std::size_t k = 0; k < rank; ++k) {
    if (out_extents[k] != in_extents[static_cast<std::size_t>(axes[k])])
      throw ExtentMismatch("turnstile: the output has extents " + list_text(out_extents) + ", but axes " +
                           list_text(axes) + " of an input with extents " + list_text(in_extents) + " need extent " +
                           std::to_string(in_extents[static_cast<std::size_t>(axes[k])]) + " at axis " +
                           std::to_string(k));
  }
  return checked_description(in.data, const_cast<void*>(out.data), element_bytes, in_extents,
                             std::span<std::int64_t const>(in.strides).first(rank),
                             std::span<std::int64_t const>(out.strides).first(rank), axes);
}

Description describe(void const* in, void* out, std::size_t element_bytes, std::span<std::int64_t const> extents,
                     std::span<std::int64_t const> in_strides, std::span<std::int64_t const> out_strides,
                     std::span<int const> axes) {
  check_rank("extents", static_cast<std::int64_t>(extents.size()));
  auto const check_length = [&](char const* name, std::span<std::int64_t const> strides) {
    if (strides.size() != extents.size())
      throw RankMismatch(std::string("turnstile: ") + name + " has " + std::to_string(strides.size()) +
                         " entries, but extents has " + std::to_string(extents.size()));
  };
  check_length("in_strides", in_strides);
  check_length("out_strides", out_strides);
  check_axes(axes, static_cast<int>(extents.size()));
  constexpr std::size_t largest_element = std::size_t{1} << 30;
  if (element_bytes == 0 || element_bytes > largest_element)
    throw InvalidArgument("turnstile: element_bytes is " + std::to_string(element_bytes) + ", but must be in 1..2^30");
  return checked_description(in, out, static_cast<std::int64_t>(element_bytes), extents, in_strides, out_strides, axes);
}

void check_disjoint(Description const& description, Problem const& problem) {
  if (problem.empty || problem.is_identity()) return;
  auto const found = detail::input_output_overlap(problem);
  if (found == detail::Overlap::none) return;
  auto const text = [&](auto const& list) { return described_list(description, list); };
  throw_overlap(found, "input at " + address_text(description.in) + " with strides " + text(description.in_strides) +
                           " and output at " + address_text(description.out) + " with strides " +
                           text(description.out_strides) + " overlap for extents " + text(description.extents));
}

Problem checked_problem(Description const& description, int largest_word) {
  auto const problem = canonical_problem(description, largest_word);
  if (auto const found = detail::output_self_overlap(problem); found != detail::Overlap::none)
    throw_overlap(found, "elements of the output overlap each other: extents " +
                             described_list(description, description.extents) + ", out_strides " +
                             described_list(description, description.out_strides));
  check_disjoint(description, problem);
  return problem;
}

Description rebase(Description const& planned, Description const& given) {
  auto const refuse = [&](char const* what, auto const& given_list, auto const& planned_list) {
    return std::string("turnstile: ") + what + " " + described_list(given, given_list) + ", but the plan is for " +
           described_list(planned, planned_list);
  };
  // The stride of an axis with one element, or of an empty array, is never used.
  auto const differs = [&](auto const& given_strides, auto const& planned_strides) {
    for (std::size_t d = 0; d < static_cast<std::size_t>(planned.rank); ++d)
      if (planned.extents[d] > 1 && given_strides[d] != planned_strides[d]) return !is_empty(planned);
    return false;
  };
  if (given.element_bytes != planned.element_bytes)
    throw InvalidArgument("turnstile: the arrays have elements of " + std::to_string(given.element_bytes) +
                          " bytes, but the plan is for " + std::to_string(planned.element_bytes));
  if (given.rank != planned.rank)
    throw RankMismatch("turnstile: the arrays have rank " + std::to_string(given.rank) + ", but the plan is for rank " +
                       std::to_string(planned.rank));
  if (!std::equal(planned.extents.begin(), planned.extents.begin() + planned.rank, given.extents.begin()))
    throw ExtentMismatch(refuse("the output has extents", given.extents, planned.extents));
  if (differs(given.in_strides, planned.in_strides))
    throw InvalidArgument(refuse("by output axis the input has strides", given.in_strides, planned.in_strides));
  if (differs(given.out_strides, planned.out_strides))
    throw InvalidArgument(refuse("the output has strides", given.out_strides, planned.out_strides));
  return given;
}

Description rebase(Description const& planned, void const* in, void* out) {
  auto const elements =
      check_extents(std::span<std::int64_t const>(planned.extents).first(static_cast<std::size_t>(planned.rank)));
  check_pointer("in", in, elements);
  check_pointer("out", out, elements);
  auto description = planned;
  description.in   = in;
  description.out  = out;
  return description;
}

}  // namespace turnstile
