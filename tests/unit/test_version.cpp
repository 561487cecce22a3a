// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <turnstile/version.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace {

// A preprocessor can compare it.
#if TURNSTILE_VERSION < 100 || TURNSTILE_VERSION >= 1000000
#error "TURNSTILE_VERSION is not 10000 * major + 100 * minor + patch"
#endif

TEST(Version, HeadersAndLibraryAgree) {
  std::string const of_headers = std::to_string(TURNSTILE_VERSION / 10000) + '.' +
                                 std::to_string(TURNSTILE_VERSION / 100 % 100) + '.' +
                                 std::to_string(TURNSTILE_VERSION % 100);
  EXPECT_EQ(turnstile::version(), of_headers);
}

TEST(Version, ConfigurationSaysHowTheLibraryWasBuilt) {
  std::ostringstream text;
  turnstile::print_configuration(text);
  std::istringstream lines(text.str());
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "Turnstile " + std::string(turnstile::version()));
  std::string keys;
  while (std::getline(lines, line)) {
    auto const colon = line.find(": ");
    ASSERT_NE(colon, std::string::npos) << line;
    keys += line.substr(0, colon) + ';';
  }
  EXPECT_EQ(keys, "commit;build type;compiler;compiler flags;Kokkos;execution spaces;native backends;");
}

}  // namespace
