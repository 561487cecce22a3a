// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_peers.hpp"

#ifdef TURNSTILE_PERF_CUBLAS

#include <cublas_v2.h>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace turnstile::perf {
namespace {

void require(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw std::runtime_error(std::string("cuBLAS: ") + cublasGetStatusString(status));
}

/// A handle for the calling thread. It lives as long as the process, since contexts may be gone when threads end.
cublasHandle_t handle() {
  thread_local cublasHandle_t const created = [] {
    cublasHandle_t fresh = nullptr;
    require(cublasCreate(&fresh));
    return fresh;
  }();
  return created;
}

template <class Number>
Number number(double value) {
  if constexpr (std::is_same_v<Number, cuDoubleComplex>)
    return make_cuDoubleComplex(value, 0);
  else
    return static_cast<Number>(value);
}

/// cuBLAS counts along columns: a row-major matrix of rows x cols is its matrix of cols x rows.
template <class Number, auto Geam>
void move_matrix(Workload const& workload, void const* in, void* out, void* stream) {
  auto const rows = static_cast<int>(workload.rows()), cols = static_cast<int>(workload.cols());
  auto const one = number<Number>(1), zero = number<Number>(0);
  auto* const result = static_cast<Number*>(out);
  require(cublasSetStream(handle(), static_cast<cudaStream_t>(stream)));
  require(Geam(handle(), CUBLAS_OP_T, CUBLAS_OP_N, rows, cols, &one, static_cast<Number const*>(in), cols, &zero,
               result, rows, result, rows));
}

}  // namespace

MoveMatrix cublas_geam(int element_bytes) {
  switch (element_bytes) {
    case 4:
      return move_matrix<float, cublasSgeam>;
    case 8:
      return move_matrix<double, cublasDgeam>;
    case 16:
      return move_matrix<cuDoubleComplex, cublasZgeam>;
    default:
      return nullptr;
  }
}

}  // namespace turnstile::perf

#else

namespace turnstile::perf {

MoveMatrix cublas_geam(int) {
  return nullptr;
}

}  // namespace turnstile::perf

#endif
