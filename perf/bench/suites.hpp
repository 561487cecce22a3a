// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cases.hpp"

#include <turnstile/policy.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The lists of cases that are measured under one name.

namespace turnstile::perf {

/// How samples are taken.
enum class Mode {
  cold,   ///< each call by itself, after the cache was flushed
  batch,  ///< calls one after the other on the same arrays, in whatever cache they fit
};

/// The name of `mode` in rows: "cold" or "batch".
std::string_view name_of(Mode mode);

/// Variants that are measured together, on the same arrays.
struct Group {
  Workload workload;
  std::vector<Variant> variants;
  Mode mode = Mode::cold;

  /// case_name() of a variant, with "/batch_mode" behind it in that mode.
  [[nodiscard]] std::string name(Variant const& variant) const;
};

using Suite = std::vector<Group>;

/// A way of the library to move, and the policies that it is compiled with for words of `word_bytes`.
struct CompiledPath {
  Path path;
  std::span<TransposePolicy const> (*policies)(int word_bytes) noexcept;
};

/// What a suite's sizes, paths and policies depend on.
struct SuiteTarget {
  bool is_host = true;
  CompiledPath generic;
  std::optional<CompiledPath> native;
};

/// The names that make_suite() knows: tiny, quick, standard, classes, cached, ladder, sweep.
std::vector<std::string> suite_names();

/// The suite called `name`. \throws std::invalid_argument when there is none
Suite make_suite(std::string_view name, SuiteTarget const& target);

}  // namespace turnstile::perf
