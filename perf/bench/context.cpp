// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

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

}  // namespace

Context build_context() {
  return {{"turnstile_version", std::string(version())},
          {"turnstile_commit", std::string(commit())},
          {"native_backends", TURNSTILE_BACKENDS},
          {"kokkos_version", kokkos_version()},
          {"compiler", compiler()},
          {"cuda_compiler", cuda_compiler()}};
}

}  // namespace turnstile::perf
