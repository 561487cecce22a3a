// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "pattern.hpp"
#include "with_word.hpp"
#include "workload.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace turnstile::perf {

/// Bytes on each side of the output that nothing may write. As many as keep the alignment that allocations have.
inline constexpr std::size_t guard_bytes      = 256;
inline constexpr unsigned char guard_contents = 0xa5;

struct CountOverwrittenGuards {
  unsigned char const* out;  ///< at the first guard byte
  std::size_t bytes;         ///< between the guards
  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& overwritten) const {
    auto const number = static_cast<std::size_t>(k);
    if (out[number < guard_bytes ? number : number + bytes] != guard_contents) ++overwritten;
  }
};

/// Input and output of a measurement in the memory of `Space`, with guard bytes around the output.
template <class Space>
class Arrays {
 public:
  Arrays(Space const& space, Workload const& workload)
      : elements_(workload.elements()),
        element_bytes_(workload.element_bytes),
        in_(Kokkos::view_alloc(space, Kokkos::WithoutInitializing, "turnstile perf input"), bytes()),
        out_(Kokkos::view_alloc(space, Kokkos::WithoutInitializing, "turnstile perf output"),
             bytes() + 2 * guard_bytes) {
    with_word(element_bytes_, [&]<class Word>(std::type_identity<Word>) {
      Kokkos::parallel_for("turnstile perf fill", range(space, elements_),
                           FillInput<Word>{reinterpret_cast<Word*>(in_.data())});
    });
  }

  [[nodiscard]] void const* in() const { return in_.data(); }
  [[nodiscard]] void* out() const { return out_.data() + guard_bytes; }

  /// Makes every element of the output wrong in every bit, and the guards right.
  void poison(Space const& space, SourceIndex const& source) const {
    Kokkos::deep_copy(space, Kokkos::subview(out_, std::pair(std::size_t{0}, guard_bytes)), guard_contents);
    Kokkos::deep_copy(space, Kokkos::subview(out_, std::pair(guard_bytes + bytes(), bytes() + 2 * guard_bytes)),
                      guard_contents);
    with_word(element_bytes_, [&]<class Word>(std::type_identity<Word>) {
      Kokkos::parallel_for("turnstile perf poison", range(space, elements_),
                           PoisonOutput<Word>{static_cast<Word*>(out()), source});
    });
  }

  /// Elements of the output that are not what `source` says, plus guard bytes that were overwritten.
  [[nodiscard]] std::int64_t count_wrong(Space const& space, SourceIndex const& source) const {
    std::int64_t wrong = 0;
    with_word(element_bytes_, [&]<class Word>(std::type_identity<Word>) {
      Kokkos::parallel_reduce("turnstile perf verify", range(space, elements_),
                              CountWrongElements<Word>{static_cast<Word const*>(out()), source}, wrong);
    });
    std::int64_t overwritten = 0;
    Kokkos::parallel_reduce("turnstile perf verify guards", range(space, 2 * guard_bytes),
                            CountOverwrittenGuards{out_.data(), bytes()}, overwritten);
    return wrong + overwritten;
  }

 private:
  using Bytes = Kokkos::View<unsigned char*, typename Space::memory_space>;

  /// As a light-weight kernel, so that Kokkos passes the functor by value: a SourceIndex is above the 512 bytes from
  /// which on it would go through a buffer in constant memory, one per translation unit, and a kernel that several of
  /// them instantiate may read the wrong one (illegal addresses, Kokkos 4.7.0 with CUDA 13).
  static auto range(Space const& space, std::int64_t count) {
    return Kokkos::Experimental::require(Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(space, 0, count),
                                         Kokkos::Experimental::WorkItemProperty::HintLightWeight);
  }

  [[nodiscard]] std::size_t bytes() const {
    return static_cast<std::size_t>(elements_) * static_cast<std::size_t>(element_bytes_);
  }

  std::int64_t elements_;
  int element_bytes_;
  Bytes in_, out_;
};

}  // namespace turnstile::perf
