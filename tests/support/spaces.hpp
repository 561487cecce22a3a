// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/backend.hpp>
#include <turnstile/backends.hpp>
#include <turnstile/spaces.hpp>

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <type_traits>

namespace turnstile_test {

template <class Tuple>
struct TestTypes;

template <class... Space>
struct TestTypes<std::tuple<Space...>> {
  using Type = testing::Types<Space...>;
};

/// Every enabled execution space, as the types of a typed test.
using AllSpaces = TestTypes<turnstile::EnabledSpaces>::Type;

/// Whether a native backend moves the data of `Space`.
template <class Space>
inline constexpr bool has_native_backend =
    !std::is_base_of_v<turnstile::GenericBackend<Space>, turnstile::Backend<Space>>;

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
