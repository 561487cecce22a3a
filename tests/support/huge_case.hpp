// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "fill.hpp"
#include "permute_case.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

/// \file
/// Cases of many gigabytes: data are made and compared by kernels of the space under test, from the index alone.

namespace turnstile_test {

/// Bytes before and after the data of a huge buffer.
inline constexpr std::int64_t huge_guard_bytes = 65536;

/// The elements of one strided array of rank 1 or more, each with the index that its bytes derive from.
struct ElementWalk {
  static constexpr int most_axes                = 8;
  static constexpr std::int64_t elements_a_turn = 256;

  int rank;
  std::int64_t extents[most_axes];
  std::int64_t strides[most_axes];        ///< elements
  std::int64_t index_strides[most_axes];  ///< how the index changes along each axis
  std::int64_t elements;
  std::int64_t element_bytes;
  unsigned char* origin;

  [[nodiscard]] std::int64_t turns() const { return (elements + elements_a_turn - 1) / elements_a_turn; }

  /// Calls `action(element, index)` for the elements of one turn.
  template <class Action>
  KOKKOS_FUNCTION void walk(std::int64_t turn, Action const& action) const {
    std::int64_t const first = turn * elements_a_turn;
    std::int64_t const last  = first + elements_a_turn < elements ? first + elements_a_turn : elements;
    std::int64_t position[most_axes];
    std::int64_t offset = 0, index = 0;
    for (std::int64_t axis = rank - 1, rest = first; axis >= 0; --axis) {
      position[axis] = rest % extents[axis];
      rest /= extents[axis];
      offset += position[axis] * strides[axis];
      index += position[axis] * index_strides[axis];
    }
    for (std::int64_t n = first; n < last;) {
      std::int64_t const run_left = extents[rank - 1] - position[rank - 1];
      std::int64_t const run      = last - n < run_left ? last - n : run_left;
      walk_run(origin + offset * element_bytes, index, run, action);
      n += run;
      if (n == last) return;
      offset -= position[rank - 1] * strides[rank - 1];
      index -= position[rank - 1] * index_strides[rank - 1];
      position[rank - 1] = 0;
      for (int axis = rank - 2; axis >= 0; --axis) {
        offset += strides[axis];
        index += index_strides[axis];
        if (++position[axis] < extents[axis]) break;
        offset -= extents[axis] * strides[axis];
        index -= extents[axis] * index_strides[axis];
        position[axis] = 0;
      }
    }
  }

 private:
  /// Elements along the last axis. Nothing in the loop is read through `this`, which bytes that are written may alias.
  template <class Action>
  KOKKOS_FUNCTION void walk_run(unsigned char* element, std::int64_t index, std::int64_t count,
                                Action const& action) const {
    std::int64_t const step       = strides[rank - 1] * element_bytes;
    std::int64_t const index_step = index_strides[rank - 1];
    for (std::int64_t k = 0; k < count; ++k)
      action(element + k * step, static_cast<std::uint64_t>(index + k * index_step));
  }
};

struct FillElements {
  ElementWalk array;
  std::uint64_t salt;
  KOKKOS_FUNCTION void operator()(std::int64_t turn) const { array.walk(turn, *this); }
  KOKKOS_FUNCTION void operator()(unsigned char* element, std::uint64_t index) const {
    fill_element(element, static_cast<std::size_t>(array.element_bytes), index, salt);
  }
};

struct WipeElements {
  ElementWalk array;
  KOKKOS_FUNCTION void operator()(std::int64_t turn) const { array.walk(turn, *this); }
  KOKKOS_FUNCTION void operator()(unsigned char* element, std::uint64_t) const {
    for (std::int64_t byte = 0; byte < array.element_bytes; ++byte) element[byte] = poison;
  }
};

struct CountWrongElements {
  struct Compare {
    std::int64_t element_bytes;
    std::uint64_t salt;
    std::int64_t* wrong;
    KOKKOS_FUNCTION void operator()(unsigned char const* element, std::uint64_t index) const {
      std::uint64_t word = splitmix64(index + salt);
      bool same          = element[0] == static_cast<unsigned char>(word);
      for (std::int64_t byte = 1; byte < element_bytes; ++byte) {
        if (byte % 8 == 0) word = splitmix64(word);
        same = same && element[byte] == static_cast<unsigned char>(word >> (8 * (byte % 8)));
      }
      *wrong += same ? 0 : 1;
    }
  };

  ElementWalk array;
  std::uint64_t salt;
  KOKKOS_FUNCTION void operator()(std::int64_t turn, std::int64_t& wrong) const {
    std::int64_t wrong_here = 0;
    array.walk(turn, Compare{array.element_bytes, salt, &wrong_here});
    wrong += wrong_here;
  }
};

struct CountTouchedBytes {
  static constexpr std::int64_t bytes_a_turn = 1024;
  unsigned char const* bytes;
  std::int64_t count;
  KOKKOS_FUNCTION void operator()(std::int64_t turn, std::int64_t& touched) const {
    std::int64_t const first = turn * bytes_a_turn;
    std::int64_t const last  = first + bytes_a_turn < count ? first + bytes_a_turn : count;
    for (std::int64_t k = first; k < last; ++k) touched += bytes[k] == poison ? 0 : 1;
  }
};

/// A case whose buffers live in the memory of `Space` only.
template <class Space>
class HugeCase {
 public:
  explicit HugeCase(PermuteCase problem)
      : problem_{std::move(problem)},
        input_{footprint_of(problem_, true), problem_.in_shift},
        output_{footprint_of(problem_, false), problem_.out_shift} {
    Kokkos::deep_copy(input_.bytes, input_gap);
    run(FillElements{input_walk(), problem_.salt}, input_walk().turns());
  }

  /// Bytes that the buffers of `problem` need.
  static std::size_t bytes_needed(PermuteCase const& problem) {
    return footprint_of(problem, true).bytes + footprint_of(problem, false).bytes + problem.in_shift +
           problem.out_shift + 4 * huge_guard_bytes;
  }

  unsigned char const* in() const { return input_.origin; }
  unsigned char* out() const { return output_.origin; }

  /// Success when `call()` on the default instance makes the right output and touches nothing between or around it.
  template <class Call>
  testing::AssertionResult solved_by(Call const& call) {
    Kokkos::deep_copy(output_.bytes, poison);
    call();
    Kokkos::fence("turnstile_test::HugeCase");
    ElementWalk const elements = output_walk();
    std::int64_t wrong         = 0;
    Kokkos::parallel_reduce("count wrong elements", turns(elements.turns()),
                            CountWrongElements{elements, problem_.salt}, wrong);
    if (wrong != 0)
      return testing::AssertionFailure() << to_string(problem_) << ": " << wrong << " of " << elements.elements
                                         << " elements are wrong";
    run(WipeElements{elements}, elements.turns());
    std::int64_t touched = 0;
    auto const bytes     = static_cast<std::int64_t>(output_.bytes.size());
    Kokkos::parallel_reduce("count touched bytes", turns(bytes / CountTouchedBytes::bytes_a_turn + 1),
                            CountTouchedBytes{output_.bytes.data(), bytes}, touched);
    if (touched != 0)
      return testing::AssertionFailure() << to_string(problem_) << ": " << touched
                                         << " bytes between or around the output's elements were written";
    return testing::AssertionSuccess();
  }

 private:
  struct Buffer {
    Buffer(Footprint const& data, std::size_t shift)
        : bytes{Kokkos::view_alloc(Kokkos::WithoutInitializing, "huge buffer"),
                data.bytes + shift + 2 * huge_guard_bytes},
          origin{bytes.data() + huge_guard_bytes + shift + data.origin} {}
    Kokkos::View<unsigned char*, typename Space::memory_space> bytes;
    unsigned char* origin;
  };

  static Footprint footprint_of(PermuteCase const& problem, bool of_input) {
    return of_input ? footprint(problem.extents, problem.in_strides, problem.element_bytes)
                    : footprint(permuted(problem.extents, problem.axes), problem.out_strides, problem.element_bytes);
  }

  static auto turns(std::int64_t count) {
    return Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(0, count);
  }

  template <class Kernel>
  static void run(Kernel const& kernel, std::int64_t count) {
    Kokkos::parallel_for("huge case", turns(count), kernel);
    Kokkos::fence("turnstile_test::HugeCase");
  }

  ElementWalk walk_over(Extents const& extents, Extents const& strides, Extents const& index_strides,
                        unsigned char* origin) const {
    ElementWalk walk;
    walk.rank = static_cast<int>(extents.size());
    std::ranges::copy(extents, walk.extents);
    std::ranges::copy(strides, walk.strides);
    std::ranges::copy(index_strides, walk.index_strides);
    walk.elements      = element_count(extents);
    walk.element_bytes = static_cast<std::int64_t>(problem_.element_bytes);
    walk.origin        = origin;
    return walk;
  }

  ElementWalk input_walk() const {
    return walk_over(problem_.extents, problem_.in_strides, right_strides(problem_.extents), input_.origin);
  }

  ElementWalk output_walk() const {
    return walk_over(permuted(problem_.extents, problem_.axes), problem_.out_strides,
                     permuted(right_strides(problem_.extents), problem_.axes), output_.origin);
  }

  PermuteCase problem_;
  Buffer input_;
  Buffer output_;
};

}  // namespace turnstile_test
