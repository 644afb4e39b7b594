// SPDX-License-Identifier: Apache-2.0
// The numbers that the libraries compute with, as C++ has them.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

namespace heddle::library {

using i64 = std::int64_t;
using Complex = std::complex<float>;
using DoubleComplex = std::complex<double>;

// 16-bit numbers as memory has them (convert.h).
struct Half {
  std::uint16_t bits;
};
struct BFloat16 {
  std::uint16_t bits;
};
// 8-bit floating point.
struct E4m3 {
  std::uint8_t bits;
};
struct E5m2 {
  std::uint8_t bits;
};

template <class T>
struct RealOf {
  using Type = T;
};
template <class T>
struct RealOf<std::complex<T>> {
  using Type = T;
};
template <class T>
using Real = RealOf<T>::Type;

template <class T>
inline constexpr bool is_complex = !std::is_same_v<T, Real<T>>;

template <class T>
T conjugate(T value) {
  if constexpr (is_complex<T>) return std::conj(value);
  return value;
}

}  // namespace heddle::library
