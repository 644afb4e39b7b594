// SPDX-License-Identifier: Apache-2.0
// MRG32k3a (P. L'Ecuyer, Good parameters and implementations for combined multiple recursive random
// number generators, Operations Research 47(1), 1999).
#pragma once

#include "heddle/rand_base.h"

struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  HEDDLE_RAND_KEPT_NORMAL
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

namespace heddle_rand {

// The moduli are 2^32 less a little: 2^32 is that little.
constexpr u64 kMrgLess[2] = {209, 22853};
constexpr unsigned kMrgModulus[2] = {0u - 209u, 0u - 22853u};

// x below 2^64.
template <int Part>
HEDDLE_RAND unsigned mrg_reduce(u64 x) {
  x = (x >> 32) * kMrgLess[Part] + (x & 0xffffffffu);
  x = (x >> 32) * kMrgLess[Part] + (x & 0xffffffffu);
  return static_cast<unsigned>(x >= kMrgModulus[Part] ? x - kMrgModulus[Part] : x);
}
// x below 2^54: what one step adds.
template <int Part>
HEDDLE_RAND unsigned mrg_reduce_step(u64 x) {
  x = (x >> 32) * kMrgLess[Part] + (x & 0xffffffffu);
  if (Part == 1) x = (x >> 32) * kMrgLess[Part] + (x & 0xffffffffu);
  return static_cast<unsigned>(x >= kMrgModulus[Part] ? x - kMrgModulus[Part] : x);
}

// From 1 to 2^32 - 209.
HEDDLE_RAND unsigned mrg_step(unsigned (&s1)[3], unsigned (&s2)[3]) {
  const unsigned p1 = mrg_reduce_step<0>(1403580ull * s1[1] + 810728ull * (kMrgModulus[0] - s1[0]));
  const unsigned p2 = mrg_reduce_step<1>(527612ull * s2[2] + 1370589ull * (kMrgModulus[1] - s2[0]));
  s1[0] = s1[1], s1[1] = s1[2], s1[2] = p1;
  s2[0] = s2[1], s2[1] = s2[2], s2[2] = p2;
  return p1 > p2 ? p1 - p2 : p1 - p2 + kMrgModulus[0];
}

template <int Part>
HEDDLE_RAND void mrg_apply(unsigned (&s)[3], const unsigned (&a)[3][3]) {
  unsigned out[3];
  for (int i = 0; i < 3; ++i) {
    unsigned sum = 0;
    for (int k = 0; k < 3; ++k) sum = mrg_reduce<Part>(static_cast<u64>(a[i][k]) * s[k] + sum);
    out[i] = sum;
  }
  for (int i = 0; i < 3; ++i) s[i] = out[i];
}
struct mrg_words {
  unsigned s1[3], s2[3];
};
// n times 2^unit numbers, n not 0. The loop is the same for all lanes of a warp, so are its
// matrices.
HEDDLE_RAND_ONE mrg_words __heddle_mrg_skip(u64 n, int unit, unsigned a0, unsigned a1, unsigned a2,
                                            unsigned b0, unsigned b1, unsigned b2) {
  mrg_words words = {{a0, a1, a2}, {b0, b1, b2}};
  HEDDLE_RAND_LOOP
  for (int bit = 0; bit < 64; ++bit) {
    if ((n >> bit & 1) == 0) continue;
    mrg_apply<0>(words.s1, mrg_first_powers[unit + bit]);
    mrg_apply<1>(words.s2, mrg_second_powers[unit + bit]);
  }
  return words;
}
HEDDLE_RAND void mrg_skip(unsigned (&s1)[3], unsigned (&s2)[3], u64 n, int unit) {
  if (n == 0) return;
  const mrg_words words = __heddle_mrg_skip(n, unit, s1[0], s1[1], s1[2], s2[0], s2[1], s2[2]);
  for (int k = 0; k < 3; ++k) s1[k] = words.s1[k], s2[k] = words.s2[k];
}

HEDDLE_RAND void start(u64 seed, curandStateMRG32k3a* s) {
  // L'Ecuyer's own state, times the halves of the seed.
  const u64 one = 12345;
  const unsigned low = static_cast<unsigned>(seed) ^ 0x55555555u;
  const unsigned high = static_cast<unsigned>(seed >> 32) ^ 0xaaaaaaaau;
  s->s1[0] = s->s1[2] = seed ? mrg_reduce<0>(one * low) : 12345u;
  s->s1[1] = seed ? mrg_reduce<0>(one * high) : 12345u;
  s->s2[0] = s->s2[2] = seed ? mrg_reduce<1>(one * high) : 12345u;
  s->s2[1] = seed ? mrg_reduce<1>(one * low) : 12345u;
  keep_no_normal(s);
}

// What one step gives, z of [1, 2^32 - 209], as 32 bits.
HEDDLE_RAND unsigned mrg_word(unsigned z) {
  const double scaled = z * 1.000000048662;
  return scaled >= 4294967295.0 ? 0xffffffffu : static_cast<unsigned>(scaled);
}
HEDDLE_RAND unsigned next(curandStateMRG32k3a* s) {
  return mrg_word(mrg_step(s->s1, s->s2));
}
HEDDLE_RAND double next_uniform_double(curandStateMRG32k3a* s) {
  return mrg_step(s->s1, s->s2) * (1.0 / 4294967087.0);
}
HEDDLE_RAND float next_uniform(curandStateMRG32k3a* s) {
  return static_cast<float>(next_uniform_double(s));
}

HEDDLE_RAND void skip(u64 n, curandStateMRG32k3a* s) {
  mrg_skip(s->s1, s->s2, n, 0);
}
// 2^76 numbers each.
HEDDLE_RAND void skip_subsequence(u64 n, curandStateMRG32k3a* s) {
  mrg_skip(s->s1, s->s2, n, 76);
}
// 2^127 numbers each.
HEDDLE_RAND void skip_sequence(u64 n, curandStateMRG32k3a* s) {
  mrg_skip(s->s1, s->s2, n, 127);
}

}  // namespace heddle_rand
