// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

#include <array>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <string_view>

namespace turnstile::perf {

namespace {

std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + '.' + std::to_string(KOKKOS_VERSION / 100 % 100) + '.' +
         std::to_string(KOKKOS_VERSION % 100);
}

std::string compiler() {
#ifdef __clang__
  return std::string("clang ") + __clang_version__;
#elif defined(__GNUC__)
  return std::string("gcc ") + __VERSION__;
#else
  return "unknown";
#endif
}

std::string cuda_compiler() {
#ifdef __CUDACC__
  return "nvcc " + std::to_string(__CUDACC_VER_MAJOR__) + '.' + std::to_string(__CUDACC_VER_MINOR__);
#else
  return "none";
#endif
}

std::string kokkos_configuration() {
  std::ostringstream text;
  Kokkos::print_configuration(text);
  return text.str();
}

/// The variables that decide figures. Of a tuning the file's name: where it lies is the machine's affair.
std::string environment() {
  std::string text;
  for (char const* const name : {"TURNSTILE_TUNING", "TURNSTILE_INSTRUCTION_SET", "OMP_NUM_THREADS", "OMP_PROC_BIND",
                                 "OMP_PLACES", "CUDA_VISIBLE_DEVICES"}) {
    char const* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here changes variables
    if (value == nullptr) continue;
    std::string_view shown = value;
    if (name == std::string_view("TURNSTILE_TUNING")) shown.remove_prefix(shown.find_last_of('/') + 1);
    text.append(text.empty() ? "" : " ").append(name).append("=").append(shown);
  }
  return text;
}

/// The time of day in UTC, as ISO 8601 writes it.
std::string date() {
  std::time_t const now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

}  // namespace

Context build_context() {
  return {{"turnstile_version", std::string(version())},
          {"turnstile_commit", std::string(commit())},
          {"native_backends", TURNSTILE_BACKENDS},
          {"kokkos_version", kokkos_version()},
          {"kokkos_configuration", kokkos_configuration()},
          {"compiler", compiler()},
          {"cuda_compiler", cuda_compiler()},
          {"environment", environment()},
          {"date", date()}};
}

}  // namespace turnstile::perf
