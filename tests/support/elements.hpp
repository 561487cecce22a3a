// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace turnstile_test {

/// Elements that are no arithmetic types, as user code has them.
struct Rgb {
  std::uint8_t red, green, blue;
};
struct Particle {
  float x, y, z;
};
struct Vector3 {
  double x, y, z;
};
struct Record {
  double position[3];
  float charge;
  std::int32_t id;
  std::int64_t tag;
};
struct alignas(16) Quad {
  std::uint32_t word[4];
};
enum class Flag : std::uint8_t { off, on };

static_assert(sizeof(Rgb) == 3 && sizeof(Particle) == 12 && sizeof(Vector3) == 24 && sizeof(Record) == 40);

/// A list of types to run a test over.
template <class... T>
struct TypeList {
  /// Calls `action.template operator()<T>()` for each type.
  template <class Action>
  static void for_each(Action const& action) {
    (action.template operator()<T>(), ...);
  }
};

/// One type of each size that matters: the words 1, 2, 4, 8, 16 and the runs 3, 12, 24, 40.
using ElementsOfEverySize = TypeList<std::uint8_t, std::uint16_t, float, double, Quad, Rgb, Particle, Vector3, Record>;

/// The word that an aligned element is made of: the largest power of two, at most 16, that divides its size.
constexpr int word_of(std::size_t element_bytes) {
  int word = 1;
  while (word < 16 && element_bytes % (2 * static_cast<std::size_t>(word)) == 0) word *= 2;
  return word;
}

}  // namespace turnstile_test
