# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Provides GTest::gtest and GTest::gtest_main.

include_guard(GLOBAL)

function(turnstile_add_googletest)
  include(FetchSource)
  turnstile_fetch_source(
    GoogleTest source_dir
    URL https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz
    SHA256 8ad598c73ad796e0d8280b082cebd82a630d73e73cd3c70057938a6501bba5d7
    DISTRIBUTION pygenten 0.1.5 e620f05c742905e2db705d875f1cac92ef0ed453f9e6734e9beda26cc0f9cce7 tpls/googletest
  )
  set(BUILD_GMOCK OFF CACHE BOOL "Build gMock")
  set(INSTALL_GTEST OFF CACHE BOOL "Install GoogleTest")
  set(CMAKE_CXX_STANDARD 20)
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
  add_subdirectory("${source_dir}" "${PROJECT_BINARY_DIR}/_deps/googletest-build" EXCLUDE_FROM_ALL SYSTEM)
endfunction()

if(NOT TARGET GTest::gtest)
  find_package(GTest QUIET)
endif()
if(NOT TARGET GTest::gtest)
  turnstile_add_googletest()
endif()
