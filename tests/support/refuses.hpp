// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/error.hpp>

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace turnstile_test {

/// Success when `call()` throws an `Exception` whose text contains every one of `fragments`.
template <class Exception, class Call>
testing::AssertionResult refuses(Call&& call, std::initializer_list<std::string_view> fragments) {
  try {
    call();
  } catch (Exception const& error) {
    std::string const text = error.what();
    for (auto const fragment : fragments)
      if (text.find(fragment) == std::string::npos)
        return testing::AssertionFailure() << "\"" << fragment << "\" is missing from the message \"" << text << "\"";
    return testing::AssertionSuccess() << text;
  } catch (turnstile::Error const& error) {
    return testing::AssertionFailure() << "another class of error: " << error.what();
  }
  return testing::AssertionFailure() << "no error";
}

}  // namespace turnstile_test
