// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_error.hpp"
#include "npy.hpp"
#include "python_literal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using turnstile::command::CommandError;
using turnstile::command::dtype_code_bytes;
using turnstile::command::format_npy_header;
using turnstile::command::NpyHeader;
using turnstile::command::NpyPreamble;
using turnstile::command::parse_npy_header;
using turnstile::command::parse_npy_preamble;
using turnstile::command::parse_python_literal;
using turnstile::command::PythonLiteral;
using Shape = std::vector<std::int64_t>;

/// The text of the CommandError that `function` throws, or "" when it throws none.
template <class Function>
std::string error_of(Function const& function) {
  try {
    function();
  } catch (CommandError const& error) {
    return error.what();
  }
  return "";
}

std::string header_error(std::string_view text, int version = 1) {
  return error_of([&] { parse_npy_header(version, text); });
}

std::string header_with_dtype(std::string const& dtype) {
  return "{'descr': " + dtype + ", 'fortran_order': False, 'shape': (2, 3), }";
}

void expect_contains(std::string const& text, std::string const& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << text << "' does not contain '" << part << "'";
}

TEST(Npy, ReadsWhatNumpyWrites) {
  NpyHeader const header = parse_npy_header(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }      \n");
  EXPECT_EQ(header.dtype, "'<f4'");
  EXPECT_EQ(header.item_bytes, 4);
  EXPECT_FALSE(header.fortran_order);
  EXPECT_EQ(header.shape, (Shape{2, 3}));
  EXPECT_EQ(header.data_bytes(), 24);
}

TEST(Npy, AcceptsAnyOrderAndSpacing) {
  NpyHeader const header = parse_npy_header(2, "\n { \"shape\":( 7L ,),'fortran_order' :True,'descr': '>i2'}");
  EXPECT_EQ(header.shape, (Shape{7}));
  EXPECT_TRUE(header.fortran_order);
  EXPECT_EQ(header.dtype, "'>i2'");
  EXPECT_EQ(parse_npy_header(1, "{'descr':'|b1','fortran_order':False,'shape':()}").shape, Shape{});
}

TEST(Npy, KeepsStructuredDtypesAsWritten) {
  std::string const dtype =
      "[('a', '<f4'), ('b', '<i2', (3,)), ('', '|V6'), ('c', [('x', '|u1'), ('y', '>f8', 2)]), (('title', 'd'), "
      "'|S5')]";
  NpyHeader const header = parse_npy_header(1, header_with_dtype(dtype));
  EXPECT_EQ(header.dtype, dtype);
  EXPECT_EQ(header.item_bytes, 4 + 6 + 6 + 17 + 5);
  EXPECT_EQ(parse_npy_header(1, header_with_dtype("[]")).item_bytes, 0);
}

TEST(Npy, KnowsTheSizeOfEveryDtype) {
  EXPECT_EQ(dtype_code_bytes("|b1"), 1);
  EXPECT_EQ(dtype_code_bytes("?"), 1);
  EXPECT_EQ(dtype_code_bytes("<i8"), 8);
  EXPECT_EQ(dtype_code_bytes("u2"), 2);
  EXPECT_EQ(dtype_code_bytes("<f2"), 2);
  EXPECT_EQ(dtype_code_bytes("<f16"), 16);
  EXPECT_EQ(dtype_code_bytes(">c32"), 32);
  EXPECT_EQ(dtype_code_bytes("<M8[25s]"), 8);
  EXPECT_EQ(dtype_code_bytes("<m8"), 8);
  EXPECT_EQ(dtype_code_bytes("|S13"), 13);
  EXPECT_EQ(dtype_code_bytes("<U10"), 40);
  EXPECT_EQ(dtype_code_bytes("|V0"), 0);
}

TEST(Npy, RefusesOtherDtypes) {
  for (char const* const code : {"", "<", "f5", "i3", "f4x", "float32", "<M8[ns", "<M8[]", "<M8[n s]", "S-1", "b2",
                                 "f+4", "c64", "T16", "?1", "S99999999999999999999", "U600000000", "f"})
    EXPECT_NE(error_of([&] { dtype_code_bytes(code); }), "") << code;
  expect_contains(error_of([] { dtype_code_bytes("|O"); }), "object dtypes");
  expect_contains(header_error(header_with_dtype("('<f4', (2,))")), "sub-array");
  expect_contains(header_error(header_with_dtype("[('a', '<f4'), ('b', '|O')]")), "object dtypes");
  expect_contains(header_error(header_with_dtype("[('a', '<f4'), ('a', '<f4')]")), "two fields");
  expect_contains(header_error(header_with_dtype("[('a', '<f4', (65536, 65536))]")), "2147483647");
  expect_contains(header_error(header_with_dtype("[('a', '<f4', (-1,))]")), "sub-array");
  expect_contains(header_error(header_with_dtype("[('a',)]")), "field");
  expect_contains(header_error(header_with_dtype("[(1, '<f4')]")), "name");
  expect_contains(header_error(header_with_dtype("4")), "'descr' is no dtype");
}

TEST(Npy, RefusesWrongKeys) {
  expect_contains(header_error("{'descr': '<f4', 'shape': (2,)}"), "lacks the key 'fortran_order'");
  expect_contains(header_error("{'fortran_order': False, 'shape': (2,)}"), "lacks the key 'descr'");
  expect_contains(header_error("{'descr': '<f4', 'fortran_order': False}"), "lacks the key 'shape'");
  expect_contains(header_error("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'shape': (2,)}"), "twice");
  expect_contains(header_error("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': 1}"), "unknown key");
  expect_contains(header_error("{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}"), "neither True nor False");
  expect_contains(header_error("('descr', '<f4')"), "no dictionary");
}

TEST(Npy, RefusesWrongShapes) {
  auto const shape_error = [](std::string const& shape) {
    return header_error("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + "}");
  };
  expect_contains(shape_error("[2, 3]"), "no tuple");
  expect_contains(shape_error("(3)"), "no tuple");
  expect_contains(shape_error("(2, -3)"), "negative");
  expect_contains(shape_error("(2, '3')"), "no integer");
  expect_contains(shape_error("(True,)"), "no integer");
  expect_contains(shape_error("(99999999999999999999,)"), "64 bits");
  expect_contains(shape_error("(4294967296, 4294967296)"), "2^63");
  expect_contains(shape_error("(2305843009213693952,)"), "2^63");
  expect_contains(shape_error("(0, 4294967296, 4294967296)"), "2^63");
  EXPECT_EQ(shape_error("(2305843009213693951,)"), "");
  EXPECT_EQ(shape_error("(0, 2305843009213693951)"), "");
}

TEST(Npy, RefusesMalformedText) {
  for (char const* const text :
       {"", "   ", "{", "{'descr'", "{'descr': '<f4'", "{'descr: 1}", "{'a': 1,, 'b': 2}", "{'a' 1}", "{'a': 1} x",
        "{'a': None}", "{'a': (1 2)}", "{'a': [1}", "{'a': 'x\n'}", "{'a': -}", "{'a': '\\", "{,}", "[,]"})
    EXPECT_NE(header_error(text), "") << text;
  EXPECT_NE(header_error(std::string("{'a'\0: 1}", 9)), "");
  expect_contains(header_error(std::string(100000, '[')), "nested too deeply");
}

TEST(Npy, ChecksTheEncodingOfVersion3) {
  std::string const valid = header_with_dtype("[('\xC3\xA9', '<f4')]");
  EXPECT_EQ(parse_npy_header(3, valid).dtype, "[('\xC3\xA9', '<f4')]");
  expect_contains(header_error(header_with_dtype("[('\xE9', '<f4')]"), 3), "UTF-8");
  EXPECT_EQ(header_error(header_with_dtype("[('\xE9', '<f4')]"), 1), "");
}

TEST(Npy, ReadsPreamblesOfAllVersions) {
  NpyPreamble const first = parse_npy_preamble(std::string_view("\x93NUMPY\x01\x00\x76\x00{'", 12));
  EXPECT_EQ(first.version, 1);
  EXPECT_EQ(first.bytes, 10U);
  EXPECT_EQ(first.text_length, 0x76U);
  NpyPreamble const third = parse_npy_preamble(std::string_view("\x93NUMPY\x03\x00\x76\x01\x02\x00", 12));
  EXPECT_EQ(third.version, 3);
  EXPECT_EQ(third.bytes, 12U);
  EXPECT_EQ(third.text_length, 0x20176U);
}

TEST(Npy, RefusesWrongPreambles) {
  auto const preamble_error = [](std::string_view bytes) { return error_of([&] { parse_npy_preamble(bytes); }); };
  expect_contains(preamble_error(""), "not a .npy file");
  expect_contains(preamble_error("PK\x03\x04 a zip file"), "not a .npy file");
  expect_contains(preamble_error("\x93NUMPY"), "ends within its header");
  expect_contains(preamble_error(std::string_view("\x93NUMPY\x01\x00\x76", 9)), "ends within its header");
  expect_contains(preamble_error(std::string_view("\x93NUMPY\x04\x00\x76\x00\x00\x00", 12)),
                  "unknown format version 4.0");
  expect_contains(preamble_error(std::string_view("\x93NUMPY\x01\x01\x76\x00\x00\x00", 12)),
                  "unknown format version 1.1");
  expect_contains(preamble_error(std::string_view("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF", 12)), "4294967295 bytes long");
}

/// What is written can be read, starts the data at a multiple of 64 bytes and ends in a newline.
void expect_round_trip(NpyHeader const& header, int expected_version) {
  std::string const written  = format_npy_header(header);
  NpyPreamble const preamble = parse_npy_preamble(std::string_view(written).substr(0, NpyPreamble::most_bytes));
  EXPECT_EQ(preamble.version, expected_version);
  ASSERT_EQ(preamble.bytes + preamble.text_length, written.size());
  EXPECT_EQ(written.size() % 64, 0U);
  EXPECT_EQ(written.back(), '\n');
  NpyHeader const read = parse_npy_header(preamble.version, std::string_view(written).substr(preamble.bytes));
  EXPECT_EQ(read.dtype, header.dtype);
  EXPECT_EQ(read.fortran_order, header.fortran_order);
  EXPECT_EQ(read.shape, header.shape);
  EXPECT_EQ(read.item_bytes, header.item_bytes);
}

TEST(Npy, WritesWhatItReads) {
  expect_round_trip({1, "'<f4'", 4, false, {2, 3}}, 1);
  expect_round_trip({2, "'>c16'", 16, true, {5}}, 1);
  expect_round_trip({3, "[('\xC3\xA9', '<f4')]", 4, false, {}}, 3);
  for (int extent = 1; extent < 1000000000; extent *= 10) expect_round_trip({1, "'|V0'", 0, true, {extent, 0}}, 1);
}

TEST(Npy, WritesLongHeadersAsVersion2) {
  std::string dtype = "[";
  for (int field = 0; field < 5000; ++field) dtype += "('field" + std::to_string(field) + "', '<f4'), ";
  expect_round_trip({1, dtype + "]", 20000, false, {3}}, 2);
}

TEST(PythonLiteral, KnowsTuplesFromParentheses) {
  EXPECT_EQ(parse_python_literal("(1)").kind, PythonLiteral::Kind::integer);
  EXPECT_EQ(parse_python_literal("(1,)").kind, PythonLiteral::Kind::tuple);
  EXPECT_EQ(parse_python_literal("()").items.size(), 0U);
  EXPECT_EQ(parse_python_literal(" [1, 2, 3,] ").source, "[1, 2, 3,]");
  EXPECT_EQ(parse_python_literal("'it\\'s'").string, "it\\'s");
}

}  // namespace
