// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/planner.hpp>
#include <turnstile/spaces.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

/// \file
/// The arrays that Turnstile accepts, and how their extents and strides are read. Strides always come from the array,
/// never from its extents.

namespace turnstile {

namespace detail {

template <class Tuple, class T>
inline constexpr bool tuple_contains = false;
template <class... Ts, class T>
inline constexpr bool tuple_contains<std::tuple<Ts...>, T> = (std::is_same_v<Ts, T> || ...);

}  // namespace detail

/// A Kokkos execution space that the library was compiled for.
template <class T>
concept ExecutionSpace = Kokkos::is_execution_space<T>::value && detail::tuple_contains<EnabledSpaces, T>;

/// A Kokkos View, or an mdspan with a strided layout and plain pointers. Elements may be const.
template <class T>
concept ViewLike = Kokkos::is_view<T>::value || requires(T const& array) {
  typename T::layout_type;
  typename T::accessor_type;
  requires std::is_pointer_v<typename T::data_handle_type>;
  requires T::is_always_strided();
  requires std::same_as<typename T::reference, typename T::element_type&>;  // the accessor computes nothing
  { array.data_handle() } -> std::convertible_to<typename T::data_handle_type>;
};

namespace detail {

/// The element type of an array, const if its elements are.
template <ViewLike T>
struct ElementOf {
  using type = typename T::element_type;
};
template <ViewLike T>
  requires Kokkos::is_view<T>::value
struct ElementOf<T> {
  using type = typename T::value_type;
};
template <ViewLike T>
using Element = typename ElementOf<T>::type;

template <ViewLike T>
inline constexpr int rank_of = static_cast<int>(T::rank());

template <ViewLike T>
StridedArray strided_array(T const& array) {
  static_assert(rank_of<T> <= max_rank, "turnstile: an array has at most 32 dimensions");
  StridedArray strided;
  if constexpr (Kokkos::is_view<T>::value)
    strided.data = array.data();
  else
    strided.data = array.data_handle();
  strided.rank = rank_of<T>;
  // An mdspan of rank 0 has no strides to ask for.
  if constexpr (rank_of<T> > 0) {
    for (std::size_t d = 0; d < T::rank(); ++d) {
      strided.extents[d] = static_cast<std::int64_t>(array.extent(d));
      strided.strides[d] = static_cast<std::int64_t>(array.stride(d));
    }
  }
  return strided;
}

/// Whether work of Space can reach the memory of `Array`. An mdspan does not say where its memory is: the caller
/// answers.
template <class Space, class Array>
inline constexpr bool is_accessible = [] {
  if constexpr (Kokkos::is_view<Array>::value)
    return Kokkos::SpaceAccessibility<Space, typename Array::memory_space>::accessible;
  else
    return true;
}();

/// Fails to compile, with a sentence, for pairs of arrays that no call can move.
template <class Space, class In, class Out>
constexpr void require_movable() {
  using Value = std::remove_cv_t<Element<In>>;
  static_assert(std::is_same_v<Value, std::remove_cv_t<Element<Out>>>,
                "turnstile: input and output must have the same element type");
  static_assert(!std::is_const_v<Element<Out>>, "turnstile: the elements of the output must not be const");
  static_assert(std::is_trivially_copyable_v<Value>, "turnstile: elements must be trivially copyable");
  static_assert(is_accessible<Space, In>, "turnstile: the execution space cannot access the input's memory space");
  static_assert(is_accessible<Space, Out>, "turnstile: the execution space cannot access the output's memory space");
}

/// describe() for two arrays that work of Space can move.
template <class Space, ViewLike In, ViewLike Out>
Description describe_views(In const& in, Out const& out, std::span<int const> axes) {
  require_movable<Space, In, Out>();
  return describe(strided_array(in), strided_array(out), static_cast<std::int64_t>(sizeof(Element<In>)), axes);
}

}  // namespace detail
}  // namespace turnstile
