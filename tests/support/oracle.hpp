// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// \file
/// The reference that every result is compared with: plain nested loops with 64-bit indices, and no library code.

namespace turnstile_test {

/// Copies element by element: output index k runs over input axis `axes[k]`. Strides are in elements and of either
/// sign, both pointers are at element (0, ..., 0), `in_strides` go by input axis and `out_strides` by output axis.
void oracle_permute(void const* in, void* out, std::size_t element_bytes, std::span<std::int64_t const> extents,
                    std::span<std::int64_t const> in_strides, std::span<std::int64_t const> out_strides,
                    std::span<int const> axes);

}  // namespace turnstile_test
