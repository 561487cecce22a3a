// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruction_set.hpp"

#include <turnstile/error.hpp>

#include <cstdlib>
#include <string>

namespace turnstile::host {

#ifdef __x86_64__
namespace x86_64_v4 {
extern Kernels const kernels;
}
namespace x86_64_v3 {
extern Kernels const kernels;
}
namespace x86_64_v2 {
extern Kernels const kernels;
}
#elif defined(__aarch64__)
namespace neon {
extern Kernels const kernels;
}
#endif

namespace {

#ifdef __x86_64__
bool has_v2() noexcept {
  return __builtin_cpu_supports("ssse3") != 0 && __builtin_cpu_supports("sse4.2") != 0 &&
         __builtin_cpu_supports("popcnt") != 0;
}

#if defined(__GNUC__) && !defined(__clang__)
bool has_v3() noexcept {
  return __builtin_cpu_supports("x86-64-v3") != 0;
}
#else
// Not all of the level can be asked for by name; every processor with these has the rest.
bool has_v3() noexcept {
  return has_v2() && __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
         __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("fma") != 0;
}
#endif

bool has_v4() noexcept {
  return has_v3() && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0;
}

constexpr InstructionSet compiled[]{
    {"x86-64-v4", &x86_64_v4::kernels, has_v4},
    {"x86-64-v3", &x86_64_v3::kernels, has_v3},
    {"x86-64-v2", &x86_64_v2::kernels, has_v2},
};
#elif defined(__aarch64__)
bool is_always_here() noexcept {
  return true;
}

constexpr InstructionSet compiled[]{{"neon", &neon::kernels, is_always_here}};
#endif

InstructionSet const* widest() noexcept {
  for (auto const& set : compiled)
    if (set.is_here()) return &set;
  return nullptr;
}

InstructionSet const* named(std::string_view name) {
  if (name == "none") return nullptr;
  std::string offered;
  for (auto const& set : compiled) {
    if (set.name == name && set.is_here()) return &set;
    if (set.is_here()) offered.append(set.name).append(", ");
  }
  throw InvalidArgument("turnstile: the environment variable TURNSTILE_INSTRUCTION_SET is " + std::string(name) +
                        ", but this machine offers " + offered + "none");
}

}  // namespace

std::span<InstructionSet const> compiled_instruction_sets() noexcept {
  return compiled;
}

InstructionSet const* active_instruction_set() {
  static InstructionSet const* const active = [] {
    char const* const name = std::getenv("TURNSTILE_INSTRUCTION_SET");  // NOLINT(concurrency-mt-unsafe)
    return name == nullptr || *name == '\0' ? widest() : named(name);
  }();
  return active;
}

bool has_instruction_set() noexcept {
  try {
    return active_instruction_set() != nullptr;
  } catch (...) {  // choose() has reported it, or will
    return false;
  }
}

}  // namespace turnstile::host
