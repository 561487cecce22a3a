// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bench/with_word.hpp"
#include "bench/workload.hpp"

#include <turnstile/backend.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#ifdef TURNSTILE_PERF_KOKKOSBATCHED
#include <KokkosBatched_Copy_Decl.hpp>
#endif

namespace turnstile::perf {

#ifdef TURNSTILE_PERF_KOKKOSBATCHED

/// Whether this build can measure KokkosBatched.
inline constexpr bool has_kokkosbatched = true;

/// One matrix of a batch, moved by the team: the output, seen with the axes of the input, is a LayoutLeft.
template <class Space, class Word>
struct BatchedCopyKernel {
  using Memory    = typename Space::memory_space;
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  using Member    = typename Kokkos::TeamPolicy<Space>::member_type;

  Word const* in;
  Word* out;
  std::int64_t rows, cols;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const start = std::int64_t{member.league_rank()} * rows * cols;
    Kokkos::View<Word const**, Kokkos::LayoutRight, Memory, Unmanaged> const from(in + start, rows, cols);
    Kokkos::View<Word**, Kokkos::LayoutLeft, Memory, Unmanaged> const to(out + start, rows, cols);
    KokkosBatched::TeamVectorCopy<Member>::invoke(member, from, to);
  }
};

/// Moves each matrix of a batch by KokkosBatched::TeamVectorCopy, as users of batched kernels write it.
template <class Space>
void move_by_batched_copy(Space const& space, Workload const& workload, void const* in, void* out) {
  with_word(workload.element_bytes, [&]<class Word>(std::type_identity<Word>) {
    constexpr int threads = is_host_space<Space> ? 1 : 8;
    constexpr int lanes   = is_host_space<Space> ? 1 : 32;
    Kokkos::parallel_for("turnstile perf batched copy",
                         Kokkos::TeamPolicy<Space>(space, static_cast<int>(workload.batch()), threads, lanes),
                         BatchedCopyKernel<Space, Word>{static_cast<Word const*>(in), static_cast<Word*>(out),
                                                        workload.rows(), workload.cols()});
  });
}

#else

inline constexpr bool has_kokkosbatched = false;

template <class Space>
void move_by_batched_copy(Space const&, Workload const&, void const*, void*) {
  throw std::invalid_argument("this build has no Kokkos Kernels");
}

#endif

}  // namespace turnstile::perf
