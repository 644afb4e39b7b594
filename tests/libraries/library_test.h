// SPDX-License-Identifier: Apache-2.0
// What the tests of the libraries share: checks that name their place, numbers of all types, random
// draws from a seed, matrices written out, with which plain loops compute what is to come out.
#pragma once

#include <cuComplex.h>
#include <cuda_runtime_api.h>

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "checks.h"

// A library says by name_of_status() how its statuses are called.
#define EXPECT_STATUS(call, wanted)                                                              \
  do {                                                                                           \
    const auto got_ = (call);                                                                    \
    if (static_cast<int>(got_) != static_cast<int>(wanted)) {                                    \
      std::printf("%s:%d: %s answers %s, not %s\n", __FILE__, __LINE__, #call,                   \
                  name_of_status(got_).c_str(), name_of_status(decltype(got_)(wanted)).c_str()); \
      std::fflush(stdout);                                                                       \
      std::_Exit(1);                                                                             \
    }                                                                                            \
  } while (false)

// Of a library without names.
template <class Status>
std::string name_of_status(Status status) {
  return std::to_string(static_cast<int>(status));
}

using Big = std::complex<double>;

template <class T>
inline constexpr bool is_complex =
    std::is_same_v<T, cuComplex> || std::is_same_v<T, cuDoubleComplex>;
template <class T>
using RealOf =
    std::conditional_t<std::is_same_v<T, float> || std::is_same_v<T, cuComplex>, float, double>;

// (Of half and bfloat16, too.)
template <class T>
Big big(T x) {
  if constexpr (is_complex<T>)
    return {x.x, x.y};
  else if constexpr (std::is_arithmetic_v<T>)
    return static_cast<double>(x);
  else
    return static_cast<float>(x);
}
template <class T>
T small(Big x) {
  if constexpr (is_complex<T>)
    return {static_cast<RealOf<T>>(x.real()), static_cast<RealOf<T>>(x.imag())};
  else if constexpr (std::is_arithmetic_v<T>)
    return static_cast<T>(x.real());
  else
    return T(static_cast<float>(x.real()));
}

#define FOR_TYPES(test, ...)    \
  test<float>(__VA_ARGS__);     \
  test<double>(__VA_ARGS__);    \
  test<cuComplex>(__VA_ARGS__); \
  test<cuDoubleComplex>(__VA_ARGS__)

inline std::mt19937& random_engine() {
  static std::mt19937 engine(20261126);
  return engine;
}
inline int pick(int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random_engine());
}
template <class T>
T pick(std::initializer_list<T> among) {
  return among.begin()[pick(0, static_cast<int>(among.size()) - 1)];
}
// From -1 to 1.
inline double any_real() {
  return static_cast<int>(random_engine()()) * 0x1p-31;
}

// A matrix written out, column after column.
struct Dense {
  int rows, columns;
  std::vector<Big> at;
  Dense(int r, int c) : rows(r), columns(c), at(std::size_t(r) * c) {}
  Big& operator()(int i, int j) { return at[std::size_t(j) * rows + i]; }
  Big operator()(int i, int j) const { return at[std::size_t(j) * rows + i]; }
};
inline Dense operator*(const Dense& a, const Dense& b) {
  CHECK(a.columns == b.rows);
  Dense out(a.rows, b.columns);
  for (int j = 0; j < b.columns; ++j)
    for (int k = 0; k < a.columns; ++k) {
      const Big factor = b(k, j);
      for (int i = 0; i < a.rows; ++i) out(i, j) += a(i, k) * factor;
    }
  return out;
}
inline Dense plain_transpose(const Dense& a) {
  Dense out(a.columns, a.rows);
  for (int j = 0; j < a.columns; ++j)
    for (int i = 0; i < a.rows; ++i) out(j, i) = a(i, j);
  return out;
}
inline Dense adjoint(const Dense& a) {
  Dense out = plain_transpose(a);
  for (Big& x : out.at) x = std::conj(x);
  return out;
}
