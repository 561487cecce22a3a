// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "python_literal.hpp"

#include "command_error.hpp"

#include <charconv>
#include <system_error>

namespace turnstile::command {

namespace {

using Kind = PythonLiteral::Kind;

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

/// Recursive descent over the text; every member function consumes what its name says.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  PythonLiteral whole_text() {
    PythonLiteral result = value(0);
    skip_space();
    if (position_ != text_.size()) fail("unexpected text after the value");
    return result;
  }

 private:
  static constexpr int deepest_nesting = 32;

  [[noreturn]] void fail(std::string const& what) const {
    throw CommandError(what + " at byte " + std::to_string(position_) + " of the header");
  }

  char peek() const { return position_ < text_.size() ? text_[position_] : '\0'; }

  void skip_space() {
    while (position_ < text_.size() && std::string_view(" \t\r\n\f").find(text_[position_]) != std::string_view::npos)
      ++position_;
  }

  bool accept(char character) {
    skip_space();
    if (position_ == text_.size() || text_[position_] != character) return false;
    ++position_;
    return true;
  }

  void expect(char character) {
    if (!accept(character)) fail(std::string("'") + character + "' expected");
  }

  bool accept_word(std::string_view word) {
    if (!text_.substr(position_).starts_with(word)) return false;
    position_ += word.size();
    return true;
  }

  PythonLiteral value(int depth) {
    if (depth > deepest_nesting) fail("values nested too deeply");
    skip_space();
    std::size_t const begin = position_;
    PythonLiteral result    = value_at_position(depth);
    result.source           = text_.substr(begin, position_ - begin);
    return result;
  }

  PythonLiteral value_at_position(int depth) {
    char const first = peek();
    if (first == '\'' || first == '"') return quoted_string();
    if (first == '-' || is_digit(first)) return integer();
    if (accept('[')) return sequence(Kind::list, ']', depth);
    if (accept('(')) return sequence(Kind::tuple, ')', depth);
    if (accept('{')) return dictionary(depth);
    if (accept_word("True")) return {Kind::boolean, {}, {}, 1, {}};
    if (accept_word("False")) return {Kind::boolean, {}, {}, 0, {}};
    fail("a string, integer, True, False, list, tuple or dictionary expected");
  }

  PythonLiteral quoted_string() {
    char const quote        = text_[position_++];
    std::size_t const begin = position_;
    while (position_ < text_.size() && text_[position_] != quote) {
      if (text_[position_] == '\\') ++position_;
      if (position_ < text_.size() && static_cast<unsigned char>(text_[position_]) < ' ')
        fail("control character in a string");
      ++position_;
    }
    if (position_ >= text_.size()) fail("string without a closing quote");
    return {Kind::string, {}, text_.substr(begin, position_++ - begin), 0, {}};
  }

  /// Python 2 wrote long integers as `12L`. Python 3 refuses zeros in front, which once meant octal numbers.
  PythonLiteral integer() {
    PythonLiteral result{Kind::integer, {}, {}, 0, {}};
    auto const [end, error] = std::from_chars(text_.data() + position_, text_.data() + text_.size(), result.integer);
    if (error == std::errc::result_out_of_range) fail("integer that does not fit in 64 bits");
    if (error != std::errc()) fail("integer expected");
    std::size_t const first = position_ + (peek() == '-' ? 1 : 0);
    if (text_[first] == '0' && result.integer != 0) fail("integer with zeros in front");
    position_ = static_cast<std::size_t>(end - text_.data());
    accept_word("L");
    return result;
  }

  /// As in Python, parentheses around one value without a comma make no tuple.
  PythonLiteral sequence(Kind kind, char close, int depth) {
    PythonLiteral result{kind, {}, {}, 0, {}};
    bool comma = false;
    while (!accept(close)) {
      if (!result.items.empty() && !comma) fail(std::string("',' or '") + close + "' expected");
      result.items.push_back(value(depth + 1));
      comma = accept(',');
    }
    bool const parenthesized = kind == Kind::tuple && result.items.size() == 1 && !comma;
    return parenthesized ? PythonLiteral(result.items.front()) : result;
  }

  PythonLiteral dictionary(int depth) {
    PythonLiteral result{Kind::dictionary, {}, {}, 0, {}};
    bool comma = true;
    while (!accept('}')) {
      if (!comma) fail("',' or '}' expected");
      result.items.push_back(value(depth + 1));
      expect(':');
      result.items.push_back(value(depth + 1));
      comma = accept(',');
    }
    return result;
  }

  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace

PythonLiteral parse_python_literal(std::string_view text) {
  return Parser(text).whole_text();
}

}  // namespace turnstile::command
