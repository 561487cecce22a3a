// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <turnstile/problem.hpp>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

namespace turnstile {
namespace {

using detail::shifted;

struct Dimension {
  std::int64_t extent, in_stride, out_stride;
};

/// The largest power of two, at most `largest`, that divides size and both addresses of the movement.
int common_word(Description const& description, int largest) noexcept {
  auto const bits = reinterpret_cast<std::uintptr_t>(description.in) |
                    reinterpret_cast<std::uintptr_t>(description.out) |
                    static_cast<std::uintptr_t>(description.element_bytes) | static_cast<std::uintptr_t>(largest);
  return static_cast<int>(bits & (~bits + 1));
}

/// Makes every output stride positive by walking such dimensions from their other end.
void flip_negative(Problem& problem) noexcept {
  for (int d = 0; d < problem.rank; ++d) {
    if (problem.out_strides[d] >= 0) continue;
    auto const last        = problem.extents[d] - 1;
    problem.in             = shifted(problem.in, last * problem.in_strides[d] * problem.word_bytes);
    problem.out            = shifted(problem.out, last * problem.out_strides[d] * problem.word_bytes);
    problem.in_strides[d]  = -problem.in_strides[d];
    problem.out_strides[d] = -problem.out_strides[d];
  }
}

/// Orders the dimensions from the slowest to the fastest of the output. Insertion sort: a handful of dimensions, mostly
/// sorted already.
void sort_by_output(Problem& problem) noexcept {
  for (int d = 1; d < problem.rank; ++d) {
    for (int k = d; k > 0 && problem.out_strides[k - 1] < problem.out_strides[k]; --k) {
      std::swap(problem.extents[k - 1], problem.extents[k]);
      std::swap(problem.in_strides[k - 1], problem.in_strides[k]);
      std::swap(problem.out_strides[k - 1], problem.out_strides[k]);
    }
  }
}

/// Joins neighbours that one longer dimension describes on both sides.
void merge_neighbours(Problem& problem) noexcept {
  int kept = 0;
  for (int d = 1; d < problem.rank; ++d) {
    auto const extent    = problem.extents[d];
    bool const mergeable = problem.in_strides[kept] == problem.in_strides[d] * extent &&
                           problem.out_strides[kept] == problem.out_strides[d] * extent;
    if (!mergeable) ++kept;
    problem.extents[kept]     = mergeable ? problem.extents[kept] * extent : extent;
    problem.in_strides[kept]  = problem.in_strides[d];
    problem.out_strides[kept] = problem.out_strides[d];
  }
  if (problem.rank > 0) problem.rank = kept + 1;
}

/// Doubles the word while the fastest dimension is contiguous on both sides and everything stays aligned, so that
/// copies of runs move 16 bytes at a time.
void widen_words(Problem& problem, int largest_word) noexcept {
  while (problem.word_bytes * 2 <= largest_word && can_double_words(problem)) {
    int const fastest = problem.rank - 1;
    problem.word_bytes *= 2;
    problem.extents[fastest] /= 2;
    for (int d = 0; d < fastest; ++d) {
      problem.in_strides[d] /= 2;
      problem.out_strides[d] /= 2;
    }
    if (problem.extents[fastest] == 1) --problem.rank;
  }
}

}  // namespace

std::int64_t Problem::words() const noexcept {
  if (empty) return 0;
  std::int64_t product = 1;
  for (int d = 0; d < rank; ++d) product *= extents[d];
  return product;
}

int Problem::input_fastest() const noexcept {
  int fastest = -1;
  for (int d = rank - 1; d >= 0; --d) {
    if (in_strides[d] == 0) continue;
    if (fastest < 0 || std::abs(in_strides[d]) < std::abs(in_strides[fastest])) fastest = d;
  }
  return fastest;
}

bool Problem::is_transposing() const noexcept {
  int const fastest = input_fastest();
  return fastest >= 0 && fastest != output_fastest();
}

bool Problem::is_identity() const noexcept {
  return in == out && std::equal(in_strides.begin(), in_strides.begin() + rank, out_strides.begin());
}

bool can_double_words(Problem const& problem) noexcept {
  int const fastest = problem.rank - 1;
  if (problem.rank == 0 || problem.in_strides[fastest] != 1 || problem.out_strides[fastest] != 1) return false;
  auto const addresses = reinterpret_cast<std::uintptr_t>(problem.in) | reinterpret_cast<std::uintptr_t>(problem.out);
  std::uint64_t odd    = static_cast<std::uint64_t>(problem.extents[fastest]) |
                      (addresses / static_cast<std::uintptr_t>(problem.word_bytes));
  for (int d = 0; d < fastest; ++d)
    odd |= static_cast<std::uint64_t>(problem.in_strides[d]) | static_cast<std::uint64_t>(problem.out_strides[d]);
  return (odd & 1) == 0;
}

Problem canonical_problem(Description const& description, int largest_word) noexcept {
  Problem problem;
  problem.element_bytes = description.element_bytes;
  auto const extents    = std::span(description.extents).first(static_cast<std::size_t>(description.rank));
  problem.empty         = std::ranges::find(extents, 0) != extents.end();
  if (problem.empty) return problem;

  problem.in         = description.in;
  problem.out        = description.out;
  problem.word_bytes = common_word(description, largest_word);
  auto const run     = description.element_bytes / problem.word_bytes;
  auto const append  = [&problem](Dimension const& dimension) {
    if (dimension.extent == 1) return;
    problem.extents[problem.rank]     = dimension.extent;
    problem.in_strides[problem.rank]  = dimension.in_stride;
    problem.out_strides[problem.rank] = dimension.out_stride;
    ++problem.rank;
  };
  for (int d = 0; d < description.rank; ++d) {
    // The stride of a single element is never used, may be anything, and must not be multiplied.
    if (description.extents[d] == 1) continue;
    append({description.extents[d], description.in_strides[d] * run, description.out_strides[d] * run});
  }
  append({run, 1, 1});

  flip_negative(problem);
  sort_by_output(problem);
  merge_neighbours(problem);
  widen_words(problem, largest_word);
  return problem;
}

std::optional<Problem> moved(Problem const& planned, Description const& from, Description const& to) noexcept {
  auto problem = planned;
  if (problem.empty) return problem;
  // A canonical address differs from the described one where an axis is walked from its other end.
  auto const address = [](void const* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); };
  problem.in         = shifted(to.in, static_cast<std::int64_t>(address(planned.in) - address(from.in)));
  problem.out        = shifted(to.out, static_cast<std::int64_t>(address(planned.out) - address(from.out)));
  if ((address(problem.in) | address(problem.out)) % static_cast<std::uintptr_t>(planned.word_bytes) != 0) return {};
  return problem;
}

bool is_aligned_alike(Problem const& a, Problem const& b) noexcept {
  auto const difference = [](void const* one, void const* other) {
    return reinterpret_cast<std::uintptr_t>(one) ^ reinterpret_cast<std::uintptr_t>(other);
  };
  constexpr std::uintptr_t widest_unit = 256;
  return (difference(a.in, b.in) | difference(a.out, b.out)) % widest_unit == 0;
}

}  // namespace turnstile
