// SPDX-License-Identifier: Apache-2.0
// MRG32k3a (P. L'Ecuyer, Good parameters and implementations for combined multiple recursive random
// number generators, Operations Research 47(1), 1999).
#pragma once

#include "heddle/rand_base.h"

struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  heddle_rand::KeptNormal normal;
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
  const unsigned p1 =
      mrg_reduce_step<0>(1403580ull * s1[1] + 810728ull * (kMrgModulus[0] - s1[0]));
  const unsigned p2 =
      mrg_reduce_step<1>(527612ull * s2[2] + 1370589ull * (kMrgModulus[1] - s2[0]));
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
template <int Part>
HEDDLE_RAND void mrg_square(unsigned (&a)[3][3]) {
  unsigned out[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      unsigned sum = 0;
      for (int k = 0; k < 3; ++k)
        sum = mrg_reduce<Part>(static_cast<u64>(a[i][k]) * a[k][j] + sum);
      out[i][j] = sum;
    }
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a[i][j] = out[i][j];
}

// n times what `step` does. The matrices are the same in all lanes of a warp.
HEDDLE_RAND void mrg_skip(unsigned (&s1)[3], unsigned (&s2)[3], u64 n,
                          const unsigned (&step)[2][3][3]) {
  unsigned a1[3][3], a2[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a1[i][j] = step[0][i][j], a2[i][j] = step[1][i][j];
#pragma unroll 1
  for (; n != 0; n >>= 1) {
    if (n & 1) {
      mrg_apply<0>(s1, a1);
      mrg_apply<1>(s2, a2);
    }
    mrg_square<0>(a1);
    mrg_square<1>(a2);
  }
}

HEDDLE_RAND void skip(u64 n, curandStateMRG32k3a* s) {
  mrg_skip(s->s1, s->s2, n, mrg_offset_step);
}
// 2^76 numbers each.
HEDDLE_RAND void skip_subsequence(u64 n, curandStateMRG32k3a* s) {
  mrg_skip(s->s1, s->s2, n, mrg_subsequence_step);
}
// 2^127 numbers each.
HEDDLE_RAND void skip_sequence(u64 n, curandStateMRG32k3a* s) {
  mrg_skip(s->s1, s->s2, n, mrg_sequence_step);
}

}  // namespace heddle_rand
