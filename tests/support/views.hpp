// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "permute_case.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace turnstile_test {

template <class T, int Rank>
struct AddPointers {
  using Type = typename AddPointers<T, Rank - 1>::Type*;
};
template <class T>
struct AddPointers<T, 0> {
  using Type = T;
};

/// A View over memory that somebody else owns.
template <class T, int Rank, class Layout, class Space>
using UnmanagedView = Kokkos::View<typename AddPointers<T, Rank>::Type, Layout, typename Space::memory_space,
                                   Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// The strides that a View of `Layout` has: packed for LayoutLeft and LayoutRight; for LayoutStride both axes orders
/// are possible and this is row-major with two elements between rows and one between neighbours.
template <class Layout>
Extents strides_of(Extents const& extents) {
  if constexpr (std::is_same_v<Layout, Kokkos::LayoutRight>) {
    return right_strides(extents);
  } else if constexpr (std::is_same_v<Layout, Kokkos::LayoutLeft>) {
    return left_strides(extents);
  } else {
    Extents strides(extents.size());
    std::int64_t span = 2;
    for (std::size_t k = extents.size(); k > 0; --k) {
      strides[k - 1] = span;
      span           = span * extents[k - 1] + 2;
    }
    return strides;
  }
}

/// A View of these extents at `data`; `strides` count for LayoutStride only.
template <class T, int Rank, class Layout, class Space>
UnmanagedView<T, Rank, Layout, Space> view_at(T* data, Extents const& extents, Extents const& strides) {
  Layout layout;
  for (std::size_t k = 0; k < static_cast<std::size_t>(Rank); ++k) {
    layout.dimension[k] = static_cast<std::size_t>(extents[k]);
    if constexpr (std::is_same_v<Layout, Kokkos::LayoutStride>) layout.stride[k] = static_cast<std::size_t>(strides[k]);
  }
  return UnmanagedView<T, Rank, Layout, Space>(data, layout);
}

}  // namespace turnstile_test
