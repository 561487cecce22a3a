// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "every_header.hpp"
#include "print_version.hpp"

#include <Kokkos_Core.hpp>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string_view>

namespace {

using Matrix = Kokkos::View<double**, Kokkos::LayoutRight>;

/// Transposes a matrix with the installed library and counts the elements that are wrong.
int count_mismatches(int rows, int cols) {
  Matrix const in("in", rows, cols);
  Matrix const out("out", cols, rows);
  auto const in_host = Kokkos::create_mirror_view(in);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) in_host(i, j) = 1000.0 * i + j;
  Kokkos::deep_copy(in, in_host);

  Kokkos::DefaultExecutionSpace const space;
  turnstile::transpose(space, in, out);
  space.fence();

  auto const out_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, out);
  int mismatches      = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) mismatches += out_host(j, i) == in_host(i, j) ? 0 : 1;
  return mismatches;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Kokkos::initialize(argc, argv);
  } catch (std::exception const& error) {
    std::cerr << error.what() << '\n';
    std::string_view const message = error.what();
    bool const no_device           = message.find("cudaErrorNoDevice") != std::string_view::npos ||
                           message.find("cudaErrorInsufficientDriver") != std::string_view::npos;
    return no_device ? 77 : EXIT_FAILURE;
  }
  print_version();
  int const mismatches = count_mismatches(123, 457);
  std::cout << mismatches << " mismatches\n";
  Kokkos::finalize();
  return mismatches == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
