// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "npy.hpp"

#include "command_error.hpp"
#include "python_literal.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>
#include <system_error>

namespace turnstile::command {

namespace {

using Kind = PythonLiteral::Kind;

constexpr std::string_view magic            = "\x93NUMPY";
constexpr std::int64_t largest_item_bytes   = std::numeric_limits<std::int32_t>::max();  // NumPy's own limit
constexpr std::size_t longest_header        = std::size_t{4} << 20;
constexpr std::size_t longest_version1_text = 65535;

/// `left * right` of two values that are not negative.
/// \throws CommandError with `message` when the product exceeds `largest`
std::int64_t checked_product(std::int64_t left, std::int64_t right, std::int64_t largest, char const* message) {
  if (right != 0 && left > largest / right) throw CommandError(message);
  return left * right;
}

std::int64_t checked_item_product(std::int64_t left, std::int64_t right) {
  return checked_product(left, right, largest_item_bytes, "the dtype has elements of more than 2147483647 bytes");
}

[[noreturn]] void throw_unknown_dtype(std::string_view code) {
  throw CommandError("unknown dtype " + excerpt(code) + ": a code such as f4, >i2, c16 or S12 is expected");
}

/// The number that `digits` spell; 0 when there are none, which is how dtypes of size 0 are written, too.
std::int64_t parse_dtype_size(std::string_view digits, std::string_view code) {
  std::int64_t size       = 0;
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  bool const too_large    = error == std::errc::result_out_of_range || size > largest_item_bytes;
  if (too_large) throw CommandError("the dtype has elements of more than 2147483647 bytes");
  bool const is_number = digits.empty() || (error == std::errc() && end == digits.data() + digits.size() && size >= 0);
  if (!is_number) throw_unknown_dtype(code);
  return size;
}

/// `size`, the end of the dtype `code`, without a date unit such as `[ns]` or `[25s]`, behind which nothing may stand.
std::string_view without_date_unit(std::string_view size, std::string_view code) {
  std::size_t const bracket = size.find('[');
  if (bracket == std::string_view::npos) return size;
  std::string_view const unit  = size.substr(bracket + 1);
  auto const is_unit_character = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/';
  };
  bool const complete = unit.size() >= 2 && unit.back() == ']';
  if (!complete || !std::all_of(unit.begin(), unit.end() - 1, is_unit_character)) throw_unknown_dtype(code);
  return size.substr(0, bracket);
}

/// Sizes that NumPy has for a kind of number.
bool is_number_size(char kind, std::int64_t size) {
  switch (kind) {
    case 'b':
      return size == 1;
    case 'i':
    case 'u':
      return size == 1 || size == 2 || size == 4 || size == 8;
    case 'f':
      return size == 2 || size == 4 || size == 8 || size == 12 || size == 16;
    case 'c':
      return size == 8 || size == 16 || size == 24 || size == 32;
    case 'm':
    case 'M':
      return size == 8;
    default:
      return false;
  }
}

std::int64_t dtype_bytes(PythonLiteral const& dtype);

/// Elements of the sub-array that a field of a structured dtype may be: `3` or `(3, 2)`.
std::int64_t subarray_elements(PythonLiteral const& shape) {
  std::vector<PythonLiteral> const extents =
      shape.kind == Kind::tuple ? shape.items : std::vector<PythonLiteral>{shape};
  std::int64_t count = 1;
  for (PythonLiteral const& extent : extents) {
    if (extent.kind != Kind::integer || extent.integer < 0)
      throw CommandError("a sub-array of the dtype has the shape " + excerpt(shape.source));
    count = checked_item_product(count, extent.integer);
  }
  return count;
}

/// Bytes of one field, `(name, dtype)` or `(name, dtype, shape)`. A name may also be the pair `(title, name)`.
std::int64_t field_bytes(PythonLiteral const& field, std::set<std::string_view>& names) {
  bool const is_field = field.kind == Kind::tuple && (field.items.size() == 2 || field.items.size() == 3);
  if (!is_field) throw CommandError("a field of the dtype is " + excerpt(field.source));
  PythonLiteral const& label = field.items[0];
  bool const titled          = label.kind == Kind::tuple && label.items.size() == 2;
  PythonLiteral const& name  = titled ? label.items[1] : label;
  if (name.kind != Kind::string) throw CommandError("a field of the dtype has the name " + excerpt(label.source));
  bool const is_padding = name.string.empty();
  if (!is_padding && !names.insert(name.string).second)
    throw CommandError("two fields of the dtype have the name " + excerpt(name.string));
  std::int64_t const count = field.items.size() == 3 ? subarray_elements(field.items[2]) : 1;
  return checked_item_product(count, dtype_bytes(field.items[1]));
}

std::int64_t structured_dtype_bytes(PythonLiteral const& dtype) {
  std::set<std::string_view> names;
  std::int64_t bytes = 0;
  for (PythonLiteral const& field : dtype.items) {
    bytes += field_bytes(field, names);
    checked_item_product(bytes, 1);
  }
  return bytes;
}

std::int64_t dtype_bytes(PythonLiteral const& dtype) {
  if (dtype.kind == Kind::string) return dtype_code_bytes(dtype.string);
  if (dtype.kind == Kind::list) return structured_dtype_bytes(dtype);
  if (dtype.kind == Kind::tuple)
    throw CommandError("sub-array dtypes outside a structured dtype are not supported: " + excerpt(dtype.source));
  throw CommandError("'descr' is no dtype: " + excerpt(dtype.source));
}

std::vector<std::int64_t> parse_shape(PythonLiteral const& shape) {
  if (shape.kind != Kind::tuple) throw CommandError("'shape' is no tuple: " + excerpt(shape.source));
  std::vector<std::int64_t> extents;
  for (PythonLiteral const& extent : shape.items) {
    if (extent.kind != Kind::integer)
      throw CommandError("'shape' has an extent that is no integer: " + excerpt(extent.source));
    if (extent.integer < 0) throw CommandError("'shape' has a negative extent: " + excerpt(shape.source));
    extents.push_back(extent.integer);
  }
  return extents;
}

/// Refuses shapes whose extents multiply past 64 bits, even if one of them is 0: NumPy cannot hold them either.
void check_size(NpyHeader const& header) {
  std::int64_t product = std::max<std::int64_t>(header.item_bytes, 1);
  for (std::int64_t const extent : header.shape)
    product = checked_product(product, std::max<std::int64_t>(extent, 1), std::numeric_limits<std::int64_t>::max(),
                              "'shape' and dtype make an array of more than 2^63 bytes");
}

/// The value of `key` in the header, which must be there exactly once.
PythonLiteral const& value_of(PythonLiteral const& dictionary, std::string_view key) {
  PythonLiteral const* found = nullptr;
  for (std::size_t i = 0; i + 1 < dictionary.items.size(); i += 2) {
    PythonLiteral const& candidate = dictionary.items[i];
    if (candidate.kind != Kind::string || candidate.string != key) continue;
    if (found != nullptr) throw CommandError("the header has the key " + excerpt(key) + " twice");
    found = &dictionary.items[i + 1];
  }
  if (found == nullptr) throw CommandError("the header lacks the key " + excerpt(key));
  return *found;
}

void refuse_other_keys(PythonLiteral const& dictionary) {
  for (std::size_t i = 0; i + 1 < dictionary.items.size(); i += 2) {
    PythonLiteral const& key = dictionary.items[i];
    bool const known =
        key.kind == Kind::string && (key.string == "descr" || key.string == "fortran_order" || key.string == "shape");
    if (!known) throw CommandError("the header has the unknown key " + excerpt(key.source));
  }
}

/// Length of the UTF-8 sequence that `first` starts, 0 when it starts none.
std::size_t utf8_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

/// Whether the second byte makes a sequence that is too long for its character, a surrogate, or beyond U+10FFFF.
bool is_refused_in_utf8(unsigned char first, unsigned char second) {
  return (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) || (first == 0xF0 && second < 0x90) ||
         (first == 0xF4 && second > 0x8F);
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t const length = utf8_length(static_cast<unsigned char>(text[i]));
    if (length == 0 || text.size() - i < length) return false;
    if (length > 1 && is_refused_in_utf8(static_cast<unsigned char>(text[i]), static_cast<unsigned char>(text[i + 1])))
      return false;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return false;
    i += length;
  }
  return true;
}

std::string little_endian(std::size_t value, std::size_t bytes) {
  std::string result;
  for (std::size_t i = 0; i < bytes; ++i) result.push_back(static_cast<char>((value >> (8 * i)) & 0xFF));
  return result;
}

std::string header_text(NpyHeader const& header) {
  std::string text =
      "{'descr': " + header.dtype + ", 'fortran_order': " + (header.fortran_order ? "True" : "False") + ", 'shape': (";
  for (std::size_t i = 0; i < header.shape.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(header.shape[i]);
  return text + (header.shape.size() == 1 ? ",), }" : "), }");
}

}  // namespace

std::int64_t NpyHeader::data_bytes() const {
  std::int64_t bytes = item_bytes;
  for (std::int64_t const extent : shape) bytes *= extent;
  return bytes;
}

NpyPreamble parse_npy_preamble(std::string_view first_bytes) {
  if (!first_bytes.starts_with(magic)) throw CommandError("not a .npy file: it does not start with \\x93NUMPY");
  auto const byte = [&](std::size_t i) {
    if (i >= first_bytes.size()) throw CommandError("the file ends within its header");
    return static_cast<std::size_t>(static_cast<unsigned char>(first_bytes[i]));
  };
  std::size_t const major = byte(magic.size());
  std::size_t const minor = byte(magic.size() + 1);
  if (major < 1 || major > 3 || minor != 0)
    throw CommandError("unknown format version " + std::to_string(major) + "." + std::to_string(minor) +
                       ": 1.0, 2.0 and 3.0 are supported");
  std::size_t const length_begin = magic.size() + 2;
  std::size_t const length_bytes = major == 1 ? 2 : 4;
  NpyPreamble result{static_cast<int>(major), length_begin + length_bytes, 0};
  for (std::size_t i = 0; i < length_bytes; ++i) result.text_length |= byte(length_begin + i) << (8 * i);
  if (result.text_length > longest_header)
    throw CommandError("the header is " + std::to_string(result.text_length) + " bytes long; more than " +
                       std::to_string(longest_header) + " are not supported");
  return result;
}

NpyHeader parse_npy_header(int version, std::string_view text) {
  if (version >= 3 && !is_utf8(text)) throw CommandError("the header is not UTF-8, as format version 3 asks for");
  PythonLiteral const dictionary = parse_python_literal(text);
  if (dictionary.kind != Kind::dictionary)
    throw CommandError("the header is no dictionary: " + excerpt(dictionary.source));
  refuse_other_keys(dictionary);
  PythonLiteral const& dtype = value_of(dictionary, "descr");
  PythonLiteral const& order = value_of(dictionary, "fortran_order");
  if (order.kind != Kind::boolean)
    throw CommandError("'fortran_order' is neither True nor False: " + excerpt(order.source));
  NpyHeader header;
  header.version       = version;
  header.dtype         = dtype.source;
  header.item_bytes    = dtype_bytes(dtype);
  header.fortran_order = order.integer != 0;
  header.shape         = parse_shape(value_of(dictionary, "shape"));
  check_size(header);
  return header;
}

std::string format_npy_header(NpyHeader const& header) {
  constexpr std::size_t alignment = 64;
  std::string text                = header_text(header);
  int version                     = header.version;
  if (version < 3) version = text.size() + alignment > longest_version1_text ? 2 : 1;
  std::size_t const length_bytes = version == 1 ? 2 : 4;
  std::size_t const unpadded     = magic.size() + 2 + length_bytes + text.size() + 1;
  text.append((alignment - unpadded % alignment) % alignment, ' ').push_back('\n');
  return std::string(magic) + static_cast<char>(version) + '\0' + little_endian(text.size(), length_bytes) + text;
}

std::int64_t dtype_code_bytes(std::string_view code) {
  std::string_view rest = code;
  if (!rest.empty() && std::string_view("<>|=").find(rest.front()) != std::string_view::npos) rest.remove_prefix(1);
  if (rest.empty()) throw_unknown_dtype(code);
  char const kind = rest.front();
  rest.remove_prefix(1);
  if (kind == 'O') throw CommandError("object dtypes are not supported: their elements are Python objects, not bytes");
  if (kind == 'm' || kind == 'M') rest = without_date_unit(rest, code);
  std::int64_t const size = parse_dtype_size(rest, code);
  if (kind == 'S' || kind == 'a' || kind == 'V') return size;
  if (kind == 'U') return checked_item_product(size, 4);
  if (kind == '?' && rest.empty()) return 1;
  if (!is_number_size(kind, size)) throw_unknown_dtype(code);
  return size;
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string result            = "'";
  for (char const c : text.substr(0, longest)) result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > longest ? "...'" : "'");
}

}  // namespace turnstile::command
