// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <CLI/CLI.hpp>

/// \file
/// The commands of `turnstile`, one source file each. Every function adds its subcommand, whose callback does the work;
/// what goes wrong is thrown as an exception with a text of one line.

namespace turnstile::command {

void add_permute(CLI::App& app);
void add_explain(CLI::App& app);
void add_banks(CLI::App& app);
void add_bench(CLI::App& app);
void add_tune(CLI::App& app);
void add_info(CLI::App& app);

}  // namespace turnstile::command
