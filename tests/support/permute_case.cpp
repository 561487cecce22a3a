// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "permute_case.hpp"

#include "fill.hpp"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <utility>

namespace turnstile_test {
namespace {

template <class T>
void print_list(std::ostream& stream, char const* name, std::vector<T> const& values) {
  stream << ' ' << name << " [";
  for (std::size_t k = 0; k < values.size(); ++k) stream << (k == 0 ? "" : ",") << values[k];
  stream << ']';
}

}  // namespace

Extents right_strides(Extents const& extents) {
  Extents strides(extents.size(), 1);
  for (std::size_t k = extents.size(); k > 1; --k) strides[k - 2] = strides[k - 1] * extents[k - 1];
  return strides;
}

Extents left_strides(Extents const& extents) {
  Extents strides(extents.size(), 1);
  for (std::size_t k = 1; k < extents.size(); ++k) strides[k] = strides[k - 1] * extents[k - 1];
  return strides;
}

Extents permuted(Extents const& extents, std::vector<int> const& axes) {
  Extents result(axes.size());
  for (std::size_t k = 0; k < axes.size(); ++k) result[k] = extents[static_cast<std::size_t>(axes[k])];
  return result;
}

std::vector<int> identity_axes(std::size_t rank) {
  std::vector<int> axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

std::vector<int> transpose_axes(std::size_t rank) {
  std::vector<int> axes = identity_axes(rank);
  std::swap(axes[rank - 1], axes[rank - 2]);
  return axes;
}

std::int64_t element_count(Extents const& extents) {
  return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>{});
}

PermuteCase packed_case(std::size_t element_bytes, Extents const& extents, std::vector<int> const& axes) {
  PermuteCase problem;
  problem.element_bytes = element_bytes;
  problem.extents       = extents;
  problem.axes          = axes;
  problem.in_strides    = right_strides(extents);
  problem.out_strides   = right_strides(permuted(extents, axes));
  return problem;
}

std::string to_string(PermuteCase const& problem) {
  std::ostringstream text;
  text << "element_bytes " << problem.element_bytes;
  print_list(text, "extents", problem.extents);
  print_list(text, "axes", problem.axes);
  print_list(text, "in_strides", problem.in_strides);
  print_list(text, "out_strides", problem.out_strides);
  text << " in_shift " << problem.in_shift << " out_shift " << problem.out_shift << " salt " << problem.salt;
  return text.str();
}

Footprint footprint(Extents const& extents, Extents const& strides, std::size_t element_bytes) {
  if (element_count(extents) == 0) return {};
  std::int64_t lowest  = 0;
  std::int64_t highest = 0;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    std::int64_t const reach = (extents[k] - 1) * strides[k];
    (reach < 0 ? lowest : highest) += reach;
  }
  return {static_cast<std::size_t>(highest - lowest + 1) * element_bytes,
          static_cast<std::size_t>(-lowest) * element_bytes};
}

void fill_input(PermuteCase const& problem, unsigned char* origin) {
  std::int64_t const count = element_count(problem.extents);
  Extents position(problem.extents.size(), 0);
  for (std::int64_t index = 0; index < count; ++index) {
    std::int64_t const offset =
        std::inner_product(position.begin(), position.end(), problem.in_strides.begin(), std::int64_t{0});
    unsigned char* const element = origin + offset * static_cast<std::int64_t>(problem.element_bytes);
    fill_element(element, problem.element_bytes, static_cast<std::uint64_t>(index), problem.salt);
    for (std::size_t k = position.size(); k > 0 && ++position[k - 1] == problem.extents[k - 1]; --k)
      position[k - 1] = 0;
  }
}

}  // namespace turnstile_test
