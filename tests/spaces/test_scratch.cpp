// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/fill.hpp"
#include "support/spaces.hpp"

#include <turnstile/error.hpp>
#include <turnstile/policy.hpp>
#include <turnstile/scratch.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace {

using turnstile::carve;
using turnstile::check_scratch;
using turnstile::max_scratch_bytes;
using turnstile::plan_scratch;
using turnstile_test::AllSpaces;
using turnstile_test::SpaceName;
using turnstile_test::SpaceTest;

struct alignas(64) CacheLine {
  unsigned char bytes[64];
};

/// Byte `byte` of array `array` as the team `team` fills it.
KOKKOS_INLINE_FUNCTION unsigned char pattern(std::size_t byte, int array, int team) {
  auto const place = (static_cast<std::uint64_t>(team) << 40) + (static_cast<std::uint64_t>(array) << 32) + byte;
  return static_cast<unsigned char>(turnstile_test::splitmix64(place));
}

/// Carves a plan, has the whole team fill all arrays, and counts what is wrong: arrays that are missing, misaligned or
/// of the wrong length, and bytes that another array or team overwrote.
template <class Space, class... Ts>
struct FillAndCheck {
  turnstile::ScratchPlan<Ts...> plan;
  Kokkos::View<int*, typename Space::memory_space> faults;

  using Member = typename Kokkos::TeamPolicy<Space>::member_type;

  template <class View>
  KOKKOS_FUNCTION int misplaced(View const& array, int k) const {
    bool const aligned = reinterpret_cast<std::uintptr_t>(array.data()) % alignof(typename View::value_type) == 0;
    bool const whole   = static_cast<std::int64_t>(array.extent(0)) == plan.counts[static_cast<std::size_t>(k)];
    return array.data() == nullptr || !aligned || !whole ? 1 : 0;
  }

  template <class View>
  KOKKOS_FUNCTION static void fill(Member const& member, View const& array, int k) {
    auto* const bytes     = reinterpret_cast<unsigned char*>(array.data());
    std::size_t const end = array.size() * sizeof(typename View::value_type);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, end),
                         [&](std::size_t byte) { bytes[byte] = pattern(byte, k, member.league_rank()); });
  }

  /// Every work item looks at all bytes, also those that the others wrote.
  template <class View>
  KOKKOS_FUNCTION static int overwritten(Member const& member, View const& array, int k) {
    auto const* const bytes = reinterpret_cast<unsigned char const*>(array.data());
    std::size_t const end   = array.size() * sizeof(typename View::value_type);
    int count               = 0;
    for (std::size_t byte = 0; byte < end; ++byte)
      if (bytes[byte] != pattern(byte, k, member.league_rank())) ++count;
    return count;
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const [first, second, third, fourth] = carve(member, plan);
    int count = misplaced(first, 0) + misplaced(second, 1) + misplaced(third, 2) + misplaced(fourth, 3);
    if (count == 0) {
      fill(member, first, 0);
      fill(member, second, 1);
      fill(member, third, 2);
      fill(member, fourth, 3);
    }
    member.team_barrier();
    if (count == 0)
      count = overwritten(member, first, 0) + overwritten(member, second, 1) + overwritten(member, third, 2) +
              overwritten(member, fourth, 3);
    Kokkos::atomic_add(&faults(member.league_rank()), count);
  }
};

/// Runs FillAndCheck with every team size of the list that the space allows; returns how many sizes ran.
template <class Space, class... Ts>
int check_all_team_sizes(Space const& space, std::array<std::int64_t, sizeof...(Ts)> const& counts) {
  constexpr int league_size = 5;
  using Policy              = Kokkos::TeamPolicy<Space>;
  auto const plan           = plan_scratch<Ts...>(counts);
  check_scratch(plan, space);
  FillAndCheck<Space, Ts...> const kernel{plan, {"faults", league_size}};
  int sizes_run = 0;
  for (int const team_size : {1, 2, 3, 7, 64, 65, 256}) {
    auto const with_scratch = [&](Policy policy) { return policy.set_scratch_size(0, Kokkos::PerTeam(plan.total)); };
    if (team_size > with_scratch(Policy(space, league_size, 1)).team_size_max(kernel, Kokkos::ParallelForTag{})) break;
    SCOPED_TRACE("team size " + std::to_string(team_size));
    Kokkos::parallel_for("fill and check", with_scratch(Policy(space, league_size, team_size)), kernel);
    auto const faults = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, kernel.faults);
    for (int team = 0; team < league_size; ++team) EXPECT_EQ(faults(team), 0) << "team " << team;
    ++sizes_run;
  }
  return sizes_run;
}

template <class Space>
class Scratch : public SpaceTest<Space> {};
TYPED_TEST_SUITE(Scratch, AllSpaces, SpaceName);

TYPED_TEST(Scratch, P26_MixedArraysInAnyTeam) {
  EXPECT_GT((check_all_team_sizes<TypeParam, float, double, int, char>(this->exec, {33, 7, 5, 3})), 0);
  EXPECT_GT((check_all_team_sizes<TypeParam, char, Kokkos::complex<double>, char, Kokkos::complex<double>>(
                this->exec, {1, 16, 1, 16})),
            0);
  EXPECT_GT((check_all_team_sizes<TypeParam, char, char, std::uint16_t, char>(this->exec, {8190, 8190, 3, 1})), 0);
  EXPECT_GT((check_all_team_sizes<TypeParam, char, CacheLine, float, CacheLine>(this->exec, {5, 2, 0, 1})), 0);
}

TYPED_TEST(Scratch, P27_ComplexTileBehindAnOddNumberOfBytes) {
  using Complex = Kokkos::complex<double>;
  for (std::int64_t const padding : {0, 1, 2})
    EXPECT_GT(
        (check_all_team_sizes<TypeParam, char, Complex, char, float>(this->exec, {17, 31 * (17 + padding), 1, 1})), 0);
}

/// The text of the ScratchTooLarge that asking for `bytes` bytes throws; empty when it throws none.
template <class Where>
std::string refusal(std::int64_t bytes, Where const& where) {
  try {
    check_scratch(plan_scratch<char>({bytes}), where);
  } catch (turnstile::ScratchTooLarge const& error) {
    return error.what();
  }
  return "";
}

TYPED_TEST(Scratch, P25_AllThatIsOfferedCanBeHad) {
  std::int64_t const offered = max_scratch_bytes<TypeParam>() / 8 * 8;
  EXPECT_EQ(refusal(offered, this->exec), "");
  EXPECT_GT((check_all_team_sizes<TypeParam, char, char, char, char>(this->exec, {offered - 8, 3, 2, 3})), 0);
}

TYPED_TEST(Scratch, P23_TooLargeNamesRequestAndMaximum) {
  std::int64_t const maximum = max_scratch_bytes<TypeParam>();
  std::int64_t const beyond  = maximum / 8 * 8 + 8;
  auto const names_both      = [&](std::string const& text) {
    return text.find(std::to_string(beyond) + " bytes") != std::string::npos &&
           text.find(std::to_string(maximum) + " bytes") != std::string::npos;
  };
  std::string const by_space  = refusal(beyond, this->exec);
  std::string const by_policy = refusal(beyond, Kokkos::TeamPolicy<TypeParam>(this->exec, 1, 1));
  EXPECT_TRUE(names_both(by_space)) << by_space;
  EXPECT_TRUE(names_both(by_policy)) << by_policy;

  // A 64 x 65 tile of doubles: more than the 32 KiB that host spaces offer.
  constexpr auto tile = plan_scratch<double>({64L * 65});
  if (maximum < tile.total)
    EXPECT_THROW(check_scratch(tile, this->exec), turnstile::ScratchTooLarge);
  else
    EXPECT_NO_THROW(check_scratch(tile, this->exec));
}

}  // namespace
