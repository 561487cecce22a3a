// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command.hpp"
#include "command_error.hpp"

#include <turnstile/version.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>

namespace {

/// Exit code for everything that the command refuses or cannot do.
constexpr int failure = 2;

/// Prints `message` as one line, whatever characters a file name or a library put into it.
int fail(std::string message) {
  constexpr std::string_view prefix = "turnstile: ";  // messages of the library have it already
  if (message.starts_with(prefix)) message.erase(0, prefix.size());
  std::replace_if(
      message.begin(), message.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  std::cerr << prefix << message << '\n';
  return failure;
}

void run_command(CLI::App& app, int argc, char** argv) {
  app.set_version_flag("--version", std::string(turnstile::version()));
  app.require_subcommand(1);
  turnstile::command::add_permute(app);
  turnstile::command::add_explain(app);
  turnstile::command::add_banks(app);
  turnstile::command::add_bench(app);
  turnstile::command::add_tune(app);
  turnstile::command::add_info(app);
  app.parse(argc, argv);
  if (!std::cout.flush()) throw turnstile::command::CommandError("cannot write to standard output");
}

int exit_code_of(int argc, char** argv) {
  CLI::App app("Transposes, permutes and re-lays-out arrays at the speed of a plain copy.", "turnstile");
  try {
    run_command(app, argc, argv);
    return 0;
  } catch (CLI::Success const& help_or_version) {
    return app.exit(help_or_version);
  } catch (CLI::ParseError const& error) {
    return fail(std::string(error.what()) + " (turnstile --help says what is possible)");
  } catch (std::bad_alloc const&) {
    return fail("not enough memory");
  } catch (std::exception const& error) {
    return fail(error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return exit_code_of(argc, argv);
  } catch (...) {  // there was no memory even for the message
    std::fputs("turnstile: not enough memory\n", stderr);
    return failure;
  }
}
