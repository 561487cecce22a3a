// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>
#include <string>

/// \file
/// Every value that Turnstile refuses is reported by one of these, before anything is written. The text names the
/// argument, its value and the rule that it breaks. The library never prints and never aborts.

namespace turnstile {

/// Base of every exception that the library throws.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Extents of input and output do not fit together.
class ExtentMismatch : public Error {
 public:
  using Error::Error;
};

/// Ranks, or lengths of the lists that describe a problem, do not fit together.
class RankMismatch : public Error {
 public:
  using Error::Error;
};

/// `axes` is not a permutation of 0 .. rank-1.
class InvalidAxes : public Error {
 public:
  using Error::Error;
};

/// A size, pointer or stride cannot describe memory: a null pointer to elements, a negative extent, an overflow.
class InvalidArgument : public Error {
 public:
  using Error::Error;
};

/// Elements of the output overlap each other, or input and output overlap.
class OverlapError : public Error {
 public:
  using Error::Error;
};

/// A TransposePolicy breaks a rule of policy_fault().
class InvalidPolicy : public Error {
 public:
  using Error::Error;
};

/// A valid TransposePolicy that is neither among compiled_policies() nor a tile that the native kernels take.
class PolicyNotCompiled : public Error {
 public:
  using Error::Error;
};

/// A tile, or a scratch plan, needs more scratch memory than the execution space offers.
class ScratchTooLarge : public Error {
 public:
  using Error::Error;
};

/// A CUDA call failed, by itself or because of an error that earlier work on the device had met. This call started
/// nothing.
class CudaError : public Error {
 public:
  /// `text` as of every Error, and the value of cudaError_t.
  CudaError(std::string const& text, int code) : Error(text), code_(code) {}

  /// The value of cudaError_t.
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  int code_;
};

}  // namespace turnstile
