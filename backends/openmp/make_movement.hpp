// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../fusion.hpp"
#include "movement.hpp"

#include <turnstile/problem.hpp>

/// \file
/// From a problem to what a host kernel walks. Pure functions.

namespace turnstile {
namespace [[gnu::visibility("hidden")]] host {

/// The movement of a problem of different directions: one dimension a side, the rest is the batch, in the
/// order of the output.
Movement matrix_movement(Problem const& problem) noexcept;

/// The same with dimensions fused, so that tiles of `shape` are full whatever the extents: dimensions that follow each
/// other in the output become rows (if the tile is staged, for else rows need one pitch), those that follow each other
/// in the input become columns.
Movement fused_movement(Problem const& problem, TileShape const& shape) noexcept;

/// The movement of a problem of the same direction, or without any.
RunMovement run_movement(Problem const& problem) noexcept;

/// Whether a problem of different directions writes rows of less than 512 bytes that follow each other: the matrices'
/// output is one dense block each.
bool has_short_dense_rows(Problem const& problem) noexcept;

}  // namespace host
}  // namespace turnstile
