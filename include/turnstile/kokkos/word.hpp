// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace turnstile::detail {

/// 16 bytes that move as one.
struct alignas(16) Word16 {
  std::uint64_t low, high;
};

template <int Bytes>
struct WordOf;
template <>
struct WordOf<1> {
  using type = std::uint8_t;
};
template <>
struct WordOf<2> {
  using type = std::uint16_t;
};
template <>
struct WordOf<4> {
  using type = std::uint32_t;
};
template <>
struct WordOf<8> {
  using type = std::uint64_t;
};
template <>
struct WordOf<16> {
  using type = Word16;
};

/// The type that carries `Bytes` bytes through registers and scratch memory, bits untouched.
template <int Bytes>
using Word = typename WordOf<Bytes>::type;

}  // namespace turnstile::detail
