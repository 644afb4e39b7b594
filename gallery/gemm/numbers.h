// SPDX-License-Identifier: Apache-2.0
// What matrices can be made of: what products are added up in, what alpha and beta are, and how
// tests read and make elements.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp8.h>

#include <type_traits>

namespace gemm {

using bf16 = __nv_bfloat16;
using e4m3 = __nv_fp8_e4m3;
using e5m2 = __nv_fp8_e5m2;
using int8 = signed char;

// FP8 of two formats: the In of a problem whose A has elements of the first and whose B of the
// second.
template <class A, class B>
struct Formats {
  unsigned char byte;
};
template <class In>
struct OperandsOf {
  using A = In;
  using B = In;
  using Turned = In;
};
template <class X, class Y>
struct OperandsOf<Formats<X, Y>> {
  using A = X;
  using B = Y;
  using Turned = Formats<Y, X>;
};
template <class In>
using InA = typename OperandsOf<In>::A;
template <class In>
using InB = typename OperandsOf<In>::B;
// Of the transposed problem.
template <class In>
using Turned = typename OperandsOf<In>::Turned;

// Products of bytes are added up in ints, those of doubles in doubles, all others in floats.
template <class In>
struct SumOf {
  using type = float;
};
template <>
struct SumOf<int8> {
  using type = int;
};
template <>
struct SumOf<double> {
  using type = double;
};
template <class In>
using Sum = typename SumOf<std::remove_const_t<In>>::type;

template <class Number>
__device__ __forceinline__ Number add_product(Number x, Number y, Number sum) {
  if constexpr (std::is_same_v<Number, float>)
    return fmaf(x, y, sum);
  else if constexpr (std::is_same_v<Number, double>)
    return fma(x, y, sum);
  else
    return x * y + sum;
}

// alpha and beta for a C of such elements.
template <class Out>
using Factor =
    std::conditional_t<std::is_same_v<Out, int> || std::is_same_v<Out, double>, Out, float>;

// For tests: the element as a double, and one from a number of -1 to 1.
template <class T>
__host__ __device__ double as_double(T x) {
  if constexpr (std::is_arithmetic_v<T>)
    return double(x);
  else
    return double(float(x));
}
template <class T>
__host__ __device__ T from_unit(float x) {
  if constexpr (std::is_integral_v<T>)
    return T(x * 127);
  else
    return T(x);
}
// A factor of halves as one that is whole where it must be.
template <class Out>
__host__ __device__ Factor<Out> factor(float x) {
  return Factor<Out>(std::is_integral_v<Out> ? 2 * x : x);
}

}  // namespace gemm
