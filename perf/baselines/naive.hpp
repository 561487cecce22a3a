// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bench/with_word.hpp"
#include "bench/workload.hpp"

#include <turnstile/backend.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>

namespace turnstile::perf {

/// The loop nest that everyone writes first: reads in order, writes where they fall. One element per work item on a
/// device, one row of the input per work item on a host.
template <class Word, class Index>
struct NaiveKernel {
  Word const* in;
  Word* out;
  int rank;
  Index extents[max_rank]{};      ///< of the input
  Index out_strides[max_rank]{};  ///< by axis of the input

  NaiveKernel(Workload const& workload, void const* from, void* to)
      : in(static_cast<Word const*>(from)), out(static_cast<Word*>(to)), rank(workload.rank()) {
    auto const strides = workload.out_strides();
    for (std::size_t k = 0; k < workload.axes.size(); ++k) {
      extents[k]                                              = static_cast<Index>(workload.extents[k]);
      out_strides[static_cast<std::size_t>(workload.axes[k])] = static_cast<Index>(strides[k]);
    }
  }

  /// Where the element of the first `dimensions` axes with number `item` belongs.
  KOKKOS_FUNCTION Index target(Index item, int dimensions) const {
    Index offset = 0;
    for (int d = dimensions - 1; d > 0; --d) {
      Index const quotient = item / extents[d];
      offset += (item - quotient * extents[d]) * out_strides[d];
      item = quotient;
    }
    return offset + item * out_strides[0];
  }

  struct Element {};
  KOKKOS_FUNCTION void operator()(Element, std::int64_t item) const {
    out[target(static_cast<Index>(item), rank)] = in[item];
  }

  struct Row {};
  void operator()(Row, std::int64_t row) const {
    auto const cols   = extents[rank - 1];
    auto const stride = out_strides[rank - 1];
    auto const* from  = in + row * static_cast<std::int64_t>(cols);
    auto* const to    = out + target(static_cast<Index>(row), rank - 1);
    for (Index col = 0; col < cols; ++col) to[col * stride] = from[col];
  }
};

/// Moves a workload of rank 2 or more with NaiveKernel.
template <class Space>
void move_naively(Space const& space, Workload const& workload, void const* in, void* out) {
  with_word(workload.element_bytes, [&]<class Word>(std::type_identity<Word>) {
    auto const elements = workload.elements();
    if constexpr (is_host_space<Space>) {
      using Kernel = NaiveKernel<Word, std::uint64_t>;
      using Rows   = Kokkos::RangePolicy<Space, typename Kernel::Row, Kokkos::IndexType<std::int64_t>>;
      Kokkos::parallel_for("turnstile perf naive", Rows(space, 0, elements / workload.cols()),
                           Kernel(workload, in, out));
    } else {
      auto const start = [&]<class Index>(std::type_identity<Index>) {
        using Kernel   = NaiveKernel<Word, Index>;
        using Elements = Kokkos::RangePolicy<Space, typename Kernel::Element, Kokkos::IndexType<std::int64_t>>;
        Kokkos::parallel_for("turnstile perf naive", Elements(space, 0, elements), Kernel(workload, in, out));
      };
      // 64-bit division is several times slower on a GPU.
      if (elements <= std::numeric_limits<std::uint32_t>::max())
        start(std::type_identity<std::uint32_t>{});
      else
        start(std::type_identity<std::uint64_t>{});
    }
  });
}

}  // namespace turnstile::perf
