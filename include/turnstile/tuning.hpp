// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/policy.hpp>
#include <turnstile/problem.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

/// \file
/// Policies that were measured on one machine and written to a file, which takes the place of the library's own choice.

namespace turnstile {

/// Problems that one tuned policy serves: their words, the size of the matrix that a tile is cut from, how much there
/// is to move, and whether whole vectors of 16 bytes can be moved.
struct TuningClass {
  static constexpr int largest_log2_side  = 10;  ///< stands for all longer sides: no tile is larger
  static constexpr int largest_log2_words = 22;  ///< stands for all larger problems: every core is busy

  int word_bytes  = 1;      ///< 1, 2, 4, 8 or 16
  int log2_rows   = 0;      ///< of the extent along the output's fastest dimension, rounded down
  int log2_cols   = 0;      ///< of the extent along the input's fastest dimension, rounded down
  int log2_words  = 0;      ///< of the words to move, rounded down
  bool is_aligned = false;  ///< all addresses, and all strides but the fastest of each side, are multiples of 16 bytes

  /// Field by field.
  friend constexpr bool operator==(TuningClass const&, TuningClass const&) = default;
};

/// The class of `problem`; nothing for a problem without a tile, which is not tuned. Depends on word, extents, strides
/// and addresses modulo 16 alone.
[[nodiscard]] std::optional<TuningClass> tuning_class(Problem const& problem) noexcept;

/// Such as `4B 2^10+ x 2^4, 2^22+ words, aligned`: rows, columns, words to move. A plus says "or more".
[[nodiscard]] std::string to_string(TuningClass const& problems);

/// What a tuning is made for.
struct TuningTarget {
  std::string_view space;   ///< name of the execution space in Kokkos, such as "Cuda"
  std::string_view device;  ///< what its hardware is called, see Arch::device
};

/// One line of a tuning.
struct TuningEntry {
  TuningClass problems;    ///< the problems that it is for
  TransposePolicy policy;  ///< the policy that moves them
};

/// The file that Tuning::read() reads.
[[nodiscard]] std::string tuning_text(TuningTarget const& target, std::span<TuningEntry const> entries);

/// What a tuning file says. Immutable; copies share it. A file that cannot be used is no error: the tuning then has no
/// entries and knows why.
class Tuning {
 public:
  /// None: the library chooses.
  Tuning() = default;

  /// The tuning in the file at `path`.
  [[nodiscard]] static Tuning read(std::string_view path) noexcept;

  /// The tuning in `text`, the contents of a file that messages call `name`: for programs that read the file once and
  /// send it to many processes.
  [[nodiscard]] static Tuning parse(std::string_view name, std::string_view text) noexcept;

  /// The tuning in the file that the environment variable TURNSTILE_TUNING names when the process first asks, or none.
  [[nodiscard]] static Tuning const& of_environment() noexcept;

  /// Whether there is no file at all.
  [[nodiscard]] bool is_none() const noexcept { return content_ == nullptr; }

  /// The path of the file, or what parse() was told. Empty for none.
  [[nodiscard]] std::string_view name() const noexcept;

  /// Why the file is not used on `target`, or empty when it is.
  [[nodiscard]] std::string fault(TuningTarget const& target) const;

  /// The policy for problems of the class of `problem` on `target`, or nullptr. Allocates nothing.
  [[nodiscard]] TransposePolicy const* find(Problem const& problem, TuningTarget const& target) const noexcept;

 private:
  struct Content;
  explicit Tuning(std::shared_ptr<Content const> content) noexcept : content_(std::move(content)) {}

  std::shared_ptr<Content const> content_;
};

}  // namespace turnstile
