// SPDX-License-Identifier: Apache-2.0
// Sobol' sequences in the order of Gray codes (P. Bratley, B. Fox, Algorithm 659, ACM TOMS 14(1),
// 1988), with direction vectors of S. Joe and F. Kuo, plain and scrambled (A. Owen, 1995):
// scrambled vectors, and a constant that every number is added to bit by bit.
#pragma once

#include "heddle/rand_base.h"

struct curandStateSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
struct curandStateScrambledSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
struct curandStateScrambledSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;

namespace heddle_rand {

// Number n is the vectors of those bits that are set in n's Gray code.
template <class T>
HEDDLE_RAND T sobol_at(const T* vectors, T n) {
  T x = 0;
  T gray = n ^ (n >> 1);
  HEDDLE_RAND_LOOP
  for (int bit = 0; gray != 0; ++bit, gray >>= 1)
    if (gray & 1) x ^= vectors[bit];
  return x;
}

// The lowest bit of i that is 0; the last one where there is none.
HEDDLE_RAND int sobol_bit(unsigned i) {
  return i == 0xffffffffu ? 31 : __builtin_ctz(~i);
}
HEDDLE_RAND int sobol_bit(u64 i) {
  return i == ~0ull ? 63 : __builtin_ctzll(~i);
}

template <class State>
HEDDLE_RAND auto sobol_next(State* s) -> decltype(s->x) {
  const auto x = s->x;
  s->x ^= s->direction_vectors[sobol_bit(s->i)];
  ++s->i;
  return x;
}

// n behind where it is.
template <class State, class T>
HEDDLE_RAND void sobol_skip(State* s, T n) {
  const T to = s->i + n;
  s->x ^= sobol_at(s->direction_vectors, s->i) ^ sobol_at(s->direction_vectors, to);
  s->i = to;
}

template <class State, class T>
HEDDLE_RAND void sobol_start(State* s, const T* vectors, T constant, T offset) {
  constexpr int kBits = 8 * sizeof(T);
  for (int bit = 0; bit < kBits; ++bit) s->direction_vectors[bit] = vectors[bit];
  s->i = offset;
  s->c = constant;
  s->x = constant ^ sobol_at(s->direction_vectors, offset);
}

}  // namespace heddle_rand
