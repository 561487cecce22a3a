// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Work on a stream of the caller's own, captured into a CUDA graph. Without CUDA: on an instance with one host thread.

#include <turnstile/plan.hpp>

#include <Kokkos_Core.hpp>

#include <iostream>

using Matrix = Kokkos::View<float**, Kokkos::LayoutRight>;

#ifdef KOKKOS_ENABLE_CUDA
struct Stream {
  cudaStream_t handle = nullptr;
  Stream() { cudaStreamCreate(&handle); }
  ~Stream() { cudaStreamDestroy(handle); }
};

/// Captures `work` into a graph and launches it ten times. To be short, nothing here looks at the codes of CUDA.
template <class Work>
void run_often(Kokkos::Cuda const& space, Work const& work) {
  cudaGraph_t graph          = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaStreamBeginCapture(space.cuda_stream(), cudaStreamCaptureModeGlobal);
  work();  // starts kernels, allocates nothing and waits for nothing, which is what capturing needs
  cudaStreamEndCapture(space.cuda_stream(), &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  for (int repeat = 0; repeat < 10; ++repeat) cudaGraphLaunch(executable, space.cuda_stream());
  space.fence();
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
}
#endif

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Matrix const in("in", 300, 200), out("out", 200, 300);
  Kokkos::parallel_for(
      "fill", in.size(), KOKKOS_LAMBDA(int k) { in(k / 200, k % 200) = static_cast<float>(k); });
  Kokkos::fence();
#ifdef KOKKOS_ENABLE_CUDA
  Stream const stream;
  Kokkos::Cuda const space(stream.handle);  // works on the stream and does not own it
#else
  auto const space     = Kokkos::Experimental::partition_space(Kokkos::DefaultExecutionSpace(), 1)[0];
  auto const run_often = [](auto const& instance, auto const& work) { work(), instance.fence(); };
#endif
  turnstile::Plan const plan(space, in, out, {1, 0});
  run_often(space, [&] { plan.execute(space, in, out); });
  int wrong = 0;
  Kokkos::parallel_reduce(
      "check", in.size(), KOKKOS_LAMBDA(int k, int& count) { count += out(k % 200, k / 200) != static_cast<float>(k); },
      wrong);
  std::cout << "stream_and_graph: " << wrong << " wrong elements\n";
  return wrong == 0 ? 0 : 1;
}
