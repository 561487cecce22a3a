// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuning_class.hpp"

#include <turnstile/error.hpp>
#include <turnstile/tuning.hpp>
#include <turnstile/version.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

namespace turnstile {
namespace {

constexpr std::string_view format_name = "turnstile tuning ";
constexpr std::string_view format      = "1";

/// The lines of a file that nobody has looked at yet. What is wrong is an InvalidArgument that names the line.
class Lines {
 public:
  explicit Lines(std::string_view text) noexcept : rest_(text) {}

  /// The next line that is neither empty nor a comment; nothing at the end.
  std::optional<std::string_view> next() {
    while (!rest_.empty()) {
      auto const line = take();
      if (line.empty() || line.starts_with('#')) continue;
      if (std::ranges::any_of(line, [](char c) { return c < ' ' || c > '~'; }))
        refuse("has a character that is not printable ASCII");
      return line;
    }
    return {};
  }

  /// What follows `key` in the next line.
  std::string_view field(std::string_view key) {
    auto const line = next();
    if (!line) throw InvalidArgument("it ends where '" + std::string(key) + "' should be");
    if (!line->starts_with(key)) refuse("does not begin with '" + std::string(key) + "'");
    if (line->size() == key.size()) refuse("has nothing behind '" + std::string(key) + "'");
    return line->substr(key.size());
  }

  [[noreturn]] void refuse(std::string const& what) const {
    throw InvalidArgument("line " + std::to_string(number_) + " " + what);
  }

 private:
  std::string_view take() {
    constexpr std::size_t longest_line = 256;
    ++number_;
    auto const length = rest_.find('\n');
    if (std::min(length, rest_.size()) > longest_line)
      refuse("is longer than " + std::to_string(longest_line) + " characters");
    if (length == std::string_view::npos) refuse("is cut off: it does not end with a newline");
    auto const line = rest_.substr(0, length);
    rest_.remove_prefix(length + 1);
    return line;
  }

  std::string_view rest_;
  int number_ = 0;
};

struct Keyed {
  std::uint32_t key;
  TransposePolicy policy;
};

std::vector<Keyed>::const_iterator lower_bound(std::vector<Keyed> const& entries, std::uint32_t key) noexcept {
  return std::ranges::lower_bound(entries, key, {}, &Keyed::key);
}

void add_entry(std::vector<Keyed>& entries, Lines const& lines, std::string_view line) {
  auto const end      = line.find(": ");
  auto const problems = detail::parse_tuning_class(line.substr(0, end));
  if (end == std::string_view::npos || !problems) lines.refuse("does not begin with a class of problems and ': '");
  auto const policy = parse_policy(line.substr(end + 2));
  if (!policy) lines.refuse("has no valid policy: '" + std::string(line.substr(end + 2)) + "'");
  auto const key   = detail::tuning_key(*problems);
  auto const place = lower_bound(entries, key);
  if (place != entries.end() && place->key == key) lines.refuse("repeats the class " + to_string(*problems));
  entries.insert(place, Keyed{key, *policy});
}

constexpr std::size_t most_bytes = std::size_t{256} * 1024;

/// The contents of a file, or one byte more than a tuning may have. \throws InvalidArgument
std::string contents_of(std::string const& path) {
  std::error_code error;
  auto const status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) throw InvalidArgument("there is no such file");
  if (error) throw InvalidArgument(error.message());
  // Reading a pipe or a terminal could wait for ever.
  if (status.type() != std::filesystem::file_type::regular) throw InvalidArgument("it is not a regular file");
  std::ifstream file(path, std::ios::binary);
  std::string text(most_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file && !file.eof()) throw InvalidArgument("it cannot be read");
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace

struct Tuning::Content {
  std::string name;
  std::string fault;  ///< why there are no entries, or empty
  std::string space;
  std::string device;
  std::vector<Keyed> entries;  ///< by ascending key

  /// What `fill` makes of an empty one, or why it refused to.
  template <class Fill>
  static std::shared_ptr<Content const> made(std::string_view name, Fill const& fill) noexcept try {
    auto content  = std::make_shared<Content>();
    content->name = name;
    try {
      fill(*content);
    } catch (InvalidArgument const& error) {
      content->fault = error.what();
      content->entries.clear();
    }
    return content;
  } catch (std::exception const&) {  // not even memory for the reason
    return nullptr;
  }

  /// \throws InvalidArgument for what is wrong with `text`
  void fill(std::string_view text) {
    if (text.size() > most_bytes) throw InvalidArgument("it has more than " + std::to_string(most_bytes) + " bytes");
    Lines lines(text);
    if (auto const found = lines.field(format_name); found != format)
      lines.refuse("names format " + std::string(found) + ", but this library reads format " + std::string(format));
    if (auto const made_by = lines.field("version "); made_by != version())
      lines.refuse("names Turnstile " + std::string(made_by) + ", but this is " + std::string(version()));
    space  = lines.field("space ");
    device = lines.field("device ");
    while (auto const line = lines.next()) add_entry(entries, lines, *line);
  }
};

Tuning Tuning::parse(std::string_view name, std::string_view text) noexcept {
  return Tuning(Content::made(name, [text](Content& content) { content.fill(text); }));
}

Tuning Tuning::read(std::string_view path) noexcept {
  return Tuning(Content::made(path, [path](Content& content) { content.fill(contents_of(std::string(path))); }));
}

Tuning const& Tuning::of_environment() noexcept {
  static Tuning const tuning = [] {
    char const* const path = std::getenv("TURNSTILE_TUNING");  // NOLINT(concurrency-mt-unsafe)
    return path == nullptr || *path == '\0' ? Tuning() : read(path);
  }();
  return tuning;
}

std::string_view Tuning::name() const noexcept {
  return is_none() ? std::string_view{} : std::string_view{content_->name};
}

std::string Tuning::fault(TuningTarget const& target) const {
  if (is_none()) return "";
  if (!content_->fault.empty()) return content_->fault;
  auto const other = [](std::string_view made_for, std::string_view here) {
    return "made for " + std::string(made_for) + ", this is " + std::string(here);
  };
  if (target.device.empty()) return "nothing tells what device this is";
  if (content_->space != target.space) return other(content_->space, target.space);
  if (content_->device != target.device) return other(content_->device, target.device);
  return "";
}

TransposePolicy const* Tuning::find(Problem const& problem, TuningTarget const& target) const noexcept {
  if (is_none() || content_->entries.empty()) return nullptr;
  auto const problems = tuning_class(problem);
  if (!problems) return nullptr;
  auto const key   = detail::tuning_key(*problems);
  auto const place = lower_bound(content_->entries, key);
  if (place == content_->entries.end() || place->key != key) return nullptr;
  return content_->space == target.space && content_->device == target.device ? &place->policy : nullptr;
}

std::string tuning_text(TuningTarget const& target, std::span<TuningEntry const> entries) {
  std::string text;
  auto const add = [&text](std::string_view key, std::string_view value) {
    text.append(key).append(value).append("\n");
  };
  add(format_name, format);
  add("version ", version());
  add("space ", target.space);
  add("device ", target.device);
  for (auto const& [problems, policy] : entries) add(to_string(problems) + ": ", to_string(policy));
  return text;
}

}  // namespace turnstile
