// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fork_join.hpp"

#ifdef _OPENMP
#include <algorithm>
#include <limits>
#include <omp.h>

namespace turnstile::host {
namespace {

/// Seconds that an empty parallel region takes: the best of several, since the first ones start threads.
double fork_join_seconds(int threads) {
  constexpr int repetitions = 20;
  double best               = std::numeric_limits<double>::max();
  for (int k = 0; k < repetitions; ++k) {
    double const start = omp_get_wtime();
#pragma omp parallel num_threads(threads)
    {
      // Keeps the region from being removed.
      asm volatile("" ::: "memory");
    }
    best = std::min(best, omp_get_wtime() - start);
  }
  return best;
}

}  // namespace

std::int64_t serial_bytes(int threads) {
  if (threads < 2 || omp_in_parallel() != 0) return std::numeric_limits<std::int64_t>::max();
  // What one thread moves of an array in cache: 30 GB/s in 256^2 floats (Intel Xeon, Ice Lake class). It only decides
  // where the two ways cost the same.
  constexpr double bytes_per_second = 30e9;
  static double const seconds       = fork_join_seconds(omp_get_max_threads());
  return static_cast<std::int64_t>(seconds * bytes_per_second * threads / (threads - 1));
}

}  // namespace turnstile::host
#endif
