// SPDX-License-Identifier: Apache-2.0
// Arithmetic, shifts, comparisons and division of integers of every width: shared by two programs.
#pragma once

#include "../check.h"

using int128 = __int128;
using uint128 = unsigned __int128;

template <class T>
HD unsigned fold(T v) {
  unsigned long long w = (unsigned long long)v;
  unsigned r = (unsigned)w * 31 + (unsigned)(w >> 32);
  if constexpr (sizeof(T) > 8) r = r * 37 + fold((unsigned long long)(v >> 64));
  return r;
}

template <class T>
HD T random(const unsigned* in, unsigned i) {
  if constexpr (sizeof(T) > 8)
    return (T)in[i] << 90 ^ (T)in[i + 1] << 61 ^ (T)in[i + 2] << 30 ^ in[i + 3];
  else if constexpr (sizeof(T) > 4)
    return (T)((unsigned long long)in[i] << 32 | in[i + 1]);
  else
    return (T)in[i];
}

// Wraps as unsigned arithmetic of the same width (at least that of unsigned).
template <class T>
struct Wrap {
  using type = unsigned;
};
template <>
struct Wrap<long long> {
  using type = unsigned long long;
};
template <>
struct Wrap<unsigned long long> {
  using type = unsigned long long;
};
template <>
struct Wrap<int128> {
  using type = uint128;
};
template <>
struct Wrap<uint128> {
  using type = uint128;
};

template <class T>
HD unsigned arithmetic(unsigned i, const unsigned* in) {
  using U = typename Wrap<T>::type;
  T a = random<T>(in, i), b = random<T>(in, i + 7), c = random<T>(in, i + 13);
  T sum = (T)((U)a + (U)b), difference = (T)((U)a - (U)c), product = (T)((U)a * (U)b);
  T bits = (T)((a & b) ^ (b | c) ^ ~a);
  unsigned r = fold(sum) + fold(difference) * 3 + fold(product) * 5 + fold(bits) * 7;
  r += (a < b) + (a <= c) * 2 + (b > c) * 4 + (a == b) * 8 + (a != c) * 16 + !a * 32;
  T x = a;
  x++;
  x = (T)((U)x + 3u);
  x ^= c;
  return r + fold(x) + fold((T)((U)0 - (U)b));
}

template <class T>
HD unsigned shifts(unsigned i, const unsigned* in) {
  using U = typename Wrap<T>::type;
  T a = random<T>(in, i);
  unsigned by = in[i + 1] % (sizeof(T) * 8);
  T left = (T)((U)a << by), right = (T)(a >> by), fixed = (T)((U)a << 3) ^ (T)(a >> 5);
  return fold(left) + fold(right) * 3 + fold(fixed) * 5;
}

template <class T>
HD unsigned division(unsigned i, const unsigned* in) {
  T a = random<T>(in, i), b = random<T>(in, i + 7);
  if (in[i] % 3 == 0) b = (T)(b % 7 + 8);  // small divisors too
  if (b == 0 || b == (T)-1) b = 3;
  unsigned r = fold((T)(a / b)) + fold((T)(a % b)) * 3;
  T k = (T)(in[i] % 5 + 1);
  return r + fold((T)(a / 10)) + fold((T)(a % 7)) + fold((T)(a / k)) + fold((T)(a % 16)) +
         fold((T)(a / 16));
}

template <class T>
void all(const char* what) {
  check::each<arithmetic<T>>(what);
  check::each<shifts<T>>(what);
  check::each<division<T>>(what);
}
