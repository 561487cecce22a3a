// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backend.hpp"

#include "details.hpp"
#include "launch.hpp"
#include "policy.hpp"
#include "tiles.hpp"

#include <turnstile/error.hpp>
#include <turnstile/kokkos/launch.hpp>

#include <array>
#include <string>

namespace turnstile {
namespace cuda {
namespace {

/// Reports `code` of `call`, and takes it off CUDA's record, so that the next call works. `before` is what the record
/// held before this call, which started nothing then either.
[[noreturn]] void throw_cuda_error(char const* call, cudaError_t code, cudaError_t before) {
  static_cast<void>(cudaGetLastError());
  std::string text = std::string("turnstile: ") + call + " failed with " + cudaGetErrorName(code) + " (" +
                     std::to_string(static_cast<int>(code)) + "): " + cudaGetErrorString(code);
  if (before != cudaSuccess)
    text += std::string("; this thread had met an error before the call: ") + cudaGetErrorName(before);
  throw CudaError(text, static_cast<int>(code));
}

void check(char const* call, cudaError_t code, cudaError_t before = cudaSuccess) {
  if (code != cudaSuccess) throw_cuda_error(call, code, before);
}

/// Makes a device the current one as long as it lives.
class CurrentDevice {
 public:
  explicit CurrentDevice(int device) {
    check("cudaGetDevice", cudaGetDevice(&previous_));
    if (device == previous_) return;
    check("cudaSetDevice", cudaSetDevice(device));
    is_changed_ = true;
  }
  ~CurrentDevice() {
    if (is_changed_) static_cast<void>(cudaSetDevice(previous_));
  }
  CurrentDevice(CurrentDevice const&)            = delete;
  CurrentDevice& operator=(CurrentDevice const&) = delete;

 private:
  int previous_    = 0;
  bool is_changed_ = false;
};

/// Labels of all kernels for words of 1, 2, 4, 8 and 16 bytes.
std::string const& label_of(Kernel kernel, int word_bytes) {
  static auto const labels = [] {
    std::array<std::array<std::string, 5>, kernel_count> all;
    for (int k = 0; k < kernel_count; ++k)
      for (int word = 0; word < 5; ++word)
        all[k][word] = kernel_label("cuda", 1 << word, name_of(static_cast<Kernel>(k)));
    return all;
  }();
  return labels[static_cast<int>(kernel)][word_index(word_bytes)];
}

LaunchResult launch_words(Kernel kernel, Problem const& problem, TransposePolicy const& policy, cudaStream_t stream) {
  switch (problem.word_bytes) {
    case 1:
      return launch<1>(kernel, problem, policy, stream);
    case 2:
      return launch<2>(kernel, problem, policy, stream);
    case 4:
      return launch<4>(kernel, problem, policy, stream);
    case 8:
      return launch<8>(kernel, problem, policy, stream);
    default:
      return launch<16>(kernel, problem, policy, stream);
  }
}

/// Tells tools about a kernel as long as it lives.
class ToolsRegion {
 public:
  ToolsRegion(Kokkos::Cuda const& space, Kernel kernel, int word_bytes)
      : is_profiled_(Kokkos::Tools::profileLibraryLoaded()) {
    if (is_profiled_)
      Kokkos::Tools::beginParallelFor(label_of(kernel, word_bytes), Kokkos::Tools::Experimental::device_id(space),
                                      &kernel_);
  }
  ~ToolsRegion() {
    if (is_profiled_) Kokkos::Tools::endParallelFor(kernel_);
  }
  ToolsRegion(ToolsRegion const&)            = delete;
  ToolsRegion& operator=(ToolsRegion const&) = delete;

 private:
  bool is_profiled_;
  std::uint64_t kernel_ = 0;
};

}  // namespace
}  // namespace cuda

using SpaceBackend = Backend<Kokkos::Cuda>;

Arch SpaceBackend::architecture(Kokkos::Cuda const& space) {
  auto const& properties = space.cuda_device_prop();
  return {.is_host            = false,
          .compute_capability = properties.major * 10 + properties.minor,
          .scratch_bytes      = detail::scratch_limit<Kokkos::Cuda>(),
          .device             = properties.name};
}

std::span<TransposePolicy const> SpaceBackend::policies(int word_bytes) noexcept {
  return cuda::policies(word_bytes);
}

TransposePolicy SpaceBackend::select(Problem const& problem, Arch const& arch) noexcept {
  return cuda::select(problem, arch);
}

bool SpaceBackend::supports(Problem const& problem, TransposePolicy const& policy) noexcept {
  return cuda::kernel_for(problem, policy) != cuda::Kernel::none;
}

std::string_view SpaceBackend::kernel(Problem const& problem, TransposePolicy const& policy) noexcept {
  return cuda::name_of(cuda::kernel_for(problem, policy));
}

std::string SpaceBackend::details(Problem const& problem, TransposePolicy const& policy) {
  return cuda::details(problem, policy);
}

void SpaceBackend::run(Kokkos::Cuda const& space, Problem const& problem, TransposePolicy const& policy) {
  auto const kernel = cuda::kernel_for(problem, policy);
  cuda::CurrentDevice const device(space.cuda_device());
  cuda::ToolsRegion const region(space, kernel, problem.word_bytes);
  auto const before = cudaPeekAtLastError();
  auto const result = cuda::launch_words(kernel, problem, policy, space.cuda_stream());
  cuda::check(result.call, result.error, before);
}

}  // namespace turnstile
