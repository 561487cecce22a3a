// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text_scanner.hpp"

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

void take_swizzle(detail::TextScanner& text, TransposePolicy& policy) {
  int step = 0;
  if (text.take("+rotate<") && text.take(step) && text.take(">")) {
    policy.swizzle      = Swizzle::rotate;
    policy.swizzle_base = detail::log2_floor(step);
  } else if (text.take("+xor<") && text.take(policy.swizzle_bits) && text.take(",") && text.take(policy.swizzle_base) &&
             text.take(",") && text.take(policy.swizzle_shift) && text.take(">")) {
    policy.swizzle = Swizzle::xor_bits;
  }
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

std::optional<TransposePolicy> parse_policy(std::string_view text) {
  TransposePolicy policy;
  detail::TextScanner rest(text);
  if (!rest.take(policy.tile_rows) || !rest.take("x") || !rest.take(policy.tile_cols)) return {};
  if (rest.take("+pad")) rest.take(policy.padding);
  take_swizzle(rest, policy);
  if (rest.take("+vector")) rest.take(policy.vector_bytes);
  if (rest.take("+threads")) rest.take(policy.threads);
  if (rest.take("+along_input")) policy.order = BlockOrder::along_input;
  if (rest.take("+cached")) policy.stores = Stores::cached;
  if (rest.take("+streaming")) policy.stores = Stores::streaming;
  // Whatever was left out, misread or left over is missing here.
  if (!is_valid(policy) || to_string(policy) != text) return {};
  return policy;
}

std::ostream& operator<<(std::ostream& stream, TransposePolicy const& policy) {
  return stream << to_string(policy);
}

}  // namespace turnstile
