// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The header of a `.npy` file, format versions 1 to 3. Everything read from a file is untrusted. No Kokkos in here.

namespace turnstile::command {

/// What a `.npy` header says about the array that follows it.
struct NpyHeader {
  int version = 1;                  //!< major format version: 1, 2 or 3
  std::string dtype;                //!< the value of 'descr', a Python literal, exactly as written in the file
  std::int64_t item_bytes = 0;      //!< size of one element; 0 for dtypes such as '|V0'
  bool fortran_order      = false;  //!< whether the first axis is the fastest, instead of the last
  std::vector<std::int64_t> shape;  //!< extents, slowest axis first in C order; empty for a scalar

  /// Bytes of the array. Never overflows in a header that parse_npy_header() returned.
  std::int64_t data_bytes() const;
};

/// The fixed part at the start of a file: magic, version and length of the header text.
struct NpyPreamble {
  static constexpr std::size_t most_bytes = 12;  //!< no preamble is longer than this

  int version             = 1;  //!< major format version: 1, 2 or 3
  std::size_t bytes       = 0;  //!< length of the preamble itself
  std::size_t text_length = 0;  //!< length of the header text that follows it
};

/// Reads the preamble from the first bytes of a file: `NpyPreamble::most_bytes` of them, or the whole shorter file.
/// \throws CommandError when this is no `.npy` file, or one of an unknown version
NpyPreamble parse_npy_preamble(std::string_view first_bytes);

/// Reads the header text, a Python dictionary, of a file of format `version`.
/// \throws CommandError naming what is malformed, missing or not supported
NpyHeader parse_npy_header(int version, std::string_view text);

/// Preamble and header text as they stand in a file, padded to a multiple of 64 bytes. A header that is too long for
/// format version 1 gets version 2; version 3 is kept.
std::string format_npy_header(NpyHeader const& header);

/// Bytes of one element of dtype `code`, such as `f4`, `>c16`, `|S12` or `<M8[ns]`.
/// \throws CommandError for object dtypes and everything that is not a fixed-size dtype
std::int64_t dtype_code_bytes(std::string_view code);

/// `text` in single quotes, cut to a length that fits in a message, without control characters.
std::string excerpt(std::string_view text);

}  // namespace turnstile::command
