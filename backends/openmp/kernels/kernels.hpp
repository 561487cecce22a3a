// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../movement.hpp"

/// \file
/// The kernels of one instruction set, as the rest of the backend sees them.

namespace turnstile::host {

/// The kernels of one word size.
struct WordKernels {
  void (*tile)(Movement const&, TileShape const&, Share const&);
  void (*image)(Movement const&, bool is_streaming, Share const&);
  void (*direct)(Movement const&, Share const&);
  void (*strided)(RunMovement const&, bool is_streaming, Share const&);
};

/// The kernels of one instruction set.
struct Kernels {
  WordKernels words[5];  ///< of 1, 2, 4, 8 and 16 bytes
  void (*runs)(RunMovement const&, bool is_streaming, Share const&);
};

}  // namespace turnstile::host
