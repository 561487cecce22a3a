// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/spaces.hpp>

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace turnstile_test {

template <class Tuple>
struct TestTypes;

template <class... Space>
struct TestTypes<std::tuple<Space...>> {
  using Type = testing::Types<Space...>;
};

/// Every enabled execution space, as the types of a typed test.
using AllSpaces = TestTypes<turnstile::EnabledSpaces>::Type;

/// Shows the name of the space in the names of typed tests.
struct SpaceName {
  template <class Space>
  static std::string GetName(int) {
    return Space::name();
  }
};

/// Base of the typed tests: the default instance of the space under test.
template <class Space>
class SpaceTest : public testing::Test {
 protected:
  Space const exec{};
};

}  // namespace turnstile_test
