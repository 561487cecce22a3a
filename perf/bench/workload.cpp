// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workload.hpp"

#include <cstddef>
#include <utility>

namespace turnstile::perf {

namespace {

std::vector<std::int64_t> row_major_strides(std::vector<std::int64_t> const& extents) {
  std::vector<std::int64_t> strides(extents.size(), 1);
  for (std::size_t k = extents.size(); k-- > 1;) strides[k - 1] = strides[k] * extents[k];
  return strides;
}

std::vector<int> transposed_axes(std::size_t rank) {
  std::vector<int> axes(rank);
  for (std::size_t k = 0; k < rank; ++k) axes[k] = static_cast<int>(k);
  std::swap(axes[rank - 2], axes[rank - 1]);
  return axes;
}

std::string joined(auto const& numbers, char separator) {
  std::string text;
  for (auto const number : numbers) {
    if (!text.empty()) text += separator;
    text += std::to_string(number);
  }
  return text;
}

}  // namespace

std::int64_t Workload::elements() const {
  std::int64_t product = 1;
  for (auto const extent : extents) product *= extent;
  return product;
}

bool Workload::is_transpose() const {
  return extents.size() >= 2 && axes == transposed_axes(extents.size());
}

std::vector<std::int64_t> Workload::in_strides() const {
  return row_major_strides(extents);
}

std::vector<std::int64_t> Workload::out_strides() const {
  std::vector<std::int64_t> permuted;
  permuted.reserve(axes.size());
  for (int const axis : axes) permuted.push_back(extents[static_cast<std::size_t>(axis)]);
  return row_major_strides(permuted);
}

std::string Workload::operation() const {
  if (!is_transpose()) return "permute";
  return rank() == 2 ? "transpose" : "batch";
}

std::string Workload::shape() const {
  auto const text = joined(extents, 'x');
  return is_transpose() ? text : text + '/' + joined(axes, '-');
}

Workload transpose_of(std::vector<std::int64_t> extents, int element_bytes) {
  auto const rank = extents.size();
  return {std::move(extents), transposed_axes(rank), element_bytes};
}

Workload permute_of(std::vector<std::int64_t> extents, std::vector<int> axes, int element_bytes) {
  return {std::move(extents), std::move(axes), element_bytes};
}

}  // namespace turnstile::perf
