// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clocks.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <string_view>

namespace turnstile::perf {

namespace {

constexpr char const* unknown = "unknown";

/// Calls `function(value)` for each line of /proc/cpuinfo whose key is `key`.
template <class Function>
void for_each_processor(std::string_view key, Function const& function) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    auto const colon = line.find(": ");
    if (line.starts_with(key) && colon != std::string::npos) function(line.substr(colon + 2));
  }
}

/// NVIDIA's management library, loaded when it is asked: a machine without a driver has none to link with. A function
/// of it keeps its form; where a newer one differs, its name has another number.
class ManagementLibrary {
 public:
  ManagementLibrary() : library_(dlopen("libnvidia-ml.so.1", RTLD_NOW)) {
    is_ready_ = library_ != nullptr && call("nvmlInit_v2");
  }
  ~ManagementLibrary() {
    if (is_ready_) call("nvmlShutdown");
    if (library_ != nullptr) dlclose(library_);
  }
  ManagementLibrary(ManagementLibrary const&)            = delete;
  ManagementLibrary& operator=(ManagementLibrary const&) = delete;

  /// Calls `name(arguments...)`; false where there is no such function, or it fails.
  template <class... Arguments>
  bool call(char const* name, Arguments... arguments) const {
    if (library_ == nullptr) return false;
    auto const function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library_, name));
    return function != nullptr && function(arguments...) == 0;
  }

  [[nodiscard]] bool is_ready() const { return is_ready_; }

 private:
  void* library_;
  bool is_ready_ = false;
};

}  // namespace

std::string host_clock() {
  double sum = 0;
  int cores  = 0;
  for_each_processor("cpu MHz", [&](std::string const& value) {
    sum += std::strtod(value.c_str(), nullptr);
    ++cores;
  });
  if (cores == 0) return unknown;
  return std::to_string(std::lround(sum / cores)) + " MHz (mean of " + std::to_string(cores) + " cores)";
}

std::string device_clock(std::string const& bus_id) {
  constexpr int multiprocessors = 1, memory = 2;  // nvmlClockType_t
  ManagementLibrary const library;
  void* device = nullptr;
  std::array<unsigned, 2> clocks{};
  if (!library.is_ready() || !library.call("nvmlDeviceGetHandleByPciBusId_v2", bus_id.c_str(), &device) ||
      !library.call("nvmlDeviceGetClockInfo", device, multiprocessors, &clocks[0]) ||
      !library.call("nvmlDeviceGetClockInfo", device, memory, &clocks[1]))
    return unknown;
  return std::to_string(clocks[0]) + " MHz, memory " + std::to_string(clocks[1]) + " MHz";
}

std::string device_driver() {
  ManagementLibrary const library;
  std::array<char, 96> text{};
  auto const size = static_cast<unsigned>(text.size());
  return library.is_ready() && library.call("nvmlSystemGetDriverVersion", text.data(), size) ? text.data() : unknown;
}

}  // namespace turnstile::perf
