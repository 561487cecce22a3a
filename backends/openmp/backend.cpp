// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backend.hpp"

#include "fork_join.hpp"
#include "instruction_set.hpp"
#include "make_movement.hpp"
#include "policy.hpp"

#include <turnstile/kokkos/launch.hpp>

#include <bit>
#include <map>
#include <string>
#include <type_traits>
#include <unistd.h>

namespace turnstile {
namespace host {
namespace {

/// The second-level cache of a core, in bytes.
std::size_t cache_bytes() noexcept {
  static std::size_t const bytes = [] {
    constexpr std::size_t usual = std::size_t{1} << 20;
#ifdef _SC_LEVEL2_CACHE_SIZE
    auto const reported = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return reported > 0 ? static_cast<std::size_t>(reported) : usual;
#else
    return usual;
#endif
  }();
  return bytes;
}

/// What kernels are chosen by.
Arch caches() noexcept {
  return {.cache_bytes = cache_bytes()};
}

/// Calls `work(share)` for every share of the work: on the calling thread if there is one share, else on the threads of
/// the space.
template <class Space, class Work>
void for_each_share(std::string const& label, Space const& space, int shares, Work const& work) {
  if (shares == 1) {
    std::uint64_t kernel = 0;
    bool const profiled  = Kokkos::Tools::profileLibraryLoaded();
    if (profiled) Kokkos::Tools::beginParallelFor(label, Kokkos::Tools::Experimental::device_id(space), &kernel);
    work(Share{0, 1});
    if (profiled) Kokkos::Tools::endParallelFor(kernel);
    return;
  }
  using Range = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<int>>;
  Kokkos::parallel_for(label, Range(space, 0, shares, Kokkos::ChunkSize(1)), [&work, shares](int number) {
    work(Share{number, shares});
  });
}

/// Threads of this instance. In Kokkos 4 with deprecated code concurrency() is static, and without an argument it asks
/// the default instance.
template <class Space>
int thread_count(Space const& space) {
  if constexpr (requires { Space::concurrency(space); })
    return Space::concurrency(space);
  else
    return space.concurrency();
}

/// How many threads share a movement of `bytes`.
template <class Space>
int share_count(Space const& space, std::int64_t bytes) {
#ifdef KOKKOS_ENABLE_OPENMP
  if constexpr (std::is_same_v<Space, Kokkos::OpenMP>) {
    int const threads = thread_count(space);
    return bytes <= serial_bytes(threads) ? 1 : threads;
  }
#endif
  return 1;
}

/// Labels of one kernel for words of 1, 2, 4, 8 and 16 bytes.
struct Labels {
  explicit Labels(std::string_view space, Kernel kernel) {
    for (int k = 0; k < 5; ++k) text[k] = kernel_label(space, 1 << k, name_of(kernel));
  }
  std::string text[5];
};

template <class Space>
std::string const& label_of(Kernel kernel, int word) {
  constexpr Kernel kernels[]{Kernel::runs, Kernel::strided, Kernel::direct, Kernel::image, Kernel::tile};
  static auto const labels = [&] {
    std::map<Kernel, Labels> all;
    for (auto const each : kernels) all.emplace(each, Labels(Backend<Space>::name, each));
    return all;
  }();
  return labels.at(kernel).text[word];
}

}  // namespace
}  // namespace host

template <class Space>
Arch HostBackend<Space>::architecture(Space const& space) {
  auto const* set      = host::active_instruction_set();
  auto arch            = GenericBackend<Space>::architecture(space);
  arch.cache_bytes     = host::cache_bytes();
  arch.instruction_set = set == nullptr ? "" : set->name;
  return arch;
}

template <class Space>
std::span<TransposePolicy const> HostBackend<Space>::policies(int word_bytes) noexcept {
  if (!host::has_instruction_set()) return {};
  return host::policies(word_bytes);
}

template <class Space>
TransposePolicy HostBackend<Space>::select(Problem const& problem, Arch const& arch) noexcept {
  return host::select(problem, arch);
}

template <class Space>
bool HostBackend<Space>::supports(Problem const& problem, TransposePolicy const& policy) noexcept {
  return host::has_instruction_set() && host::kernel_for(problem, policy, host::caches()) != host::Kernel::none;
}

template <class Space>
std::string_view HostBackend<Space>::kernel(Problem const& problem, TransposePolicy const& policy) noexcept {
  return host::name_of(host::kernel_for(problem, policy, host::caches()));
}

template <class Space>
std::string HostBackend<Space>::details(Problem const& problem, TransposePolicy const& policy) {
  auto const kernel = host::kernel_for(problem, policy, host::caches());
  std::string text  = "reason: " + std::string(host::reason(problem, policy, host::caches())) + "\n";
  text += "instruction set: " + std::string(host::active_instruction_set()->name) + "\n";
  if (kernel == host::Kernel::tile || kernel == host::Kernel::image || kernel == host::Kernel::runs)
    text += host::is_streaming(problem, policy, host::caches()) ? "stores: streaming, past the cache\n"
                                                                : "stores: through the cache\n";
  return text;
}

template <class Space>
void HostBackend<Space>::run(Space const& space, Problem const& problem, TransposePolicy const& policy) {
  using namespace host;
  auto const& kernels = *active_instruction_set()->kernels;
  auto const word     = std::countr_zero(static_cast<unsigned>(problem.word_bytes));
  auto const& words   = kernels.words[word];
  auto const kernel   = kernel_for(problem, policy, caches());
  auto const& label   = label_of<Space>(kernel, word);
  int const shares    = share_count(space, problem.bytes());
  bool const streams  = is_streaming(problem, policy, caches());
  if (kernel == Kernel::runs || kernel == Kernel::strided) {
    auto const movement = run_movement(problem);
    auto const move     = kernel == Kernel::runs ? kernels.runs : words.strided;
    for_each_share(label, space, shares, [&](Share const& share) { move(movement, streams, share); });
  } else if (kernel == Kernel::tile) {
    auto const shape    = tile_shape(problem, policy, caches());
    auto const movement = fused_movement(problem, shape);
    for_each_share(label, space, shares, [&](Share const& share) { words.tile(movement, shape, share); });
  } else {
    auto const movement = matrix_movement(problem);
    for_each_share(label, space, shares, [&](Share const& share) {
      if (kernel == Kernel::image)
        words.image(movement, streams, share);
      else
        words.direct(movement, share);
    });
  }
}

#ifdef KOKKOS_ENABLE_OPENMP
template struct HostBackend<Kokkos::OpenMP>;
#endif
#ifdef KOKKOS_ENABLE_SERIAL
template struct HostBackend<Kokkos::Serial>;
#endif

}  // namespace turnstile
