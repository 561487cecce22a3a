// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle.hpp"

#include <cstring>

namespace turnstile_test {
namespace {

struct OutputAxis {
  std::int64_t extent;
  std::int64_t in_step;   // bytes
  std::int64_t out_step;  // bytes
};

void copy_axis(OutputAxis const* axis, std::size_t axes_left, unsigned char const* in, unsigned char* out,
               std::size_t element_bytes) {
  if (axes_left == 0) {
    std::memcpy(out, in, element_bytes);
    return;
  }
  for (std::int64_t index = 0; index < axis->extent; ++index)
    copy_axis(axis + 1, axes_left - 1, in + index * axis->in_step, out + index * axis->out_step, element_bytes);
}

}  // namespace

void oracle_permute(void const* in, void* out, std::size_t element_bytes, std::span<std::int64_t const> extents,
                    std::span<std::int64_t const> in_strides, std::span<std::int64_t const> out_strides,
                    std::span<int const> axes) {
  constexpr std::size_t max_rank = 32;
  OutputAxis loops[max_rank];
  auto const bytes = static_cast<std::int64_t>(element_bytes);
  for (std::size_t k = 0; k < axes.size(); ++k) {
    auto const source_axis = static_cast<std::size_t>(axes[k]);
    bool const has_steps   = extents[source_axis] > 1;  // otherwise the strides mean nothing and may be anything
    loops[k]               = {extents[source_axis], has_steps ? in_strides[source_axis] * bytes : 0,
                has_steps ? out_strides[k] * bytes : 0};
  }
  copy_axis(loops, axes.size(), static_cast<unsigned char const*>(in), static_cast<unsigned char*>(out), element_bytes);
}

}  // namespace turnstile_test
