// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <turnstile/error.hpp>
#include <turnstile/scratch.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using turnstile::carve;
using turnstile::plan_scratch;
using turnstile::ScratchPlan;
using HostScratch = Kokkos::ScratchMemorySpace<Kokkos::DefaultHostExecutionSpace>;

struct alignas(64) CacheLine {
  unsigned char bytes[64];
};
struct Twelve {
  float values[3];
};

static_assert(plan_scratch<float, double, int>({3, 2, 5}).offsets[0] == 0);
static_assert(plan_scratch<float, double, int>({3, 2, 5}).offsets[1] == 16);
static_assert(plan_scratch<float, double, int>({3, 2, 5}).offsets[2] == 32);
static_assert(plan_scratch<float, double, int>({3, 2, 5}).counts[2] == 5);
static_assert(plan_scratch<float, double, int>({3, 2, 5}).block_bytes == 56);
static_assert(plan_scratch<float, double, int>({3, 2, 5}).total == 56);
static_assert(ScratchPlan<char>::alignment == 8);
static_assert(ScratchPlan<char, CacheLine>::alignment == 64);
static_assert(plan_scratch<CacheLine>({1}).total == 64 + 56);

#ifndef __CUDACC__  // nvcc 13.0 takes a throw in a constraint for a satisfied one
template <std::int64_t count>
concept Planned = requires {
  std::bool_constant<(plan_scratch<char, double>({1, count}).total > 0)>{};
};
static_assert(Planned<0> && Planned<1000>);
static_assert(!Planned<-1> && !Planned<std::numeric_limits<std::int64_t>::max() / 8>);
#endif

constexpr std::size_t start_alignment = 256;
constexpr unsigned char guard_byte    = 0xA5;

/// Memory in which a block of exactly `size` bytes starts `shift` bytes behind a multiple of start_alignment, with
/// guard bytes on both sides.
class GuardedMemory {
 public:
  GuardedMemory(std::size_t shift, std::size_t size)
      : bytes_(size + 4 * start_alignment, guard_byte), size_(size), begin_(bytes_.data()) {
    std::size_t const beyond = reinterpret_cast<std::uintptr_t>(begin_) % start_alignment;
    begin_ += 2 * start_alignment - beyond + shift;
  }
  [[nodiscard]] unsigned char* begin() const { return begin_; }
  [[nodiscard]] unsigned char* end() const { return begin_ + size_; }
  [[nodiscard]] bool guards_are_intact() const {
    auto const untouched = [](unsigned char byte) { return byte == guard_byte; };
    return std::all_of(bytes_.data(), static_cast<unsigned char const*>(begin_), untouched) &&
           std::all_of(static_cast<unsigned char const*>(begin_) + size_, bytes_.data() + bytes_.size(), untouched);
  }

 private:
  std::vector<unsigned char> bytes_;
  std::size_t size_;
  unsigned char* begin_;
};

template <class View>
void fill_bytes(View const& array, unsigned char byte) {
  if (array.size() > 0) std::memset(static_cast<void*>(array.data()), byte, array.size() * sizeof(*array.data()));
}

template <class View>
bool holds_only(View const& array, unsigned char byte) {
  auto const* const first = reinterpret_cast<unsigned char const*>(array.data());
  return std::all_of(first, first + array.size() * sizeof(*array.data()),
                     [byte](unsigned char held) { return held == byte; });
}

/// Carves `plan` from exactly `plan.total` bytes at every 8-byte-aligned start, and checks that the arrays are where
/// they may be: aligned, inside, disjoint.
template <class... Ts>
void check_parts(std::array<std::int64_t, sizeof...(Ts)> const& counts) {
  auto const plan = plan_scratch<Ts...>(counts);
  for (std::size_t shift = 0; shift < start_alignment; shift += 8) {
    SCOPED_TRACE("start is " + std::to_string(shift) + " modulo " + std::to_string(start_alignment));
    GuardedMemory const memory(shift, static_cast<std::size_t>(plan.total));
    auto const arrays = carve(HostScratch(memory.begin(), static_cast<std::size_t>(plan.total)), plan);
    [&]<std::size_t... k>(std::index_sequence<k...>) {
      auto const in_place = [&](auto const& array, std::int64_t count) {
        auto const* const first = reinterpret_cast<unsigned char*>(array.data());
        EXPECT_NE(first, nullptr);
        EXPECT_EQ(static_cast<std::int64_t>(array.size()), count);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % alignof(decltype(*array.data())), 0U);
        EXPECT_GE(first, memory.begin());
        EXPECT_LE(first + array.size() * sizeof(*array.data()), memory.end());
      };
      (in_place(arrays.template get<k>(), counts[k]), ...);
      (fill_bytes(arrays.template get<k>(), static_cast<unsigned char>(k + 1)), ...);
      EXPECT_TRUE((holds_only(arrays.template get<k>(), static_cast<unsigned char>(k + 1)) && ...)) << "arrays overlap";
    }(std::index_sequence_for<Ts...>{});
    EXPECT_TRUE(memory.guards_are_intact());
  }
}

TEST(ScratchPlan, P26_PartsFitAtEveryStart) {
  check_parts<unsigned char>({4});
  check_parts<float>({1});
  check_parts<unsigned char, unsigned char>({8190, 8190});
  check_parts<std::uint16_t, std::uint16_t>({4095, 4095});
  check_parts<unsigned char, unsigned char, unsigned char>({24, 32, 12});
  check_parts<double, Kokkos::complex<double>, float>({3, 2, 3});
  check_parts<char, Kokkos::complex<double>, char, Kokkos::complex<double>>({1, 1, 1, 1});
  check_parts<unsigned char, unsigned char, unsigned char, unsigned char>({1, 16, 1, 16});
  check_parts<unsigned char, unsigned char, unsigned char>({3, 5, 7});
  check_parts<std::uint16_t, Twelve, double>({3, 5, 7});
}

TEST(ScratchPlan, P27_ComplexTileBehindAnOddNumberOfBytes) {
  for (std::int64_t const padding : {0, 1, 2}) {
    check_parts<unsigned char, Kokkos::complex<double>>({17, 31 * (17 + padding)});
    check_parts<unsigned char, Kokkos::complex<double>>({1, 33 * (33 + padding)});
  }
}

TEST(ScratchPlan, OveralignedTypes) {
  check_parts<CacheLine>({1});
  check_parts<char, CacheLine, float, CacheLine>({3, 2, 1, 1});
}

TEST(ScratchPlan, EmptyArrays) {
  check_parts<float>({0});
  check_parts<float, double, int>({0, 0, 0});
  check_parts<char, double, Kokkos::complex<double>, int>({1, 0, 2, 0});
}

TEST(ScratchPlan, TotalHoldsNoSpareBytes) {
  // At the worst start, eight bytes less than the total is too little.
  constexpr auto plan = plan_scratch<Kokkos::complex<double>>({4});
  GuardedMemory const memory(8, static_cast<std::size_t>(plan.total));
  HostScratch const scratch(memory.begin(), static_cast<std::size_t>(plan.total) - 8);
  EXPECT_EQ(scratch.get_shmem_aligned(plan.block_bytes, plan.alignment), nullptr);
}

TEST(ScratchPlan, TotalsOfSeveralPlansAddUp) {
  constexpr auto first  = plan_scratch<char, CacheLine>({1, 1});
  constexpr auto second = plan_scratch<float, Kokkos::complex<double>>({3, 5});
  constexpr auto total  = static_cast<std::size_t>(first.total + second.total);
  for (std::size_t shift = 0; shift < start_alignment; shift += 8) {
    GuardedMemory const memory(shift, total);
    HostScratch const scratch(memory.begin(), total);
    auto const [tag, line]       = carve(scratch, first);
    auto const [factors, values] = carve(scratch, second);
    ASSERT_NE(values.data(), nullptr);
    fill_bytes(tag, 1);
    fill_bytes(line, 2);
    fill_bytes(factors, 3);
    fill_bytes(values, 4);
    EXPECT_TRUE(holds_only(tag, 1) && holds_only(line, 2) && holds_only(factors, 3) && holds_only(values, 4));
    EXPECT_TRUE(memory.guards_are_intact());
  }
}

TEST(ScratchPlan, EachThreadOfATeamGetsItsOwnBlock) {
  constexpr int team_size = 3;
  constexpr auto plan     = plan_scratch<Kokkos::complex<double>, char>({2, 1});
  GuardedMemory const memory(8, static_cast<std::size_t>(plan.total) * team_size);
  for (int pass : {0, 1})
    for (int rank = 0; rank < team_size; ++rank) {
      HostScratch scratch(memory.begin(), memory.end() - memory.begin());
      auto const [values, tag] = carve(scratch.set_team_thread_mode(0, team_size, rank), plan);
      auto const byte          = static_cast<unsigned char>(rank + 1);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values.data()) % alignof(Kokkos::complex<double>), 0U);
      if (pass == 0) {
        fill_bytes(tag, byte);
        fill_bytes(values, byte);
      } else {
        EXPECT_TRUE(holds_only(tag, byte) && holds_only(values, byte)) << "rank " << rank;
      }
    }
  EXPECT_TRUE(memory.guards_are_intact());
}

/// The text of the InvalidArgument that planning these counts throws; empty when it throws none.
template <class... Ts>
std::string refusal(std::array<std::int64_t, sizeof...(Ts)> const& counts) {
  try {
    std::ignore = plan_scratch<Ts...>(counts);
  } catch (turnstile::InvalidArgument const& error) {
    return error.what();
  }
  return "";
}

TEST(ScratchPlan, NegativeCountIsNamed) {
  std::string const text = refusal<float, double, int>({4, -3, 2});
  EXPECT_NE(text.find("counts[1] is -3"), std::string::npos) << text;
}

TEST(ScratchPlan, OverflowIsNamed) {
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  std::string const product   = refusal<float, double>({4, huge / 8});
  EXPECT_NE(product.find("counts[1] is " + std::to_string(huge / 8)), std::string::npos) << product;
  std::string const sum = refusal<char, char, CacheLine>({huge / 2, huge / 2, 2});
  EXPECT_NE(sum.find("counts[1]"), std::string::npos) << sum;
  std::string const rounding = refusal<char, CacheLine>({huge - 1, 0});
  EXPECT_NE(rounding.find("counts[0]"), std::string::npos) << rounding;
  EXPECT_EQ((refusal<char, CacheLine>({huge / 4, huge / 512})), "");
}

}  // namespace
