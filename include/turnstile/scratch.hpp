// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/error.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>

/// \file
/// Several arrays of mixed types in one block of scratch memory: planned on the host or at compile time with
/// plan_scratch(), held against the limit of the execution space with check_scratch(), carved up in the kernel with
/// carve().

namespace turnstile {

/// Where each of several arrays lies in one block of scratch memory. A plain value, made by plan_scratch(); capture it
/// in the kernel.
template <class... Ts>
struct ScratchPlan {
  static_assert(sizeof...(Ts) > 0, "turnstile::ScratchPlan: name at least one element type");
  static_assert((std::is_trivially_copyable_v<Ts> && ...),
                "turnstile::ScratchPlan: scratch memory runs no constructors, its elements must be trivially copyable");

  static constexpr int size = sizeof...(Ts);  //!< number of arrays

  /// What Kokkos promises about the start of a team's scratch memory: a multiple of 8 bytes, which one depends on the
  /// team size.
  static constexpr std::int64_t kokkos_alignment = 8;

  /// Alignment of the block in bytes: the largest of the element types', at least kokkos_alignment.
  static constexpr std::int64_t alignment = std::max({kokkos_alignment, static_cast<std::int64_t>(alignof(Ts))...});

  Kokkos::Array<std::int64_t, sizeof...(Ts)> counts{};   //!< elements of each array
  Kokkos::Array<std::int64_t, sizeof...(Ts)> offsets{};  //!< bytes from the start of the block to each array
  std::int64_t block_bytes = 0;                          //!< bytes of the block, a multiple of `alignment`
  /// Bytes to ask Kokkos for: the block and what reaching its alignment may cost. Totals of several plans add up.
  std::int64_t total = 0;
};

namespace detail {

/// `value` rounded up to a multiple of `multiple`.
constexpr std::int64_t rounded_up(std::int64_t value, std::int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace detail

/// Places arrays of `counts[k]` elements of the k-th type behind each other, each aligned for its type.
/// Throws InvalidArgument, or does not compile where a constant is wanted, when a count is negative or the block does
/// not fit in 64 bits; the text names the array and its count.
///
///     constexpr auto plan = turnstile::plan_scratch<float, double, int>({32 * 33, 32, 4});
template <class... Ts>
[[nodiscard]] constexpr ScratchPlan<Ts...> plan_scratch(std::array<std::int64_t, sizeof...(Ts)> const& counts) {
  using Plan = ScratchPlan<Ts...>;
  constexpr std::array<std::int64_t, sizeof...(Ts)> sizes{static_cast<std::int64_t>(sizeof(Ts))...};
  constexpr std::array<std::int64_t, sizeof...(Ts)> alignments{static_cast<std::int64_t>(alignof(Ts))...};
  // Enough for rounding up to the alignment once for the next array, once for the block, and for the slack.
  constexpr std::int64_t largest_block = std::numeric_limits<std::int64_t>::max() - 3 * Plan::alignment;

  Plan plan;
  std::int64_t end = 0;
  for (std::size_t k = 0; k < sizeof...(Ts); ++k) {
    if (counts[k] < 0)
      throw InvalidArgument("turnstile::plan_scratch: counts[" + std::to_string(k) + "] is " +
                            std::to_string(counts[k]) + ", a number of elements cannot be negative");
    std::int64_t const offset = detail::rounded_up(end, alignments[k]);
    if (counts[k] > (largest_block - offset) / sizes[k])
      throw InvalidArgument("turnstile::plan_scratch: counts[" + std::to_string(k) + "] is " +
                            std::to_string(counts[k]) + " elements of " + std::to_string(sizes[k]) +
                            " bytes, which takes the block beyond 2^63 bytes");
    plan.counts[k]  = counts[k];
    plan.offsets[k] = offset;
    end             = offset + counts[k] * sizes[k];
  }
  plan.block_bytes = detail::rounded_up(end, Plan::alignment);
  plan.total       = plan.block_bytes + Plan::alignment - Plan::kokkos_alignment;
  return plan;
}

/// Bytes of scratch memory of `level` (0 or 1) that a team of this execution space may ask for. Kokkos must be
/// initialised.
template <class Space>
std::int64_t max_scratch_bytes(int level = 0) {
  return static_cast<std::int64_t>(Kokkos::TeamPolicy<Space>::scratch_size_max(level));
}

/// Throws ScratchTooLarge when a team cannot have `bytes` bytes of scratch memory. `where` is an execution space
/// instance or a TeamPolicy. Ask before launching: a launch that Kokkos itself refuses cannot be undone cleanly.
template <class Where>
void check_scratch(std::int64_t bytes, Where const& /*where*/, int level = 0) {
  using Space                = typename Where::execution_space;
  std::int64_t const maximum = max_scratch_bytes<Space>(level);
  if (bytes > maximum)
    throw ScratchTooLarge("turnstile::check_scratch: " + std::to_string(bytes) + " bytes of level " +
                          std::to_string(level) + " scratch memory requested, the maximum of " + Space::name() +
                          " is " + std::to_string(maximum) + " bytes");
}

/// Throws ScratchTooLarge when a team cannot have the scratch memory of `plan`.
template <class... Ts, class Where>
void check_scratch(ScratchPlan<Ts...> const& plan, Where const& where, int level = 0) {
  check_scratch(plan.total, where, level);
}

/// The arrays of a plan in one block of scratch memory, as carve() returns them: unmanaged rank-1 Views, meant for a
/// structured binding.
template <class Space, class... Ts>
struct ScratchArrays {
  /// The View of the k-th array.
  template <std::size_t k>
  using Array = Kokkos::View<std::tuple_element_t<k, std::tuple<Ts...>>*, Space, Kokkos::MemoryUnmanaged>;

  char* block;              //!< start of the block
  ScratchPlan<Ts...> plan;  //!< where the arrays are in it

  /// The k-th array, for the structured binding.
  template <std::size_t k>
  KOKKOS_FUNCTION Array<k> get() const {
    using Element = typename Array<k>::value_type;
    return Array<k>(reinterpret_cast<Element*>(block + plan.offsets[k]), static_cast<std::size_t>(plan.counts[k]));
  }
};

/// Takes the block of `plan` from a team's (or thread's) scratch memory and returns its arrays. Every work item of the
/// team calls it; all get the same memory. The TeamPolicy must have been given `plan.total` bytes. Elements are not
/// initialised.
template <class Space, class... Ts>
KOKKOS_FUNCTION auto carve(Kokkos::ScratchMemorySpace<Space> const& scratch, ScratchPlan<Ts...> const& plan) {
  auto* const block = static_cast<char*>(scratch.get_shmem_aligned(plan.block_bytes, plan.alignment));
  KOKKOS_ASSERT(block != nullptr || plan.block_bytes == 0);
  return ScratchArrays<Kokkos::ScratchMemorySpace<Space>, Ts...>{block, plan};
}

/// The same for the team that `member` belongs to, from its scratch memory of `level`.
///
///     auto const [tile, factors, ranks] = turnstile::carve(member, plan);
template <class Member, class... Ts>
KOKKOS_FUNCTION auto carve(Member const& member, ScratchPlan<Ts...> const& plan, int level = 0) {
  return carve(member.team_scratch(level), plan);
}

}  // namespace turnstile

/// \cond what a structured binding of ScratchArrays needs to know
template <class Space, class... Ts>
struct std::tuple_size<turnstile::ScratchArrays<Space, Ts...>> : std::integral_constant<std::size_t, sizeof...(Ts)> {};

template <std::size_t k, class Space, class... Ts>
struct std::tuple_element<k, turnstile::ScratchArrays<Space, Ts...>> {
  using type = typename turnstile::ScratchArrays<Space, Ts...>::template Array<k>;
};
/// \endcond
