# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Provides benchmark::benchmark.

include_guard(GLOBAL)

function(turnstile_add_benchmark)
  include(FetchSource)
  turnstile_fetch_source(
    Benchmark source_dir
    URL https://github.com/google/benchmark/archive/refs/tags/v1.8.3.tar.gz
    SHA256 6bc180a57d23d4d9515519f92b0c83d61b05b5bab188961f36ac7b06b0d9e9ce
    DISTRIBUTION onnx 1.14.1 70903afe163643bd71195c78cedcc3f4fa05a2af651fd950ef3acbb15175b2d1 third_party/benchmark
  )
  foreach(feature IN ITEMS TESTING GTEST_TESTS INSTALL INSTALL_DOCS WERROR)
    set(BENCHMARK_ENABLE_${feature} OFF CACHE BOOL "Google Benchmark: ${feature}")
  endforeach()
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
  add_subdirectory("${source_dir}" "${PROJECT_BINARY_DIR}/_deps/benchmark-build" EXCLUDE_FROM_ALL SYSTEM)
endfunction()

if(NOT TARGET benchmark::benchmark)
  find_package(benchmark QUIET)
endif()
if(NOT TARGET benchmark::benchmark)
  turnstile_add_benchmark()
endif()
