// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "case_runner.hpp"

#include "oracle.hpp"

#include <algorithm>
#include <cstring>

namespace turnstile_test {

std::vector<unsigned char> expected_image(PermuteCase const& problem, unsigned char const* input_origin,
                                          std::size_t bytes, std::size_t start) {
  std::vector<unsigned char> image(bytes, poison);
  Footprint const output =
      footprint(permuted(problem.extents, problem.axes), problem.out_strides, problem.element_bytes);
  oracle_permute(input_origin, image.data() + start + output.origin, problem.element_bytes, problem.extents,
                 problem.in_strides, problem.out_strides, problem.axes);
  return image;
}

testing::AssertionResult same_image(PermuteCase const& problem, char const* what, unsigned char const* actual,
                                    std::vector<unsigned char> const& expected, std::size_t start) {
  if (std::memcmp(actual, expected.data(), expected.size()) == 0) return testing::AssertionSuccess();
  auto const first      = std::mismatch(expected.begin(), expected.end(), actual);
  auto const position   = first.first - expected.begin() - static_cast<std::ptrdiff_t>(start);
  std::size_t different = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) different += actual[k] != expected[k] ? 1u : 0u;
  return testing::AssertionFailure() << to_string(problem) << ": " << different << " bytes of the " << what
                                     << " buffer are wrong, the first at byte " << position
                                     << " from its lowest element: is " << int{*first.second} << ", should be "
                                     << int{*first.first};
}

}  // namespace turnstile_test
