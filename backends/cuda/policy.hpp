// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/arch.hpp>
#include <turnstile/policy.hpp>
#include <turnstile/problem.hpp>

#include <span>
#include <string_view>

/// \file
/// Which kernel moves a problem on a CUDA device, and how. Pure functions of a problem's shape and addresses, without
/// Kokkos and CUDA, so that every decision is tested on hosts.
///
/// All numbers were measured on an H200 (compute capability 9.0); other devices take the same ones, which is inferred,
/// not measured. Blocks take 48 KiB of shared memory at most, but for 75 KiB of the largest tile of 8-byte words, which
/// every device from 8.0 on has.

namespace turnstile {
namespace [[gnu::visibility("hidden")]] cuda {

enum class Kernel {
  none,               ///< the policy is none of ours, or does not suit the addresses and strides
  vector_tile,        ///< whole vectors on both sides
  fused_vector_tile,  ///< the same over several dimensions a side
  flat,               ///< whole vectors, few rows
  unaligned_tile,     ///< rows that start anywhere
  fused_tile,         ///< several dimensions a side, word by word
  few_columns,        ///< many short rows without gaps
  few_rows,           ///< few long rows, output without gaps
  small_squares,      ///< dense batches of matrices of few whole vectors
  small_matrices,     ///< dense batches of small matrices of any extents
  fixed_matrices,     ///< the same of extents that are compiled in
  runs,               ///< runs of words
  strided,            ///< single words
};

inline constexpr int kernel_count = static_cast<int>(Kernel::strided) + 1;

std::string_view name_of(Kernel kernel) noexcept;

/// The policies that select() chooses from, for words of `word_bytes`: no_tile, then tiles of vectors (XORed), the tile
/// for rows that start anywhere (padded by two vectors), and the one of words (padded by one bank or word).
std::span<TransposePolicy const> policies(int word_bytes) noexcept;

/// The policy that suits `problem`.
TransposePolicy select(Problem const& problem, Arch const& arch) noexcept;

/// The kernel that moves `problem` under the policy `requested`, in either block order. no_tile leaves the choice among
/// the kernels without a policy; a tile of words may have any size up to the largest. Policies for vectors move words,
/// in tiles of at most that size, where addresses, extents or strides are no multiples of vectors.
Kernel kernel_for(Problem const& problem, TransposePolicy const& requested) noexcept;

/// Why kernel_for() names that kernel, as a clause.
std::string_view reason(Kernel kernel) noexcept;

/// Why `problem` cannot go through tiles of whole vectors, as a clause, or empty if it can.
std::string_view missed_vectors(Problem const& problem) noexcept;

}  // namespace cuda
}  // namespace turnstile
