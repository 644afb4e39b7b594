// SPDX-License-Identifier: Apache-2.0
// From words to numbers, sixteen at a time, as include/heddle/rand_uniform.h and rand_normal.h do.
#pragma once

#include "curand/lanes/elementary.h"
#include "curand/lanes/fill.h"

HEDDLE_CURAND_BEGIN

constexpr bool is_double(Numbers n) {
  return n == Numbers::doubles || n == Numbers::normal_doubles || n == Numbers::log_normal_doubles;
}
constexpr bool is_normal(Numbers n) {
  return n >= Numbers::normals;
}
constexpr bool is_log(Numbers n) {
  return n >= Numbers::log_normals;
}

template <Numbers N>
struct VectorOf {
  using Type = Floats;
};
template <>
struct VectorOf<Numbers::words> {
  using Type = Words;
};
template <>
struct VectorOf<Numbers::longs> {
  using Type = Longs;
};
template <Numbers N>
  requires(is_double(N))
struct VectorOf<N> {
  using Type = Doubles;
};

inline Floats uniform(Words x) {
  return __builtin_convertvector(x, Floats) * 0x1p-32f + 0x1p-33f;
}
// 53 bits, all of which a double holds.
inline Doubles uniform_double(Words x, Words y) {
  const Longs z = longs_of(x) ^ (longs_of(y) << 21);
  return __builtin_convertvector(z, Doubles) * 0x1p-53 + 0x1p-54;
}

constexpr double kTwoPi = 6.2831853071795860;
inline Floats angle_of(Words x) {
  constexpr float kUnit = 0x1p-32f * 6.2831855f;
  return __builtin_convertvector(x, Floats) * kUnit + kUnit / 2;
}

template <class V>
inline void box_muller(V u, V angle, V& first, V& second) {
  V sine, cosine;
  sine_and_cosine(angle, sine, cosine);
  const V radius = __builtin_elementwise_sqrt(log_of(u) * same<V>(-2.0));
  first = radius * sine;
  second = radius * cosine;
}
template <Numbers N, class V>
inline V scaled(V normal, double mean, double deviation) {
  const V x = normal * same<V>(deviation) + same<V>(mean);
  if constexpr (is_log(N)) return exponential_of(x);
  return x;
}

HEDDLE_CURAND_END
