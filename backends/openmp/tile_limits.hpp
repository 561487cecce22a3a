// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// \file
/// Sizes of the kernels' buffers, which lie on the stacks of the threads: 384 KiB at most.

namespace turnstile::host {

inline constexpr std::int64_t max_tile_row_bytes    = 1024;    ///< of one tile's piece of an output row
inline constexpr std::int64_t max_tile_column_bytes = 4096;    ///< of one tile's piece of an input row
inline constexpr std::int64_t max_tile_columns      = 1024;    ///< words of that piece
inline constexpr std::int64_t max_staged_bytes      = 270336;  ///< of a staged tile, padding included
inline constexpr std::int64_t short_row_bytes       = 512;     ///< output rows below this go through an image

}  // namespace turnstile::host
