// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "guarded_buffer.hpp"
#include "permute_case.hpp"

#include <gtest/gtest.h>

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace turnstile_test {

/// Bytes of the whole output buffer after `problem` was carried out by the oracle: elements, gaps and guard zones.
/// `input_origin` is element (0, ..., 0) of the input; the image has `bytes` bytes and its data start at `start`.
std::vector<unsigned char> expected_image(PermuteCase const& problem, unsigned char const* input_origin,
                                          std::size_t bytes, std::size_t start);

/// Success when both images are equal; otherwise tells where and how they differ first.
testing::AssertionResult same_image(PermuteCase const& problem, char const* what, unsigned char const* actual,
                                    std::vector<unsigned char> const& expected, std::size_t start);

/// The buffers of one case in the memory of `Space`, and its right result. May be used for several calls.
template <class Space>
class CaseRunner {
 public:
  explicit CaseRunner(PermuteCase problem)
      : problem_{std::move(problem)},
        in_footprint_{footprint(problem_.extents, problem_.in_strides, problem_.element_bytes)},
        out_footprint_{
            footprint(permuted(problem_.extents, problem_.axes), problem_.out_strides, problem_.element_bytes)},
        in_{in_footprint_.bytes, problem_.in_shift},
        out_{out_footprint_.bytes, problem_.out_shift} {
    in_.fill_host(input_gap);
    fill_input(problem_, in_.host_data() + in_footprint_.origin);
    input_image_.assign(in_.image(), in_.image() + in_.image_bytes());
    expected_ = expected_image(problem_, input_image_.data() + in_.start() + in_footprint_.origin, out_.image_bytes(),
                               out_.start());
    untouched_.assign(out_.image_bytes(), poison);
    in_.copy_host_to_space();
  }

  /// Element (0, ..., 0) of the input and of the output, in memory of `Space`.
  template <class T = void>
  T const* in() const {
    return reinterpret_cast<T const*>(in_.data() + in_footprint_.origin);
  }
  template <class T = void>
  T* out() const {
    return reinterpret_cast<T*>(out_.data() + out_footprint_.origin);
  }

  PermuteCase const& problem() const { return problem_; }

  /// Success when `call()` on `space` makes the right output, and touches neither the input nor anything that lies
  /// between or around the elements of the output.
  template <class Call>
  testing::AssertionResult solved_by(Space const& space, Call&& call) {
    return leaves(space, call, expected_);
  }

  /// Success when `call()` changes nothing.
  template <class Call>
  testing::AssertionResult untouched_by(Space const& space, Call&& call) {
    return leaves(space, call, untouched_);
  }

 private:
  struct GuardsForbidden {
    explicit GuardsForbidden(CaseRunner const& of) : runner{of} {
      runner.in_.forbid_guards();
      runner.out_.forbid_guards();
    }
    ~GuardsForbidden() {
      runner.in_.allow_guards();
      runner.out_.allow_guards();
    }
    CaseRunner const& runner;
  };

  template <class Call>
  testing::AssertionResult leaves(Space const& space, Call& call, std::vector<unsigned char> const& expected) {
    out_.fill_host(poison);
    out_.copy_host_to_space();
    try {
      GuardsForbidden const forbidden{*this};
      call();
      space.fence("turnstile_test::CaseRunner");
    } catch (std::exception const& error) {
      return testing::AssertionFailure() << to_string(problem_) << ": exception: " << error.what();
    }
    out_.copy_space_to_host();
    in_.copy_space_to_host();
    if (auto const input = same_image(problem_, "input", in_.image(), input_image_, in_.start()); !input) return input;
    return same_image(problem_, "output", out_.image(), expected, out_.start());
  }

  PermuteCase problem_;
  Footprint in_footprint_;
  Footprint out_footprint_;
  GuardedBuffer<Space> in_;
  GuardedBuffer<Space> out_;
  std::vector<unsigned char> input_image_;
  std::vector<unsigned char> expected_;
  std::vector<unsigned char> untouched_;
};

}  // namespace turnstile_test
