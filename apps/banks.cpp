// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array_text.hpp"
#include "bank_picture.hpp"
#include "command.hpp"
#include "command_error.hpp"
#include "npy.hpp"
#include "output_file.hpp"

#include <turnstile/bank_model.hpp>
#include <turnstile/policy.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

namespace turnstile::command {

namespace {

struct BanksOptions {
  std::string tile    = "32x32";
  int bytes           = 4;
  int padding         = 0;
  std::string swizzle = "none";
  int lanes           = 32;
  std::string svg;
};

/// `policy` with the rotation, by a power of two per row, that takes the fewest passes.
TransposePolicy rotated(TransposePolicy policy, int element_bytes, BankModel model) {
  policy.swizzle    = Swizzle::rotate;
  auto const passes = [&](int base) {
    policy.swizzle_base = base;
    TileCost const cost = tile_cost(policy, element_bytes, model);
    return cost.row_store_total_passes + cost.column_load_total_passes;
  };
  constexpr std::array bases{0, 1, 2, 3, 4, 5};
  policy.swizzle_base =
      *std::min_element(bases.begin(), bases.end(), [&](int left, int right) { return passes(left) < passes(right); });
  return policy;
}

TransposePolicy policy_of(BanksOptions const& options, BankModel model) {
  std::vector<std::int64_t> const sides = parse_integers(options.tile, 'x', "--tile");
  constexpr int largest_side            = 4096;
  bool const is_tile = sides.size() == 2 && std::all_of(sides.begin(), sides.end(), [](std::int64_t side) {
                         return side >= 1 && side <= largest_side;
                       });
  if (!is_tile)
    throw CommandError("--tile: ROWSxCOLUMNS with sides of 1 to 4096 expected, not " + excerpt(options.tile));
  TransposePolicy policy{.tile_rows = static_cast<int>(sides[0]), .tile_cols = static_cast<int>(sides[1])};
  constexpr int largest_element = 4096;
  if (options.bytes < 1 || options.bytes > largest_element)
    throw CommandError("--bytes: a number from 1 to 4096 expected, not " + std::to_string(options.bytes));
  constexpr std::int64_t largest_tile = std::int64_t{1} << 28;
  if (sides[0] * sides[1] * options.bytes > largest_tile)
    throw CommandError("--tile: a tile of at most 2^28 bytes expected, not " + excerpt(options.tile) + " elements of " +
                       std::to_string(options.bytes) + " bytes");
  if (options.swizzle == "xor") {
    policy = conflict_free_xor(options.bytes, policy.tile_rows, policy.tile_cols, model);
  } else if (options.swizzle == "rotate") {
    policy = rotated(policy, options.bytes, model);
  }
  policy.padding = options.padding;
  if (char const* const fault = policy_fault(policy)) throw CommandError(to_string(policy) + ": " + fault);
  return policy;
}

void write_text_file(std::string const& path, std::string const& text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

void run_banks(BanksOptions const& options) {
  BankModel const model = options.lanes == 64 ? banks::amd_wave64 : banks::nvidia;
  BankTile const tile{policy_of(options, model), options.bytes, model};
  // Sentences first: they check the arguments before anything is printed.
  auto const [row_store, column_load] = access_texts(tile);
  if (!options.svg.empty()) write_text_file(options.svg, bank_svg(tile));
  bool const coloured = ::isatty(STDOUT_FILENO) == 1;
  std::cout << tile_title(tile) << "\nbank of the first byte of each element:\n"
            << bank_grid(tile, coloured) << row_store << '\n'
            << column_load << '\n';
  if (!options.svg.empty()) std::cout << "picture: " << options.svg << '\n';
}

}  // namespace

void add_banks(CLI::App& app) {
  auto const options    = std::make_shared<BanksOptions>();
  CLI::App* const banks = app.add_subcommand("banks", "Show in which memory bank each element of a tile lies");
  banks->add_option("--tile", options->tile, "ROWSxCOLUMNS of the tile")->capture_default_str();
  banks->add_option("--bytes", options->bytes, "bytes of an element")->capture_default_str();
  banks->add_option("--padding", options->padding, "elements added to each row")->capture_default_str();
  banks->add_option("--swizzle", options->swizzle, "how rows are rearranged")
      ->check(CLI::IsMember({"none", "rotate", "xor"}))
      ->capture_default_str();
  banks->add_option("--lanes", options->lanes, "lanes that access memory together: 32 (NVIDIA) or 64 (AMD)")
      ->check(CLI::IsMember({32, 64}))
      ->capture_default_str();
  banks->add_option("--svg", options->svg, "also write a picture to this file");
  banks->callback([options] { run_banks(*options); });
}

}  // namespace turnstile::command
