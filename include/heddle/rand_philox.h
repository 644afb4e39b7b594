// SPDX-License-Identifier: Apache-2.0
// Philox4x32-10 (J. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011): four
// words from a counter of four and a key of two. The upper half of the counter is the subsequence.
#pragma once

#include "heddle/rand_base.h"

struct __attribute__((aligned(16))) curandStatePhilox4_32_10 {
  unsigned int counter[4], output[4], key[2];
  unsigned int used;  // of output
  HEDDLE_RAND_KEPT_NORMAL
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

namespace heddle_rand {

HEDDLE_RAND void philox(const unsigned (&counter)[4], unsigned key0, unsigned key1,
                        unsigned (&out)[4]) {
  unsigned x0 = counter[0], x1 = counter[1], x2 = counter[2], x3 = counter[3];
  HEDDLE_RAND_UNROLL
  for (int round = 0; round < 10; ++round) {
    const u64 a = 0xD2511F53ull * x0, b = 0xCD9E8D57ull * x2;
    x0 = static_cast<unsigned>(b >> 32) ^ x1 ^ key0;
    x1 = static_cast<unsigned>(b);
    x2 = static_cast<unsigned>(a >> 32) ^ x3 ^ key1;
    x3 = static_cast<unsigned>(a);
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  out[0] = x0, out[1] = x1, out[2] = x2, out[3] = x3;
}

// The lower and the upper half are two numbers of 64 bits, the first carries into the second.
HEDDLE_RAND void philox_advance(unsigned (&counter)[4], u64 low, u64 high) {
  const u64 before = counter[0] | static_cast<u64>(counter[1]) << 32;
  const u64 lower = before + low;
  const u64 upper = (counter[2] | static_cast<u64>(counter[3]) << 32) + high + (lower < before);
  counter[0] = static_cast<unsigned>(lower), counter[1] = static_cast<unsigned>(lower >> 32);
  counter[2] = static_cast<unsigned>(upper), counter[3] = static_cast<unsigned>(upper >> 32);
}

HEDDLE_RAND void philox_refill(curandStatePhilox4_32_10* s) {
  philox(s->counter, s->key[0], s->key[1], s->output);
}

// No index into the words, which stay in registers.
HEDDLE_RAND unsigned philox_word(const unsigned (&words)[4], unsigned at) {
  const unsigned low = at & 1 ? words[1] : words[0], high = at & 1 ? words[3] : words[2];
  return at & 2 ? high : low;
}

HEDDLE_RAND unsigned next(curandStatePhilox4_32_10* s) {
  const unsigned word = philox_word(s->output, s->used);
  if (++s->used == 4) {
    philox_advance(s->counter, 1, 0);
    philox_refill(s);
    s->used = 0;
  }
  return word;
}

// The next four, wherever they begin.
HEDDLE_RAND void next4(curandStatePhilox4_32_10* s, unsigned (&out)[4]) {
  unsigned before[4];
  for (int i = 0; i < 4; ++i) before[i] = s->output[i];
  philox_advance(s->counter, 1, 0);
  philox_refill(s);
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned at = s->used + i;
    out[i] = at < 4 ? philox_word(before, at) : philox_word(s->output, at - 4);
  }
}

HEDDLE_RAND void start(u64 seed, curandStatePhilox4_32_10* s) {
  for (int i = 0; i < 4; ++i) s->counter[i] = 0;
  s->key[0] = static_cast<unsigned>(seed), s->key[1] = static_cast<unsigned>(seed >> 32);
  s->used = 0;
  keep_no_normal(s);
  philox_refill(s);
}

HEDDLE_RAND void skip(u64 n, curandStatePhilox4_32_10* s) {
  s->used += static_cast<unsigned>(n & 3);
  philox_advance(s->counter, (n >> 2) + (s->used > 3), 0);
  s->used &= 3;
  philox_refill(s);
}
HEDDLE_RAND void skip_sequence(u64 n, curandStatePhilox4_32_10* s) {
  philox_advance(s->counter, 0, n);
  philox_refill(s);
}

}  // namespace heddle_rand
