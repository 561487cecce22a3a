// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cache.hpp"

#include <unistd.h>

namespace turnstile::perf {

std::size_t host_cache_bytes() {
#ifdef _SC_LEVEL3_CACHE_SIZE
  for (int const level : {_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE})
    if (long const bytes = sysconf(level); bytes > 0) return static_cast<std::size_t>(bytes);
#endif
  constexpr std::size_t usual = std::size_t{32} << 20U;
  return usual;
}

}  // namespace turnstile::perf
