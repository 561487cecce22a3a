// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/extents.hpp>
#include <turnstile/permute_with.hpp>
#include <turnstile/planner.hpp>
#include <turnstile/view.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

/// \file
/// transpose, permute and relayout. All of them run on the given execution space instance and are asynchronous to the
/// host exactly as Kokkos is; none synchronises, and on native paths none but the first allocates memory (of the host).
/// Empty arrays are a silent success after shape checks.
///
/// Thrown before anything is written, and then the next call works: RankMismatch, ExtentMismatch, InvalidAxes,
/// InvalidArgument (null pointers, extents or strides beyond memory), OverlapError, and with a policy InvalidPolicy,
/// PolicyNotCompiled, ScratchTooLarge.

namespace turnstile {

namespace detail {

template <std::size_t Rank>
using Axes = std::array<int, Rank>;

template <std::size_t Rank>
constexpr Axes<Rank> identity_axes() {
  Axes<Rank> axes{};
  for (std::size_t k = 0; k < Rank; ++k) axes[k] = static_cast<int>(k);
  return axes;
}

/// The last two axes exchanged, the others in place.
template <std::size_t Rank>
constexpr Axes<Rank> transposed_axes() {
  static_assert(Rank >= 2, "turnstile: transpose needs arrays of rank 2 or more");
  auto axes      = identity_axes<Rank>();
  axes[Rank - 2] = static_cast<int>(Rank - 1);
  axes[Rank - 1] = static_cast<int>(Rank - 2);
  return axes;
}

template <class Space>
void permute(Space const& space, Description const& description, TransposePolicy const* policy) {
  auto const problem = checked_problem_for<Space>(description, policy);
  execute(space, problem, choose(space, problem, policy));
}

}  // namespace detail

/// Permutes the axes of an array: axis k of `out` is axis `axes[k]` of `in` (NumPy's rule), so that
/// `out.extent(k) == in.extent(axes[k])`. Arrays of any rank, any layouts, mixed.
template <ExecutionSpace Space, ViewLike In, ViewLike Out>
void permute(Space const& space, In const& in, Out const& out, detail::Axes<detail::rank_of<In>> const& axes) {
  detail::permute(space, detail::describe_views<Space>(in, out, axes), nullptr);
}

/// Refused: a list of axes whose length is not the rank of the input. std::array would fill up a short one with zeros.
template <ExecutionSpace Space, ViewLike In, ViewLike Out, std::size_t N, class... Policy>
  requires(N != static_cast<std::size_t>(detail::rank_of<In>))
void permute(Space const& space, In const& in, Out const& out, int const (&axes)[N], Policy const&...) = delete;
template <TransposePolicy P, ExecutionSpace Space, ViewLike In, ViewLike Out, std::size_t N>
  requires(N != static_cast<std::size_t>(detail::rank_of<In>))
void permute(Space const& space, In const& in, Out const& out, int const (&axes)[N]) = delete;

/// permute() with a policy from compiled_policies().
template <ExecutionSpace Space, ViewLike In, ViewLike Out>
void permute(Space const& space, In const& in, Out const& out, detail::Axes<detail::rank_of<In>> const& axes,
             TransposePolicy const& policy) {
  detail::permute(space, detail::describe_views<Space>(in, out, axes), &policy);
}

/// permute() through the generic path with any valid policy P, instantiated in the caller; its vector_bytes must be 0
/// or the bytes of a word, the largest power of two up to 16 that divides an element. Problems that need no tile (see
/// Plan::explain), and elements at addresses that are not multiples of their word, move without one.
template <TransposePolicy P, ExecutionSpace Space, ViewLike In, ViewLike Out>
void permute(Space const& space, In const& in, Out const& out, detail::Axes<detail::rank_of<In>> const& axes) {
  detail::permute_with<P, Space, detail::Element<Out>>(space, detail::describe_views<Space>(in, out, axes));
}

/// The pointer form of permute(), for any rank up to max_rank. `in` and `out` point at element (0, ..., 0); `extents`
/// and `in_strides` are ordered by axis of the input, `out_strides` by axis of the output; strides count elements and
/// may be negative. Elements of `element_bytes` bytes move as they are.
template <ExecutionSpace Space>
void permute(Space const& space, void const* in, void* out, std::size_t element_bytes,
             std::span<std::int64_t const> extents, std::span<std::int64_t const> in_strides,
             std::span<std::int64_t const> out_strides, std::span<int const> axes) {
  detail::permute(space, describe(in, out, element_bytes, extents, in_strides, out_strides, axes), nullptr);
}

/// The pointer form with a policy from compiled_policies().
template <ExecutionSpace Space>
void permute(Space const& space, void const* in, void* out, std::size_t element_bytes,
             std::span<std::int64_t const> extents, std::span<std::int64_t const> in_strides,
             std::span<std::int64_t const> out_strides, std::span<int const> axes, TransposePolicy const& policy) {
  detail::permute(space, describe(in, out, element_bytes, extents, in_strides, out_strides, axes), &policy);
}

/// Exchanges the last two axes: `out(..., j, i) = in(..., i, j)`. Leading axes are a batch.
template <ExecutionSpace Space, ViewLike In, ViewLike Out>
void transpose(Space const& space, In const& in, Out const& out) {
  permute(space, in, out, detail::transposed_axes<static_cast<std::size_t>(detail::rank_of<In>)>());
}

/// transpose() with a policy from compiled_policies().
template <ExecutionSpace Space, ViewLike In, ViewLike Out>
void transpose(Space const& space, In const& in, Out const& out, TransposePolicy const& policy) {
  permute(space, in, out, detail::transposed_axes<static_cast<std::size_t>(detail::rank_of<In>)>(), policy);
}

/// transpose() through the generic path with any valid policy P, instantiated in the caller.
template <TransposePolicy P, ExecutionSpace Space, ViewLike In, ViewLike Out>
void transpose(Space const& space, In const& in, Out const& out) {
  permute<P>(space, in, out, detail::transposed_axes<static_cast<std::size_t>(detail::rank_of<In>)>());
}

/// Copies an array into another layout: same indices, `out(i, j, ...) = in(i, j, ...)`.
template <ExecutionSpace Space, ViewLike In, ViewLike Out>
void relayout(Space const& space, In const& in, Out const& out) {
  permute(space, in, out, detail::identity_axes<static_cast<std::size_t>(detail::rank_of<In>)>());
}

/// relayout() through the generic path with any valid policy P, instantiated in the caller.
template <TransposePolicy P, ExecutionSpace Space, ViewLike In, ViewLike Out>
void relayout(Space const& space, In const& in, Out const& out) {
  permute<P>(space, in, out, detail::identity_axes<static_cast<std::size_t>(detail::rank_of<In>)>());
}

/// relayout() with a policy from compiled_policies().
template <ExecutionSpace Space, ViewLike In, ViewLike Out>
void relayout(Space const& space, In const& in, Out const& out, TransposePolicy const& policy) {
  permute(space, in, out, detail::identity_axes<static_cast<std::size_t>(detail::rank_of<In>)>(), policy);
}

}  // namespace turnstile
