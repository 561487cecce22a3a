// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "movement.hpp"

#include <turnstile/arch.hpp>
#include <turnstile/policy.hpp>
#include <turnstile/problem.hpp>

#include <span>
#include <string_view>

/// \file
/// Which kernel moves a problem on a host, and how. Pure functions.

namespace turnstile {
namespace [[gnu::visibility("hidden")]] host {

enum class Kernel {
  none,     ///< the policy is none of ours
  runs,     ///< runs of bytes
  strided,  ///< single words
  direct,   ///< through registers, for what stays in cache
  image,    ///< through an image of the output, for short dense rows
  tile,     ///< through tiles
};

std::string_view name_of(Kernel kernel) noexcept;

/// The policies that select() chooses from, for words of `word_bytes`: no_tile, then tiles. A tile with one line of
/// padding is staged, one without is read in place.
std::span<TransposePolicy const> policies(int word_bytes) noexcept;

/// The policy that suits `problem` on a machine with the caches of `arch`.
TransposePolicy select(Problem const& problem, Arch const& arch) noexcept;

/// The kernel that moves `problem` with `policy`, which need not be one of policies(): any tile without swizzle whose
/// sides are whole lines and that fits into the buffers of tile_limits.hpp.
Kernel kernel_for(Problem const& problem, TransposePolicy const& policy, Arch const& arch) noexcept;

/// Why kernel_for() names that kernel, as a clause.
std::string_view reason(Problem const& problem, TransposePolicy const& policy, Arch const& arch) noexcept;

/// What `policy` says about a tile of `problem`.
TileShape tile_shape(Problem const& problem, TransposePolicy const& policy, Arch const& arch) noexcept;

/// Whether the stores of `problem` bypass the cache under `policy`.
bool is_streaming(Problem const& problem, TransposePolicy const& policy, Arch const& arch) noexcept;

}  // namespace host
}  // namespace turnstile
