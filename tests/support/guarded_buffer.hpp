// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "fill.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

namespace turnstile_test {

/// Bytes before and after the data of a buffer, which must keep their value.
inline constexpr std::size_t guard_bytes = 4096;

/// Memory of `Space` with a guard zone on both sides and an image of all of it on the host. On spaces that work in
/// host memory both are the same memory. The data start `shift` bytes behind a 64-byte boundary.
template <class Space>
class GuardedBuffer {
 public:
  GuardedBuffer(std::size_t bytes, std::size_t shift)
      : start_{guard_bytes + shift},
        host_{Kokkos::view_alloc(Kokkos::WithoutInitializing, "guarded buffer"), start_ + bytes + guard_bytes},
        device_{Kokkos::create_mirror_view(Kokkos::WithoutInitializing, typename Space::memory_space{}, host_)} {}

  /// Start of the data: on the host, and where kernels of `Space` find it.
  unsigned char* host_data() const { return host_.data() + start_; }
  unsigned char* data() const { return device_.data() + start_; }

  /// Sets the whole host image, guard zones included.
  void fill_host(unsigned char value) { std::fill_n(host_.data(), host_.size(), value); }

  void copy_host_to_space() { Kokkos::deep_copy(device_, host_); }
  void copy_space_to_host() { Kokkos::deep_copy(host_, device_); }

  /// Makes AddressSanitizer, where it is on, report every access to the guard zones of the host image.
  void forbid_guards() const {
#ifdef __SANITIZE_ADDRESS__
    __asan_poison_memory_region(host_.data(), start_);
    __asan_poison_memory_region(host_.data() + host_.size() - guard_bytes, guard_bytes);
#endif
  }
  void allow_guards() const {
#ifdef __SANITIZE_ADDRESS__
    __asan_unpoison_memory_region(host_.data(), host_.size());
#endif
  }

  /// The host image with both guard zones, and where the data start in it.
  unsigned char const* image() const { return host_.data(); }
  std::size_t image_bytes() const { return host_.size(); }
  std::size_t start() const { return start_; }

 private:
  std::size_t start_;
  Kokkos::View<unsigned char*, Kokkos::HostSpace> host_;
  Kokkos::View<unsigned char*, typename Space::memory_space> device_;
};

}  // namespace turnstile_test
