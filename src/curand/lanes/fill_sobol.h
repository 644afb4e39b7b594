// SPDX-License-Identifier: Apache-2.0
// Sobol': sixteen numbers in a row are one of them and the differences to it, which are always the
// same.
#pragma once

#include "curand/lanes/distributions.h"
#include "curand/lanes/quantile.h"
#include "heddle/rand_sobol.h"

HEDDLE_CURAND_BEGIN

template <class T>
struct LanesOf;
template <>
struct LanesOf<std::uint32_t> {
  using Type = Words;
};
template <>
struct LanesOf<std::uint64_t> {
  using Type = Longs;
};

// x: the numbers as fractions of 2^32, or of 2^64.
template <Numbers N>
inline auto sobol_numbers(Words x, double mean, double deviation) {
  const Doubles wide = __builtin_convertvector(x, Doubles);
  if constexpr (N == Numbers::words) return x;
  if constexpr (N == Numbers::longs) return longs_of(x);
  if constexpr (N == Numbers::floats) return uniform(x);
  if constexpr (N == Numbers::doubles) return wide * 0x1p-32 + 0x1p-32;
  if constexpr (is_normal(N)) {
    const Doubles normal = quantile(wide * 0x1p-32 + 0x1p-33);
    if constexpr (is_double(N))
      return scaled<N>(normal, mean, deviation);
    else
      return scaled<N>(__builtin_convertvector(normal, Floats), mean, deviation);
  }
}
template <Numbers N>
inline auto sobol_numbers(Longs x, double mean, double deviation) {
  if constexpr (N == Numbers::longs) {
    return x;
  } else if constexpr (is_double(N)) {
    const Doubles u = __builtin_convertvector(x >> 11, Doubles) * 0x1p-53 + 0x1p-54;
    if constexpr (is_normal(N))
      return scaled<N>(quantile(u), mean, deviation);
    else
      return u;
  } else {
    return sobol_numbers<N>(high_words(x), mean, deviation);
  }
}

template <Numbers N, class T>
void fill_dimension(const SobolFill& f, i64 dimension, i64 begin, i64 end) {
  using V = LanesOf<T>::Type;
  using Value = std::remove_reference_t<decltype(typename VectorOf<N>::Type{}[0] + 0)>;
  constexpr int kBits = 8 * sizeof(T);
  const T* const vectors = static_cast<const T*>(f.vectors) + dimension * kBits;
  Value* const out = static_cast<Value*>(f.out) + dimension * f.count;
  V differences;
  for (int l = 0; l < kLanes; ++l)
    differences[l] = heddle_rand::sobol_at(vectors, static_cast<T>(l));
  T block = static_cast<T>(f.position + static_cast<u64>(begin)) / kLanes;
  T x = heddle_rand::sobol_at(vectors, static_cast<T>(block * kLanes));
  if (f.constants) x ^= static_cast<const T*>(f.constants)[dimension];
  // Where number `begin` is in its block.
  i64 at = begin - static_cast<i64>((f.position + static_cast<u64>(begin)) % kLanes);
  for (; at < end; at += kLanes) {
    const auto numbers = sobol_numbers<N>(differences ^ x, f.mean, f.deviation);
    if (at >= begin && at + kLanes <= end) {
      store(out + at, numbers);
    } else {
      Value some[kLanes];
      store(some, numbers);
      const i64 from = at < begin ? begin : at, to = at + kLanes < end ? at + kLanes : end;
      __builtin_memcpy(out + from, some + (from - at),
                       static_cast<std::size_t>(to - from) * sizeof(Value));
    }
    // The Gray code of the next block differs in bit 3 and in one above.
    const T zeros = static_cast<T>(~block);
    const int bit = zeros == 0       ? kBits
                    : sizeof(T) == 4 ? __builtin_ctz(static_cast<unsigned>(zeros))
                                     : __builtin_ctzll(zeros);
    x ^= vectors[3];
    if (bit + 4 < kBits) x ^= vectors[bit + 4];
    ++block;
  }
}

template <Numbers N, class T>
void fill_sobol(const SobolFill& f, i64 begin, i64 end) {
  for (i64 at = begin; at < end;) {
    const i64 dimension = at / f.count, first = dimension * f.count;
    const i64 to = first + f.count < end ? first + f.count : end;
    fill_dimension<N, T>(f, dimension, at - first, to - first);
    at = to;
  }
}

template <class T>
void fill_sobol_of(const SobolFill& f, i64 begin, i64 end) {
  switch (f.numbers) {
    case Numbers::words:
      if constexpr (sizeof(T) == 4) fill_sobol<Numbers::words, T>(f, begin, end);
      return;  // not of 64 bits
    case Numbers::longs:
      return fill_sobol<Numbers::longs, T>(f, begin, end);
    case Numbers::floats:
      return fill_sobol<Numbers::floats, T>(f, begin, end);
    case Numbers::doubles:
      return fill_sobol<Numbers::doubles, T>(f, begin, end);
    case Numbers::normals:
      return fill_sobol<Numbers::normals, T>(f, begin, end);
    case Numbers::normal_doubles:
      return fill_sobol<Numbers::normal_doubles, T>(f, begin, end);
    case Numbers::log_normals:
      return fill_sobol<Numbers::log_normals, T>(f, begin, end);
    case Numbers::log_normal_doubles:
      return fill_sobol<Numbers::log_normal_doubles, T>(f, begin, end);
  }
}

HEDDLE_CURAND_END
