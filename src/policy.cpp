// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <turnstile/policy.hpp>

#include <ostream>

namespace turnstile {

namespace {

/// `2^base` stands in for the step of a policy that is not valid; messages must be able to name it.
std::string step_text(int base) {
  return base >= 0 && base <= 30 ? std::to_string(1 << base) : "2^" + std::to_string(base);
}

std::string swizzle_text(TransposePolicy const& policy) {
  switch (policy.swizzle) {
    case Swizzle::none:
      return "";
    case Swizzle::rotate:
      return "+rotate<" + step_text(policy.swizzle_base) + ">";
    case Swizzle::xor_bits:
      return "+xor<" + std::to_string(policy.swizzle_bits) + "," + std::to_string(policy.swizzle_base) + "," +
             std::to_string(policy.swizzle_shift) + ">";
  }
  return "+unknown_swizzle";
}

}  // namespace

std::string to_string(TransposePolicy const& policy) {
  constexpr TransposePolicy defaults;
  std::string text = std::to_string(policy.tile_rows) + "x" + std::to_string(policy.tile_cols);
  if (policy.padding != defaults.padding) text += "+pad" + std::to_string(policy.padding);
  text += swizzle_text(policy);
  if (policy.vector_bytes != defaults.vector_bytes) text += "+vector" + std::to_string(policy.vector_bytes);
  if (policy.threads != defaults.threads) text += "+threads" + std::to_string(policy.threads);
  if (policy.order != defaults.order) text += "+along_input";
  if (policy.stores != defaults.stores) text += policy.stores == Stores::cached ? "+cached" : "+streaming";
  return text;
}

std::ostream& operator<<(std::ostream& stream, TransposePolicy const& policy) {
  return stream << to_string(policy);
}

}  // namespace turnstile
