# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Provides CLI11::CLI11, used as <CLI/CLI.hpp>.

include_guard(GLOBAL)

# The copy in the distribution below has no --help: its line is a comment.
function(turnstile_patch_cli11 source_dir)
  set(header "${source_dir}/CLI11.hpp")
  if(EXISTS "${header}")
    file(READ "${header}" text)
    string(REPLACE "// set_help_flag(" "set_help_flag(" text "${text}")
    file(WRITE "${header}" "${text}")
  endif()
endfunction()

function(turnstile_add_cli11)
  include(FetchSource)
  turnstile_fetch_source(
    CLI11 source_dir
    URL https://github.com/CLIUtils/CLI11/archive/v2.5.0.tar.gz
    SHA256 17e02b4cddc2fa348e5dbdbb582c59a3486fa2b2433e70a0c3bacb871334fd55
    DISTRIBUTION highspy 1.15.1 20ed2fbf1cb64bf3044ee6632364b7e2653d93e6901e2b19fd3d5df10702e8c5 extern/cli11
    PATCH turnstile_patch_cli11
  )
  set(include_dir "${source_dir}/include")
  if(NOT EXISTS "${include_dir}/CLI/CLI.hpp")
    # The distribution carries the single-header form.
    set(include_dir "${PROJECT_BINARY_DIR}/_deps/cli11-include")
    file(MAKE_DIRECTORY "${include_dir}/CLI")
    file(COPY_FILE "${source_dir}/CLI11.hpp" "${include_dir}/CLI/CLI.hpp" ONLY_IF_DIFFERENT)
  endif()
  add_library(turnstile_cli11 INTERFACE)
  target_include_directories(turnstile_cli11 SYSTEM INTERFACE "${include_dir}")
  add_library(CLI11::CLI11 ALIAS turnstile_cli11)
endfunction()

if(NOT TARGET CLI11::CLI11)
  find_package(CLI11 2.1 QUIET GLOBAL)
endif()
if(NOT TARGET CLI11::CLI11)
  turnstile_add_cli11()
endif()
