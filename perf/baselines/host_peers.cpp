// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "baselines/host_peers.hpp"

#ifdef TURNSTILE_PERF_OPENBLAS
#include <cblas.h>
#endif
#ifdef TURNSTILE_PERF_EIGEN
#include <Eigen/Core>
#endif

#include <complex>

namespace turnstile::perf {
namespace {

#ifdef TURNSTILE_PERF_OPENBLAS
void copy_transposed(std::size_t rows, std::size_t columns, float const* in, std::size_t in_pitch, float* out,
                     std::size_t out_pitch) {
  cblas_somatcopy(CblasRowMajor, CblasTrans, static_cast<blasint>(rows), static_cast<blasint>(columns), 1.0F, in,
                  static_cast<blasint>(in_pitch), out, static_cast<blasint>(out_pitch));
}

void copy_transposed(std::size_t rows, std::size_t columns, double const* in, std::size_t in_pitch, double* out,
                     std::size_t out_pitch) {
  cblas_domatcopy(CblasRowMajor, CblasTrans, static_cast<blasint>(rows), static_cast<blasint>(columns), 1.0, in,
                  static_cast<blasint>(in_pitch), out, static_cast<blasint>(out_pitch));
}

void copy_transposed(std::size_t rows, std::size_t columns, std::complex<double> const* in, std::size_t in_pitch,
                     std::complex<double>* out, std::size_t out_pitch) {
  double const one[]{1.0, 0.0};
  cblas_zomatcopy(CblasRowMajor, CblasTrans, static_cast<blasint>(rows), static_cast<blasint>(columns), one,
                  reinterpret_cast<double const*>(in), static_cast<blasint>(in_pitch), reinterpret_cast<double*>(out),
                  static_cast<blasint>(out_pitch));
}

template <class Element>
void move_by_openblas(Workload const& workload, void const* in, void* out, std::int64_t first, std::int64_t last) {
  auto const rows = static_cast<std::size_t>(workload.rows()), columns = static_cast<std::size_t>(workload.cols());
  copy_transposed(rows, static_cast<std::size_t>(last - first), static_cast<Element const*>(in) + first, columns,
                  static_cast<Element*>(out) + first * workload.rows(), rows);
}
#endif

#ifdef TURNSTILE_PERF_EIGEN
template <class Element>
void move_by_eigen(Workload const& workload, void const* in, void* out, std::int64_t first, std::int64_t last) {
  using Matrix = Eigen::Matrix<Element, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Pitch  = Eigen::OuterStride<>;
  Eigen::Map<Matrix const, 0, Pitch> const source(static_cast<Element const*>(in) + first, workload.rows(),
                                                  last - first, Pitch(workload.cols()));
  Eigen::Map<Matrix> target(static_cast<Element*>(out) + first * workload.rows(), last - first, workload.rows());
  target = source.transpose();
}
#endif

}  // namespace

MoveColumns openblas_columns([[maybe_unused]] int element_bytes) {
#ifdef TURNSTILE_PERF_OPENBLAS
  if (element_bytes == 4) return move_by_openblas<float>;
  if (element_bytes == 8) return move_by_openblas<double>;
  if (element_bytes == 16) return move_by_openblas<std::complex<double>>;
#endif
  return nullptr;
}

MoveColumns eigen_columns([[maybe_unused]] int element_bytes) {
#ifdef TURNSTILE_PERF_EIGEN
  if (element_bytes == 1) return move_by_eigen<std::uint8_t>;
  if (element_bytes == 2) return move_by_eigen<std::uint16_t>;
  if (element_bytes == 4) return move_by_eigen<float>;
  if (element_bytes == 8) return move_by_eigen<double>;
  if (element_bytes == 16) return move_by_eigen<std::complex<double>>;
#endif
  return nullptr;
}

}  // namespace turnstile::perf
