// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace turnstile::perf {

/// What the host pays for one call, in microseconds.
struct OverheadRow {
  std::string call;         ///< what is called
  double microseconds = 0;  ///< median over batches of calls
  double spread       = 0;  ///< distance between the quartiles, as a share of the median
  double over_bare    = 0;  ///< microseconds more than the first row, the bare Kokkos launch of the same kernel
};

/// Times, on the host's clock and without waiting for the device, a 64x64 transpose of 4-byte words: the bare launch of
/// the library's kernel by Kokkos, the launch of an empty kernel of the same team size and scratch, execute() of a
/// chosen policy, the execution of a Plan, and the one-call form. On hosts a launch includes the work.
template <class Space>
std::vector<OverheadRow> run_overhead(Space const& space);

}  // namespace turnstile::perf
