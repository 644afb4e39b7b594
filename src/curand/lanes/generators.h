// SPDX-License-Identifier: Apache-2.0
// Sixteen generators of one kind side by side: word w of generator g lies at state[w * stride + g].
// What they are is in include/heddle/rand_*.h.
#pragma once

#include "curand/lanes/distributions.h"
#include "curand/lanes/vectors.h"

HEDDLE_CURAND_BEGIN

struct Xorwow {
  Words v[5], d;

  void read(const std::uint32_t* at, i64 stride) {
    for (int i = 0; i < 5; ++i) v[i] = load<Words>(at + i * stride);
    d = load<Words>(at + 5 * stride);
  }
  void write(std::uint32_t* at, i64 stride) const {
    for (int i = 0; i < 5; ++i) store(at + i * stride, v[i]);
    store(at + 5 * stride, d);
  }
  // Where `taken`, else as `before`.
  void keep(Ints taken, const Xorwow& before) {
    for (int i = 0; i < 5; ++i) v[i] = taken ? v[i] : before.v[i];
    d = taken ? d : before.d;
  }
  void step() {
    const Words t = v[0] ^ (v[0] >> 2);
    v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = v[4];
    v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
  }
  Words word() {
    step();
    d += 362437;
    return v[4] + d;
  }
  Floats uniform_float() { return uniform(word()); }
  Doubles uniform_double() {
    const Words x = word();
    return curand::uniform_double(x, word());
  }
  Floats angle() { return angle_of(word()); }
};

struct Mrg32k3a {
  static constexpr u64 kModulus[2] = {4294967087, 4294944443};
  Longs s1[3], s2[3];  // of 32 bits

  void read(const std::uint32_t* at, i64 stride) {
    for (int i = 0; i < 3; ++i) s1[i] = longs_of(load<Words>(at + i * stride));
    for (int i = 0; i < 3; ++i) s2[i] = longs_of(load<Words>(at + (3 + i) * stride));
  }
  void write(std::uint32_t* at, i64 stride) const {
    for (int i = 0; i < 3; ++i) store(at + i * stride, low_words(s1[i]));
    for (int i = 0; i < 3; ++i) store(at + (3 + i) * stride, low_words(s2[i]));
  }
  void keep(Ints taken, const Mrg32k3a& before) {
    const LongInts wide = __builtin_convertvector(taken, LongInts);
    for (int i = 0; i < 3; ++i) s1[i] = wide ? s1[i] : before.s1[i];
    for (int i = 0; i < 3; ++i) s2[i] = wide ? s2[i] : before.s2[i];
  }
  static Longs times(std::uint32_t a, Longs b) { return (b & 0xffffffff) * a; }
  // 2^32 is `less` more than the modulus.
  static Longs folded(Longs x, std::uint32_t less) {
    return times(less, x >> 32) + (x & 0xffffffff);
  }
  static Longs below(Longs x, u64 modulus) { return x >= modulus ? x - modulus : x; }
  // From 1 to the first modulus.
  Longs step() {
    const Longs p1 =
        below(folded(times(1403580, s1[1]) + times(810728, kModulus[0] - s1[0]), 209), kModulus[0]);
    const Longs sum = times(527612, s2[2]) + times(1370589, kModulus[1] - s2[0]);
    const Longs p2 = below(folded(folded(sum, 22853), 22853), kModulus[1]);
    s1[0] = s1[1], s1[1] = s1[2], s1[2] = p1;
    s2[0] = s2[1], s2[1] = s2[2], s2[2] = p2;
    const Longs difference = p1 - p2;
    return p1 > p2 ? difference : difference + kModulus[0];
  }
  Words word() {
    const Doubles scaled = __builtin_convertvector(step(), Doubles) * 1.000000048662;
    return low_words(
        __builtin_convertvector(scaled < 4294967295.0 ? scaled : Doubles(4294967295.0), Longs));
  }
  Doubles uniform_double() {
    return __builtin_convertvector(step(), Doubles) * (1.0 / 4294967087.0);
  }
  Floats uniform_float() { return __builtin_convertvector(uniform_double(), Floats); }
  Floats angle() { return __builtin_convertvector(uniform_double() * kTwoPi, Floats); }
};

// What a generator gives at once.
template <Numbers N, class Generator, class V>
inline void next(Generator& g, V (&out)[2], double mean, double deviation) {
  if constexpr (N == Numbers::words) out[0] = g.word();
  if constexpr (N == Numbers::floats) out[0] = g.uniform_float();
  if constexpr (N == Numbers::doubles) out[0] = g.uniform_double();
  if constexpr (is_normal(N)) {
    if constexpr (is_double(N)) {
      const Doubles u = g.uniform_double();
      box_muller(u, g.uniform_double() * kTwoPi, out[0], out[1]);
    } else {
      const Floats u = g.uniform_float();
      box_muller(u, g.angle(), out[0], out[1]);
    }
    for (int i = 0; i < 2; ++i) out[i] = scaled<N>(out[i], mean, deviation);
  }
}

HEDDLE_CURAND_END
