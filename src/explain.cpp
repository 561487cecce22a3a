// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explain.hpp"

#include <turnstile/bank_model.hpp>

#include <cstdint>
#include <sstream>

namespace turnstile::detail {
namespace {

void write_list(std::ostream& text, std::int64_t const* values, int count) {
  text << '(';
  for (int k = 0; k < count; ++k) text << (k == 0 ? "" : ", ") << values[k];
  text << ')';
}

bool is_tile(std::string_view kernel) {
  return kernel.find("tile") != std::string_view::npos;
}

/// Whether the fastest dimension is the run of words that make up one element.
bool moves_runs(Problem const& problem) {
  auto const fastest = static_cast<std::size_t>(problem.rank - 1);
  return problem.rank > 0 && problem.word_bytes < problem.element_bytes && problem.in_strides[fastest] == 1 &&
         problem.out_strides[fastest] == 1 && problem.extents[fastest] == problem.element_bytes / problem.word_bytes;
}

/// Why the kernel is what it is.
std::string kernel_reason(Problem const& problem, std::string_view kernel) {
  if (problem.rank <= 1) return "one strided run, nothing to transpose";
  if (moves_runs(problem)) return "an element is a run of words, for which there is no tile";
  if (!problem.is_transposing())
    return "input and output run fastest along the same dimension, so that a tile would not help";
  if (is_tile(kernel)) return "input and output run fastest along different dimensions";
  return "the matrices are too small or too thin, or too many for one league";
}

void explain_words(std::ostream& text, Problem const& problem) {
  if (problem.word_bytes < 16 && problem.element_bytes % (std::int64_t{2} * problem.word_bytes) == 0)
    text << "missed: words of " << 2 * problem.word_bytes << " bytes, because an address is only " << problem.word_bytes
         << "-byte aligned\n";
  else if (problem.word_bytes < problem.element_bytes)
    text << "note: an element of " << problem.element_bytes << " bytes moves as "
         << problem.element_bytes / problem.word_bytes << " words\n";
  auto const fastest = problem.output_fastest();
  if (fastest < 0 || problem.is_transposing() || problem.word_bytes == 16) return;
  if (problem.in_strides[fastest] == 1 && problem.out_strides[fastest] == 1 && !moves_runs(problem))
    text << "missed: words of " << 2 * problem.word_bytes << " bytes, because "
         << (can_double_words(problem) ? "the policy is not compiled for them\n"
                                       : "an address, an extent or a stride is not a multiple of them\n");
}

void explain_strides(std::ostream& text, Problem const& problem) {
  auto const out_fastest = problem.output_fastest();
  auto const in_fastest  = problem.input_fastest();
  if (out_fastest >= 0 && problem.out_strides[out_fastest] != 1)
    text << "missed: contiguous stores, because the output's smallest stride is " << problem.out_strides[out_fastest]
         << " words\n";
  if (in_fastest >= 0 && problem.in_strides[in_fastest] != 1)
    text << "missed: contiguous loads, because the input's smallest stride is " << problem.in_strides[in_fastest]
         << " words\n";
}

void explain_banks(std::ostream& text, Problem const& problem, TransposePolicy const& policy, Arch const& arch) {
  if (arch.is_host) {
    text << "banks: none, the tile lies in the core's first-level cache\n";
    return;
  }
  auto const cost = tile_cost(policy, problem.word_bytes);
  text << "banks: row store " << cost.row_store_degree << "-way, column load " << cost.column_load_degree
       << "-way (1 is conflict-free; 32 banks of 4 bytes)\n"
       << "scratch: " << tile_size(policy) * problem.word_bytes << " bytes a team of " << arch.scratch_bytes
       << " offered\n";
}

}  // namespace

std::string explain_choice(Problem const& problem, Choice const& choice, Arch const& arch, std::string_view path,
                           std::string_view kernel, std::string_view details) {
  std::ostringstream text;
  if (problem.empty) {
    text << "kernel: none\nreason: an extent is 0, there is nothing to move\n";
    return text.str();
  }
  auto const bytes = problem.bytes();
  text << "moves: " << problem.words() << " words of " << problem.word_bytes << " bytes, " << bytes
       << " bytes read and " << bytes << " written\ncanonical: extents ";
  write_list(text, problem.extents.data(), problem.rank);
  text << ", in strides ";
  write_list(text, problem.in_strides.data(), problem.rank);
  text << ", out strides ";
  write_list(text, problem.out_strides.data(), problem.rank);
  text << "\n";
  if (problem.is_identity()) {
    text << "kernel: none\nreason: every element already lies in its place\n";
    return text.str();
  }
  text << "path: " << path << "\nkernel: " << kernel << '\n';
  if (details.empty())
    text << "reason: " << kernel_reason(problem, kernel) << '\n';
  else
    text << details;
  text << "policy: ";
  if (is_tile(kernel)) {
    text << choice.policy << "\n";
    if (details.empty()) explain_banks(text, problem, choice.policy, arch);
  } else {
    text << "none used\n";
  }
  explain_words(text, problem);
  explain_strides(text, problem);
  return text.str();
}

std::string explain_tuning(Problem const& problem, Choice const& choice, Tuning const& tuning,
                           TuningTarget const& target) {
  if (tuning.is_none()) return "";
  std::string const file{tuning.name()};
  if (auto const fault = tuning.fault(target); !fault.empty()) return "tuning: " + file + " ignored: " + fault + "\n";
  auto const problems = tuning_class(problem);
  if (!problems) return "tuning: none in " + file + " for what needs no tile\n";
  auto const* const tuned = tuning.find(problem, target);
  if (tuned == nullptr) return "tuning: none for " + to_string(*problems) + " in " + file + "\n";
  std::string const entry = "tuning: " + file + ", entry " + to_string(*problems);
  if (*tuned == choice.policy) return entry + "\n";
  return entry + " passed over: " + to_string(*tuned) + " cannot run here\n";
}

}  // namespace turnstile::detail
