// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "processor.hpp"

#include <fstream>
#include <istream>

namespace turnstile::detail {

std::string processor_name_in(std::istream& text) {
  std::string implementer, part;
  for (std::string line; std::getline(text, line);) {
    auto const colon = line.find(": ");
    if (colon == std::string::npos) continue;
    auto value = line.substr(colon + 2);
    if (line.starts_with("model name")) return value;
    if (line.starts_with("CPU implementer")) implementer = value;
    if (line.starts_with("CPU part")) part = value;
  }
  if (part.empty()) return "unknown processor";
  return "implementer " + implementer + " part " + part;
}

std::string_view processor_name() {
  static std::string const name = [] {
    std::ifstream file("/proc/cpuinfo");
    return processor_name_in(file);
  }();
  return name;
}

}  // namespace turnstile::detail
