// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace turnstile::command {

/// A value written in Python's syntax, of the kinds that a `.npy` header may hold.
struct PythonLiteral {
  enum class Kind { string, integer, boolean, tuple, list, dictionary };

  Kind kind;
  std::string_view source;           //!< the value as it is written in the text that was parsed
  std::string_view string;           //!< string: what is between the quotes, escape sequences left as written
  std::int64_t integer = 0;          //!< integer, or boolean as 0 and 1
  std::vector<PythonLiteral> items;  //!< tuple, list: the elements; dictionary: key, value, key, value ...
};

/// Reads the one literal that `text`, which must outlive the result, consists of; white space may surround it.
/// \throws CommandError when `text` is anything else, or nests deeper than 32 levels
PythonLiteral parse_python_literal(std::string_view text);

}  // namespace turnstile::command
