// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/bank_model.hpp>
#include <turnstile/policy.hpp>

#include <array>
#include <cstdint>
#include <string>

namespace turnstile::command {

/// A tile whose banks are to be shown. Elements are named by (row, col) of the tile; a swizzle moves them within it.
struct BankTile {
  TransposePolicy policy;
  int element_bytes = 4;
  BankModel model   = banks::nvidia;
};

/// Bank that holds the first byte of element (row, col).
int bank_of(BankTile const& tile, int row, int col);

/// What the tile is: "tile 32x32+pad1 of 4-byte elements, 32 banks of 4 bytes, 32 lanes".
std::string tile_title(BankTile const& tile);

/// Sentences on the passes of the row store and of the column load.
std::array<std::string, 2> access_texts(BankTile const& tile);

/// The bank of every element as text, a line a row of the tile; large tiles are cut. `coloured` adds escape sequences.
std::string bank_grid(BankTile const& tile, bool coloured);

/// An SVG picture: elements coloured by bank, the elements that the first lane group stores and loads outlined, and
/// the two sentences above. Large tiles are cut.
std::string bank_svg(BankTile const& tile);

/// Red, green and blue (0-255) that stand for `bank` in both pictures.
std::array<int, 3> bank_colour(int bank, int banks);

}  // namespace turnstile::command
