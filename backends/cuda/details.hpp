// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/policy.hpp>
#include <turnstile/problem.hpp>

#include <string>

namespace turnstile {
namespace [[gnu::visibility("hidden")]] cuda {

/// Lines of `key: value` that explain() shows for the kernel of kernel_for(problem, policy).
std::string details(Problem const& problem, TransposePolicy const& policy);

}  // namespace cuda
}  // namespace turnstile
