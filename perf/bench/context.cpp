// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

#include <array>
#include <ctime>
#include <sstream>

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
          {"date", date()}};
}

}  // namespace turnstile::perf
