// SPDX-License-Identifier: Apache-2.0
// XORWOW (G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8(14), 2003): five words of
// xorshift, and a Weyl sequence that is added.
#pragma once

#include "heddle/rand_base.h"

struct curandStateXORWOW {
  unsigned int d, v[5];
  HEDDLE_RAND_KEPT_NORMAL
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

namespace heddle_rand {

constexpr unsigned kXorwowWeyl = 362437;

// One step of the five words; the new one is the last.
HEDDLE_RAND void xorwow_step(unsigned (&v)[5]) {
  const unsigned t = v[0] ^ (v[0] >> 2);
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}

HEDDLE_RAND unsigned next(curandStateXORWOW* s) {
  xorwow_step(s->v);
  s->d += kXorwowWeyl;
  return s->v[4] + s->d;
}

// As many steps as the polynomial says (scripts/make_rand_tables): sum of those powers of one step
// whose bit is set.
HEDDLE_RAND void xorwow_apply(unsigned (&v)[5], const unsigned (&polynomial)[5]) {
  unsigned sum[5] = {0, 0, 0, 0, 0};
  HEDDLE_RAND_LOOP
  for (int word = 0; word < 5; ++word) {
    unsigned bits = polynomial[word];
    for (int i = 0; i < 32; ++i, bits >>= 1) {
      const unsigned mask = 0u - (bits & 1u);
      for (int k = 0; k < 5; ++k) sum[k] ^= v[k] & mask;
      xorwow_step(v);
    }
  }
  for (int k = 0; k < 5; ++k) v[k] = sum[k];
}

struct xorwow_words {
  unsigned v[5];
};
// Row 15 k + d - 1 of a table of powers is d 16^k of the unit that n counts: of numbers, or of
// sequences. `n` is not 0.
HEDDLE_RAND_ONE xorwow_words __heddle_xorwow_skip(u64 n, bool sequences, unsigned v0, unsigned v1,
                                                  unsigned v2, unsigned v3, unsigned v4) {
  xorwow_words words = {{v0, v1, v2, v3, v4}};
  HEDDLE_RAND_LOOP
  for (int k = 0; k < 16; ++k) {
    const int digit = static_cast<int>(n >> 4 * k & 15);
    const int row = 15 * k + digit - 1;
    if (digit != 0) {
      xorwow_apply(words.v, sequences ? xorwow_sequence_powers[row] : xorwow_offset_powers[row]);
    }
  }
  return words;
}
HEDDLE_RAND void xorwow_skip(unsigned (&v)[5], u64 n, bool sequences) {
  if (n == 0) return;
  const xorwow_words words = __heddle_xorwow_skip(n, sequences, v[0], v[1], v[2], v[3], v[4]);
  for (int k = 0; k < 5; ++k) v[k] = words.v[k];
}

// Marsaglia's state, mixed with the halves of the seed. That mixture and how a seed becomes a state
// of the other generators were found by the states of many seeds on an H200 (docs/curand.md).
HEDDLE_RAND void start(u64 seed, curandStateXORWOW* s) {
  const unsigned low = (static_cast<unsigned>(seed) ^ 0xaad26b49u) * 0x4182bed5u;
  const unsigned high = (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddu) * 0x9a7cab1bu;
  s->v[0] = 123456789u + low;
  s->v[1] = 362436069u ^ low;
  s->v[2] = 521288629u + high;
  s->v[3] = 88675123u ^ high;
  s->v[4] = 5783321u + low;
  s->d = 6615241u + low + high;
  keep_no_normal(s);
}

HEDDLE_RAND void skip(u64 n, curandStateXORWOW* s) {
  xorwow_skip(s->v, n, false);
  s->d += static_cast<unsigned>(n) * kXorwowWeyl;
}
// A sequence is 2^67 numbers, after which d is what it was.
HEDDLE_RAND void skip_sequence(u64 n, curandStateXORWOW* s) {
  xorwow_skip(s->v, n, true);
}

}  // namespace heddle_rand
