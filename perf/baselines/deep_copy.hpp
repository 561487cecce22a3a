// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bench/with_word.hpp"
#include "bench/workload.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace turnstile::perf {

/// Moves a transpose by Kokkos::deep_copy between two layouts: the output, seen with the axes of the input, is a
/// LayoutLeft (a batch of them is a LayoutStride).
template <class Space>
void move_by_deep_copy(Space const& space, Workload const& workload, void const* in, void* out) {
  using Memory     = typename Space::memory_space;
  using Unmanaged  = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  auto const batch = static_cast<std::size_t>(workload.batch());
  auto const rows  = static_cast<std::size_t>(workload.rows());
  auto const cols  = static_cast<std::size_t>(workload.cols());
  with_word(workload.element_bytes, [&]<class Word>(std::type_identity<Word>) {
    auto const from = static_cast<Word const*>(in);
    auto const to   = static_cast<Word*>(out);
    if (batch == 1) {
      Kokkos::View<Word const**, Kokkos::LayoutRight, Memory, Unmanaged> const source(from, rows, cols);
      Kokkos::View<Word**, Kokkos::LayoutLeft, Memory, Unmanaged> const target(to, rows, cols);
      Kokkos::deep_copy(space, target, source);
    } else {
      Kokkos::View<Word const***, Kokkos::LayoutRight, Memory, Unmanaged> const source(from, batch, rows, cols);
      Kokkos::View<Word***, Kokkos::LayoutStride, Memory, Unmanaged> const target(
          to, Kokkos::LayoutStride(batch, rows * cols, rows, 1, cols, rows));
      Kokkos::deep_copy(space, target, source);
    }
  });
}

}  // namespace turnstile::perf
