// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "kernels/kernels.hpp"

#include <span>
#include <string_view>

/// \file
/// Which of the compiled instruction sets runs. The library itself is compiled for none in particular, so that a binary
/// that was built on one machine is fast and runs on another.

namespace turnstile {
namespace [[gnu::visibility("hidden")]] host {

/// Kernels compiled for one instruction set.
struct InstructionSet {
  std::string_view name;       ///< "x86-64-v4", "x86-64-v3", "x86-64-v2", "neon"
  Kernels const* kernels;      ///< never nullptr
  bool (*is_here)() noexcept;  ///< whether this processor and its operating system have it
};

/// The compiled instruction sets, the widest first. Hidden by itself, too: Clang 16 takes the namespace's word for all
/// functions but this one.
[[gnu::visibility("hidden")]] std::span<InstructionSet const> compiled_instruction_sets() noexcept;

/// The instruction set that runs: the widest that the processor has, or the one that the environment variable
/// TURNSTILE_INSTRUCTION_SET names when the process first asks. nullptr when there is none, or the variable says
/// "none": the generic path then runs. \throws InvalidArgument for a name that is not compiled or not here
InstructionSet const* active_instruction_set();

/// Whether active_instruction_set() gives one.
bool has_instruction_set() noexcept;

}  // namespace host
}  // namespace turnstile
