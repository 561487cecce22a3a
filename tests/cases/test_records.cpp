// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "spaces.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

/// \file
/// P68: arrays of structures, structures of arrays and blocks of them, one permute per field. There is no call for a
/// whole structure yet.

namespace turnstile_test {
namespace {

struct Particle {
  double x[3];
  float q;
  std::int32_t id;
};
static_assert(sizeof(Particle) == 32);

/// One field of all particles: `values` numbers of `bytes` bytes, `offset` bytes into the structure.
struct Field {
  std::size_t offset, bytes;
  std::int64_t values;
};
constexpr Field fields[] = {
    {offsetof(Particle, x), 8, 3}, {offsetof(Particle, q), 4, 1}, {offsetof(Particle, id), 4, 1}};

/// Where a field of particle i starts, and the distances between values, particles of a block, and blocks, in bytes.
struct Placement {
  std::size_t start;
  std::int64_t value, particle, block;
};

/// Array of structures, structure of arrays, and blocks of `width` particles, for arrays of `count` particles.
Placement in_structures(Field const& field, std::int64_t width) {
  return {field.offset, static_cast<std::int64_t>(field.bytes), 32, 32 * width};
}
Placement in_blocks(Field const& field, std::int64_t width) {
  auto const bytes = static_cast<std::int64_t>(field.bytes);
  return {field.offset * static_cast<std::size_t>(width), bytes * width, bytes, 32 * width};
}
Placement in_arrays(Field const& field, std::int64_t width, std::int64_t count) {
  auto const bytes = static_cast<std::int64_t>(field.bytes);
  return {field.offset * static_cast<std::size_t>(count), bytes * count, bytes, bytes * width};
}

/// Moves `count` particles in blocks of `width`: all full blocks at once, then the rest.
template <class Space, class From, class To>
void convert(Space const& space, unsigned char const* in, unsigned char* out, std::int64_t count, std::int64_t width,
             From const& from, To const& to) {
  std::vector<int> const axes{0, 1, 2};
  for (auto const& field : fields) {
    Placement const source = from(field), target = to(field);
    auto const bytes   = static_cast<std::int64_t>(field.bytes);
    auto const strides = [bytes](Placement const& place) {
      return Extents{place.block / bytes, place.value / bytes, place.particle / bytes};
    };
    std::int64_t const blocks = count / width;
    turnstile::permute(space, in + source.start, out + target.start, field.bytes, Extents{blocks, field.values, width},
                       strides(source), strides(target), axes);
    turnstile::permute(space, in + source.start + blocks * source.block, out + target.start + blocks * target.block,
                       field.bytes, Extents{count % width == 0 ? 0 : 1, field.values, count % width}, strides(source),
                       strides(target), axes);
  }
}

template <class Space>
class P68 : public SpaceTest<Space> {};
TYPED_TEST_SUITE(P68, AllSpaces, SpaceName);

TYPED_TEST(P68, StructuresToBlocksToArraysAndBack) {
  using Buffer = Kokkos::View<unsigned char*, typename TypeParam::memory_space>;
  for (std::int64_t const width : {1, 4, 8, 32})
    for (std::int64_t const count : {std::int64_t{0}, std::int64_t{1}, width - 1, width, width + 1, 8 * width,
                                     2 * width + 1, std::int64_t{1001}}) {
      auto const padded = static_cast<std::size_t>((count + width - 1) / width * width * 32);
      Buffer const structures("structures", static_cast<std::size_t>(count * 32));
      Buffer const blocks("blocks", padded);
      Buffer const arrays("arrays", static_cast<std::size_t>(count * 32));
      Buffer const back("back", static_cast<std::size_t>(count * 32));
      auto const host = Kokkos::create_mirror_view(structures);
      for (std::size_t k = 0; k < host.size(); k += 32) fill_element(host.data() + k, 32, k, 3);
      Kokkos::deep_copy(structures, host);
      Kokkos::deep_copy(blocks, poison);

      auto const as_structures = [&](Field const& field) { return in_structures(field, width); };
      auto const as_blocks     = [&](Field const& field) { return in_blocks(field, width); };
      auto const as_arrays     = [&](Field const& field) { return in_arrays(field, width, count); };
      convert(this->exec, structures.data(), blocks.data(), count, width, as_structures, as_blocks);
      convert(this->exec, blocks.data(), arrays.data(), count, width, as_blocks, as_arrays);
      convert(this->exec, arrays.data(), back.data(), count, width, as_arrays, as_structures);
      this->exec.fence();

      auto const result      = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, back);
      auto const host_arrays = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, arrays);
      auto const host_blocks = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, blocks);
      for (std::size_t k = 0; k < host.size(); ++k) ASSERT_EQ(result(k), host(k)) << "byte " << k;
      for (std::int64_t particle = 0; particle < count; ++particle)
        for (auto const& field : fields)
          for (std::int64_t value = 0; value < field.values; ++value) {
            auto const byte_of = [&](Placement const& place) {
              return place.start + static_cast<std::size_t>(particle / width * place.block +
                                                            particle % width * place.particle + value * place.value);
            };
            ASSERT_EQ(host_blocks(byte_of(in_blocks(field, width))), host(byte_of(in_structures(field, width))));
            ASSERT_EQ(host_arrays(byte_of(in_arrays(field, width, count))), host(byte_of(in_structures(field, width))));
          }
      for (std::int64_t lane = count % width; count % width != 0 && lane < width; ++lane)
        for (auto const& field : fields) {
          auto const place = in_blocks(field, width);
          ASSERT_EQ(
              host_blocks(place.start + static_cast<std::size_t>(count / width * place.block + lane * place.particle)),
              poison)
              << "an unused lane was written";
        }
    }
}

}  // namespace
}  // namespace turnstile_test
