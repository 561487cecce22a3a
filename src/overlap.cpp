// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "overlap.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <span>

namespace turnstile::detail {
namespace {

/// Searches for integers `0 <= x[k] <= count[k]` with `sum x[k] * stride[k] == target`: the question behind both kinds
/// of overlap. Exact, by depth-first search from the largest stride, cut by the reach and the divisor of what remains.
class CombinationSearch {
 public:
  /// Adds a term. A negative stride is counted from its other end. Terms of one stride are one term of their common
  /// count: input and output often have the same strides, and the search would walk one of the two through.
  void add(std::int64_t stride, std::int64_t count) {
    if (stride == 0 || count == 0) return;
    if (stride < 0) {
      stride = -stride;
      target_ += stride * count;
    }
    auto const end  = terms_.begin() + size_;
    auto const same = std::find_if(terms_.begin(), end, [stride](Term const& term) { return term.stride == stride; });
    if (same != end)
      same->count += count;
    else
      terms_[static_cast<std::size_t>(size_++)] = {stride, count, 0, 0};
  }

  void add_to_target(std::int64_t value) { target_ += value; }

  Overlap solve() {
    std::sort(terms_.begin(), terms_.begin() + size_, [](Term const& a, Term const& b) { return a.stride > b.stride; });
    std::int64_t reach = 0, divisor = 0;
    for (int k = size_ - 1; k >= 0; --k) {
      auto& term   = terms_[static_cast<std::size_t>(k)];
      term.reach   = reach += term.stride * term.count;
      term.divisor = divisor = std::gcd(divisor, term.stride);
    }
    steps_ = 0;
    return descend(0, target_);
  }

 private:
  struct Term {
    std::int64_t stride, count;
    std::int64_t reach;    // largest sum of this and all smaller strides
    std::int64_t divisor;  // divides every such sum
  };

  Overlap descend(int k, std::int64_t rest) {
    if (k == size_) return rest == 0 ? Overlap::certain : Overlap::none;
    auto const& term = terms_[static_cast<std::size_t>(k)];
    if (rest < 0 || rest > term.reach || rest % term.divisor != 0) return Overlap::none;
    auto const reach_below = term.reach - term.stride * term.count;
    auto const first       = rest > reach_below ? (rest - reach_below + term.stride - 1) / term.stride : 0;
    auto const last        = std::min(term.count, rest / term.stride);
    for (auto x = last; x >= first; --x) {
      if (++steps_ > search_limit) return Overlap::unknown;
      auto const found = descend(k + 1, rest - x * term.stride);
      if (found != Overlap::none) return found;
    }
    return Overlap::none;
  }

  std::array<Term, std::size_t{2} * Problem::capacity> terms_;
  int size_            = 0;
  int steps_           = 0;
  std::int64_t target_ = 0;
};

/// Whether each stride steps over everything that the faster dimensions span: then no two words meet.
bool strides_nest(Problem const& problem) {
  std::int64_t span = 0;
  for (int d = problem.rank - 1; d >= 0; --d) {
    if (problem.out_strides[d] <= span) return false;
    span += (problem.extents[d] - 1) * problem.out_strides[d];
  }
  return true;
}

struct ByteRange {
  std::intptr_t first, last;
};

ByteRange byte_range(void const* address, std::span<std::int64_t const> extents, std::span<std::int64_t const> strides,
                     int word_bytes) {
  auto const start = reinterpret_cast<std::intptr_t>(address);
  ByteRange range{start, start + word_bytes - 1};
  for (std::size_t d = 0; d < extents.size(); ++d) {
    auto const distance = (extents[d] - 1) * strides[d] * word_bytes;
    (distance < 0 ? range.first : range.last) += distance;
  }
  return range;
}

}  // namespace

Overlap output_self_overlap(Problem const& problem) {
  if (problem.empty || strides_nest(problem)) return Overlap::none;
  // Two words meet when a non-zero difference of indices has distance 0. Let `slowest` be the first dimension in which
  // they differ and take its difference positive; faster dimensions differ by anything from -(n-1) to n-1.
  for (int slowest = 0; slowest < problem.rank; ++slowest) {
    CombinationSearch search;
    search.add(problem.out_strides[slowest], problem.extents[slowest] - 2);
    search.add_to_target(-problem.out_strides[slowest]);
    for (int d = slowest + 1; d < problem.rank; ++d) {
      search.add(problem.out_strides[d], 2 * (problem.extents[d] - 1));
      search.add_to_target((problem.extents[d] - 1) * problem.out_strides[d]);
    }
    auto const found = search.solve();
    if (found != Overlap::none) return found;
  }
  return Overlap::none;
}

Overlap input_output_overlap(Problem const& problem) {
  if (problem.empty) return Overlap::none;
  auto const rank    = static_cast<std::size_t>(problem.rank);
  auto const extents = std::span(problem.extents).first(rank);
  auto const in      = byte_range(problem.in, extents, problem.in_strides, problem.word_bytes);
  auto const out     = byte_range(problem.out, extents, problem.out_strides, problem.word_bytes);
  if (in.last < out.first || out.last < in.first) return Overlap::none;

  // in + sum x[d] * in_stride[d] == out + sum y[d] * out_stride[d], in words: both addresses are multiples of a word.
  CombinationSearch search;
  search.add_to_target((reinterpret_cast<std::intptr_t>(problem.out) - reinterpret_cast<std::intptr_t>(problem.in)) /
                       problem.word_bytes);
  for (int d = 0; d < problem.rank; ++d) {
    search.add(problem.in_strides[d], problem.extents[d] - 1);
    search.add(-problem.out_strides[d], problem.extents[d] - 1);
  }
  return search.solve();
}

}  // namespace turnstile::detail
