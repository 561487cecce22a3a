// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "planner.hpp"

#include <turnstile/error.hpp>

#include <string>

namespace turnstile::detail {

void throw_invalid_policy(TransposePolicy const& policy) {
  throw InvalidPolicy("turnstile: policy " + to_string(policy) + " is not valid: " + policy_fault(policy));
}

void throw_policy_not_compiled(TransposePolicy const& policy, int word_bytes,
                               std::span<TransposePolicy const> compiled) {
  std::string list;
  for (auto const& known : compiled) list += (list.empty() ? "" : ", ") + to_string(known);
  throw PolicyNotCompiled("turnstile: policy " + to_string(policy) + " is not compiled for words of " +
                          std::to_string(word_bytes) + " bytes; compiled are " + list +
                          "; give it as a template argument to instantiate it");
}

}  // namespace turnstile::detail

namespace turnstile {

void throw_scratch_too_large(TransposePolicy const& policy, std::size_t needed, std::size_t available) {
  throw ScratchTooLarge("turnstile: policy " + to_string(policy) + " needs " + std::to_string(needed) +
                        " bytes of scratch, but the execution space offers a team " + std::to_string(available));
}

}  // namespace turnstile
