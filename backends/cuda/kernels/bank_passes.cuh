// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "word.cuh"

#include <turnstile/bank_model.hpp>

#include <algorithm>

/// \file
/// What a kernel claims about the banks that its lanes meet, for static_assert.

namespace turnstile::cuda {

/// The worst degree of conflict, 1 for none, of `accesses` accesses of `bytes` bytes by consecutive lanes, of which
/// number k is to byte `address(k)` of shared memory.
template <class Address>
constexpr int worst_degree(int accesses, int bytes, Address const& address) {
  int worst = 0;
  for (int first = 0; first < accesses; first += warp_lanes)
    worst = std::max(worst, turnstile::detail::access_cost(banks::nvidia, warp_lanes, bytes, [&](int lane) {
                              return std::int64_t{address(first + lane)};
                            }).degree);
  return worst;
}

}  // namespace turnstile::cuda
