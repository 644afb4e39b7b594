// SPDX-License-Identifier: Apache-2.0
// Philox: 65536 generators, each a subsequence, give four numbers in turn. A number follows from
// its place alone.
#pragma once

#include "curand/lanes/fill.h"
#include "curand/lanes/generators.h"

HEDDLE_CURAND_BEGIN

constexpr u64 kPhiloxGenerators = 65536;

// Products of 32 by 32 bits: those of even lanes and those of odd ones, as CPUs multiply.
struct Products {
  using Pairs = std::uint64_t __attribute__((ext_vector_type(kLanes / 2)));
  Pairs even, odd;
  Products(Words x, std::uint32_t a) {
    const Pairs pairs = __builtin_bit_cast(Pairs, x);
    even = (pairs & 0xffffffff) * a;
    odd = (pairs >> 32) * a;
  }
  Words low() const { return __builtin_bit_cast(Words, (even & 0xffffffff) | (odd << 32)); }
  Words high() const { return __builtin_bit_cast(Words, (even >> 32) | (odd & ~0xffffffffull)); }
};

inline void philox(u64 step, Words subsequence, u64 seed, Words* out) {
  Words x0 = Words(static_cast<std::uint32_t>(step));
  Words x1 = Words(static_cast<std::uint32_t>(step >> 32)), x2 = subsequence, x3 = Words(0);
  std::uint32_t key0 = static_cast<std::uint32_t>(seed),
                key1 = static_cast<std::uint32_t>(seed >> 32);
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    const Products a(x0, 0xD2511F53u), b(x2, 0xCD9E8D57u);
    x0 = b.high() ^ x1 ^ key0;
    x1 = b.low();
    x2 = a.high() ^ x3 ^ key1;
    x3 = a.low();
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  out[0] = x0, out[1] = x1, out[2] = x2, out[3] = x3;
}

template <class V>
inline void store_fours(void* to, const V (&v)[4]) {
  using Value = std::remove_reference_t<decltype(V{}[0] + V{}[0])>;
  Value* const at = static_cast<Value*>(to);
  const auto a =
      __builtin_shufflevector(v[0], v[1], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8,
                              24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  const auto b =
      __builtin_shufflevector(v[2], v[3], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8,
                              24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  store(at, __builtin_shufflevector(a, b, 0, 1, 32, 33, 2, 3, 34, 35, 4, 5, 36, 37, 6, 7, 38, 39, 8,
                                    9, 40, 41, 10, 11, 42, 43, 12, 13, 44, 45, 14, 15, 46, 47));
  store(at + 32, __builtin_shufflevector(a, b, 16, 17, 48, 49, 18, 19, 50, 51, 20, 21, 52, 53, 22,
                                         23, 54, 55, 24, 25, 56, 57, 26, 27, 58, 59, 28, 29, 60, 61,
                                         30, 31, 62, 63));
}

// The 64 numbers of the 16 generators from `subsequence` on.
template <Numbers N, class V>
inline void philox_numbers(const PhiloxFill& f, u64 step, u64 subsequence, V (&out)[4]) {
  const Words lanes = Words{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15} +
                      static_cast<std::uint32_t>(subsequence);
  Words x[8];
  if constexpr (is_double(N)) {
    philox(2 * step, lanes, f.seed, x);
    philox(2 * step + 1, lanes, f.seed, x + 4);
    Doubles u[4];
    for (int i = 0; i < 4; ++i) u[i] = uniform_double(x[2 * i], x[2 * i + 1]);
    for (int i = 0; i < 4; ++i) out[i] = u[i];
    if constexpr (is_normal(N)) {
      for (int i = 0; i < 4; i += 2) box_muller(u[i], u[i + 1] * kTwoPi, out[i], out[i + 1]);
    }
  } else {
    philox(step, lanes, f.seed, x);
    for (int i = 0; i < 4; ++i) {
      if constexpr (N == Numbers::words) out[i] = x[i];
      if constexpr (N == Numbers::floats) out[i] = uniform(x[i]);
    }
    if constexpr (is_normal(N)) {
      for (int i = 0; i < 4; i += 2)
        box_muller(uniform(x[i]), angle_of(x[i + 1]), out[i], out[i + 1]);
    }
  }
  if constexpr (is_normal(N)) {
    for (int i = 0; i < 4; ++i) out[i] = scaled<N>(out[i], f.mean, f.deviation);
  }
}

template <Numbers N>
void fill_philox(const PhiloxFill& f, i64 begin, i64 end) {
  using V = VectorOf<N>::Type;
  using Value = std::remove_reference_t<decltype(V{}[0] + V{}[0])>;
  constexpr u64 kBlock = 4 * kLanes;
  Value* const out = static_cast<Value*>(f.out);
  for (u64 place = f.position + begin; place < f.position + end;) {
    const u64 block = place / kBlock * kBlock, four = block / 4;
    V numbers[4];
    philox_numbers<N>(f, four / kPhiloxGenerators, four % kPhiloxGenerators, numbers);
    const u64 next = block + kBlock < f.position + end ? block + kBlock : f.position + end;
    if (place == block && next == block + kBlock) {
      store_fours(out + (block - f.position), numbers);
    } else {
      Value some[kBlock];
      store_fours(some, numbers);
      __builtin_memcpy(out + (place - f.position), some + (place - block),
                       static_cast<std::size_t>(next - place) * sizeof(Value));
    }
    place = next;
  }
}

inline void fill_philox_of(const PhiloxFill& f, i64 begin, i64 end) {
  switch (f.numbers) {
    case Numbers::longs:
      return;  // not of these
    case Numbers::words:
      return fill_philox<Numbers::words>(f, begin, end);
    case Numbers::floats:
      return fill_philox<Numbers::floats>(f, begin, end);
    case Numbers::doubles:
      return fill_philox<Numbers::doubles>(f, begin, end);
    case Numbers::normals:
      return fill_philox<Numbers::normals>(f, begin, end);
    case Numbers::normal_doubles:
      return fill_philox<Numbers::normal_doubles>(f, begin, end);
    case Numbers::log_normals:
      return fill_philox<Numbers::log_normals>(f, begin, end);
    case Numbers::log_normal_doubles:
      return fill_philox<Numbers::log_normal_doubles>(f, begin, end);
  }
}

HEDDLE_CURAND_END
