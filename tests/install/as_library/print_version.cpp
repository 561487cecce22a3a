// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "print_version.hpp"

#include "every_header.hpp"

#include <iostream>

void print_version() {
  turnstile::print_configuration(std::cout);
}
