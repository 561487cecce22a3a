// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <turnstile/problem.hpp>

#include <cstdint>

/// \file
/// Which dimensions of a problem a tile's rows and columns run over. Pure functions, shared by the backends.

namespace [[gnu::visibility("hidden")]] turnstile {

/// How input and output run along each other.
enum class Direction {
  same,       ///< contiguous along the same dimension: runs move
  different,  ///< contiguous along different dimensions: matrices are transposed
  strided,    ///< one of them is contiguous along no dimension, or backwards: single words move
};

Direction direction_of(Problem const& problem) noexcept;

/// Some dimensions of a problem.
struct DimensionList {
  int rank = 0;
  int dimensions[Problem::capacity];

  void add(int dimension) noexcept { dimensions[rank++] = dimension; }
};

/// How the dimensions of a problem of different directions are shared out. Each list has its fastest dimension first.
struct Fusion {
  DimensionList rows;     ///< contiguous in the output, each the continuation of the one before
  DimensionList columns;  ///< contiguous in the input, likewise
  DimensionList batch;    ///< the others, in the order of the output
  std::int64_t row_count = 1, column_count = 1;
};

/// How far fuse() goes on.
struct FusionGoal {
  std::int64_t rows, columns;                  ///< dimensions are added while an index is shorter than this
  std::int64_t row_tile = 0, column_tile = 0;  ///< nor while it is a multiple of this, unless 0
  std::int64_t largest;                        ///< and stays at most this long
  int largest_rank;                            ///< and has at most so many dimensions
};

/// One dimension a side, and more where they continue it and the goal asks for them.
Fusion fuse(Problem const& problem, FusionGoal const& goal) noexcept;

}  // namespace turnstile
