// SPDX-License-Identifier: Apache-2.0
// The numbers that cuSPARSE knows, as C++ has them: four that are computed with (and int), others
// that memory has.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "library/convert.h"
#include "library/numbers.h"
#include "library_types.h"

namespace heddle::cusparse {

using library::BFloat16;
using library::Complex;
using library::conjugate;
using library::DoubleComplex;
using library::Half;
using library::i64;
using library::is_complex;
using library::Real;

// Two of them.
template <class T>
struct Pair {
  T real, imag;
};

inline void put(float value, BFloat16& to) {
  to = library::to_bfloat16(value);
}
inline void put(float value, Half& to) {
  to = library::to_half(value);
}

// A number of memory as T.
template <class T, class From>
T get(From from) {
  if constexpr (std::is_same_v<From, Half> || std::is_same_v<From, BFloat16>)
    return T(library::to_float(from));
  else if constexpr (std::is_same_v<From, Pair<Half>> || std::is_same_v<From, Pair<BFloat16>>)
    return is_complex<T>
               ? get<T>(Complex(library::to_float(from.real), library::to_float(from.imag)))
               : T(library::to_float(from.real));
  else if constexpr (is_complex<T> && is_complex<From>)
    return T(from.real(), from.imag());
  else if constexpr (is_complex<From>)
    return T(from.real());
  else if constexpr (is_complex<T>)
    return T(static_cast<Real<T>>(from));
  else
    return static_cast<T>(from);
}
template <class T>
Real<T> real_part(T value) {
  if constexpr (is_complex<T>)
    return value.real();
  else
    return value;
}
template <class T>
Real<T> imaginary_part(T value) {
  if constexpr (is_complex<T>)
    return value.imag();
  else
    return 0;
}
template <class T, class To>
void set(T value, To& to) {
  if constexpr (std::is_same_v<To, Half> || std::is_same_v<To, BFloat16>) {
    put(static_cast<float>(real_part(value)), to);
  } else if constexpr (std::is_same_v<To, Pair<Half>> || std::is_same_v<To, Pair<BFloat16>>) {
    put(static_cast<float>(real_part(value)), to.real);
    put(static_cast<float>(imaginary_part(value)), to.imag);
  } else {
    to = get<To>(value);
  }
}

// Products and quotients of complex numbers without C's cases for infinities.
template <class T>
T times(T a, T b) {
  if constexpr (is_complex<T>)
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  else
    return a * b;
}
template <class T>
T divided(T a, T b) {
  if constexpr (is_complex<T>) {
    // Scaled by the larger part, so that the squares stay in range.
    const auto c = b.real(), d = b.imag();
    const bool wide = std::abs(c) >= std::abs(d);
    const auto ratio = wide ? d / c : c / d, below = wide ? c + d * ratio : c * ratio + d;
    return wide ? T((a.real() + a.imag() * ratio) / below, (a.imag() - a.real() * ratio) / below)
                : T((a.real() * ratio + a.imag()) / below, (a.imag() * ratio - a.real()) / below);
  } else {
    return a / b;
  }
}
// body(T()) for the type of memory that `type` is; otherwise `otherwise`.
template <class Result, class Body>
Result with_type(cudaDataType type, Result otherwise, Body body) {
  switch (type) {
    case CUDA_R_32F:
      return body(float());
    case CUDA_R_64F:
      return body(double());
    case CUDA_C_32F:
      return body(Complex());
    case CUDA_C_64F:
      return body(DoubleComplex());
    case CUDA_R_16F:
      return body(Half());
    case CUDA_R_16BF:
      return body(BFloat16());
    case CUDA_C_16F:
      return body(Pair<Half>());
    case CUDA_C_16BF:
      return body(Pair<BFloat16>());
    case CUDA_R_8I:
      return body(std::int8_t());
    case CUDA_R_32I:
      return body(std::int32_t());
    default:
      return otherwise;
  }
}
// The same for those that are computed with.
template <class Result, class Body>
Result with_compute_type(cudaDataType type, Result otherwise, Body body) {
  switch (type) {
    case CUDA_R_32F:
      return body(float());
    case CUDA_R_64F:
      return body(double());
    case CUDA_C_32F:
      return body(Complex());
    case CUDA_C_64F:
      return body(DoubleComplex());
    case CUDA_R_32I:
      return body(std::int32_t());
    default:
      return otherwise;
  }
}
inline i64 size_of(cudaDataType type) {
  return with_type(type, i64{0}, [](auto number) { return i64{sizeof(number)}; });
}
template <class T>
constexpr cudaDataType type_of() {
  if constexpr (std::is_same_v<T, float>)
    return CUDA_R_32F;
  else if constexpr (std::is_same_v<T, double>)
    return CUDA_R_64F;
  else if constexpr (std::is_same_v<T, Complex>)
    return CUDA_C_32F;
  else if constexpr (std::is_same_v<T, DoubleComplex>)
    return CUDA_C_64F;
  else
    return CUDA_R_32I;
}

}  // namespace heddle::cusparse
