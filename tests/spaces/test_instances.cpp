// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.hpp"
#include "kokkos_events.hpp"
#include "spaces.hpp"

#include <turnstile/plan.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace turnstile_test {
namespace {

template <class Space>
class Instances : public SpaceTest<Space> {};
TYPED_TEST_SUITE(Instances, AllSpaces, SpaceName);

TYPED_TEST(Instances, WorkStaysOnTheGivenInstance) {
  // A pool of one host thread has one instance.
  auto const count     = static_cast<std::size_t>(std::min(2, this->exec.concurrency()));
  auto const instances = Kokkos::Experimental::partition_space(this->exec, std::vector<int>(count, 1));
  CaseRunner<TypeParam> const runner(packed_case(4, {100, 70}, {1, 0}));
  auto const& problem = runner.problem();
  turnstile::Plan const plan(this->exec, runner.in(), runner.out(), problem.element_bytes, problem.extents,
                             problem.in_strides, problem.out_strides, problem.axes);
  for (auto const& instance : {instances.front(), instances.back(), this->exec}) {
    auto const expected = Kokkos::Tools::Experimental::device_id(instance);
    auto const calls    = kernels_launched_by([&] {
      permute_pointers(instance, runner);
      plan.execute(instance, runner.in(), runner.out());
    });
    ASSERT_EQ(calls.size(), 2u);
    for (auto const& call : calls) EXPECT_EQ(call.device, expected) << call.label;
    instance.fence();
  }
}

TYPED_TEST(Instances, CallsDoNotFence) {
  CaseRunner<TypeParam> const runner(packed_case(4, {100, 70}, {1, 0}));
  permute_pointers(this->exec, runner);
  this->exec.fence();
  EXPECT_EQ(fences_issued_by([&] { permute_pointers(this->exec, runner); }), std::vector<std::string>{});
  this->exec.fence();
}

template <class View>
struct Count {
  View view;
  KOKKOS_FUNCTION void operator()(int i) const { view.data()[i] += static_cast<float>(i); }
};

/// Producer, transpose and consumer on one instance need no fence between them.
TYPED_TEST(Instances, WorkIsOrderedWithinAnInstance) {
  using View          = Kokkos::View<float**, Kokkos::LayoutRight, typename TypeParam::memory_space>;
  auto const instance = Kokkos::Experimental::partition_space(this->exec, 1)[0];
  View const in("in", 301, 203);
  View const middle("middle", 203, 301);
  View const out("out", 301, 203);
  this->exec.fence();
  int const count    = 301 * 203;
  auto const advance = [&](View const& view) {
    Kokkos::parallel_for("count", Kokkos::RangePolicy<TypeParam>(instance, 0, count), Count<View>{view});
  };
  for (int repeat = 0; repeat < 3; ++repeat) {
    advance(in);
    turnstile::transpose(instance, in, middle);
    advance(middle);
    turnstile::transpose(instance, middle, out);
  }
  instance.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, out);
  for (int i = 0; i < 301; ++i)
    for (int j = 0; j < 203; ++j)
      ASSERT_EQ(host(i, j), static_cast<float>(3 * (i * 203 + j) + j * 301 + i)) << i << ' ' << j;
}

}  // namespace
}  // namespace turnstile_test
