// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <string_view>

namespace {

/// What a test program returns when the machine lacks what it needs; ctest shows such a test as skipped.
constexpr int skip_return_code = 77;

/// Whether `message` of a failed Kokkos::initialize says that there is no device, or no driver for one.
bool says_no_device(std::string_view message) {
  for (std::string_view const name :
       {"cudaErrorNoDevice", "cudaErrorInsufficientDriver", "cudaErrorStubLibrary", "hipErrorNoDevice"})
    if (message.find(name) != std::string_view::npos) return true;
  return false;
}

/// Whether `--all-or-skipped` is given: the program then counts as skipped if any of its tests was.
bool wants_all(int argc, char** argv) {
  return std::any_of(argv, argv + argc, [](std::string_view argument) { return argument == "--all-or-skipped"; });
}

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  try {
    Kokkos::initialize(argc, argv);
  } catch (std::exception const& error) {
    std::cerr << "Kokkos cannot start: " << error.what() << '\n';
    return says_no_device(error.what()) ? skip_return_code : 1;
  }
  int const status = RUN_ALL_TESTS();
  Kokkos::finalize();
  auto const& tests = *::testing::UnitTest::GetInstance();
  if (tests.test_to_run_count() == 0) {
    std::cerr << "the filter selects no test\n";
    return 1;
  }
  bool const is_skipped =
      tests.skipped_test_count() > 0 && (tests.successful_test_count() == 0 || wants_all(argc, argv));
  return status == 0 && is_skipped ? skip_return_code : status;
}
