// SPDX-License-Identifier: Apache-2.0
// MTGP32 (M. Saito, M. Matsumoto, Variants of Mersenne Twister suitable for graphic processors, ACM
// TOMS 39(2), 2013), period 2^11213 - 1: a block of up to 256 threads shares a state; each set of
// parameters is a generator of its own.
#pragma once

#ifdef __cplusplus
#include "heddle/rand_base.h"
#endif

enum {
  HEDDLE_MTGP32_SETS = 200,
  HEDDLE_MTGP32_SIZE = 351,   // words of a state
  HEDDLE_MTGP32_SPACE = 1024  // a ring of them: what comes next lies behind what it is made from
};

// A set as its authors publish it.
struct mtgp32_params_fast {
  int mexp, pos, sh1, sh2;
  unsigned int tbl[16], tmp_tbl[16], flt_tmp_tbl[16];
  unsigned int mask;
  unsigned char poly_sha1[21];
};
typedef struct mtgp32_params_fast mtgp32_params_fast_t;

struct mtgp32_kernel_params {
  unsigned int pos_tbl[HEDDLE_MTGP32_SETS];
  unsigned int param_tbl[HEDDLE_MTGP32_SETS][16];
  unsigned int temper_tbl[HEDDLE_MTGP32_SETS][16];
  unsigned int single_temper_tbl[HEDDLE_MTGP32_SETS][16];
  unsigned int sh1_tbl[HEDDLE_MTGP32_SETS];
  unsigned int sh2_tbl[HEDDLE_MTGP32_SETS];
  unsigned int mask[1];
};
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;

struct curandStateMtgp32 {
  unsigned int s[HEDDLE_MTGP32_SPACE];
  int offset, pIdx;
  mtgp32_kernel_params_t* k;
};
typedef struct curandStateMtgp32 curandStateMtgp32_t;

#ifdef __cplusplus
namespace heddle_rand {

constexpr unsigned kMtgpRing = HEDDLE_MTGP32_SPACE - 1;

// The word that comes 351 places behind x1.
HEDDLE_RAND unsigned mtgp_recursion(const mtgp32_kernel_params* k, int set, unsigned x1,
                                    unsigned x2, unsigned y) {
  unsigned x = (x1 & k->mask[0]) ^ x2;
  x ^= x << k->sh1_tbl[set];
  y = x ^ (y >> k->sh2_tbl[set]);
  return y ^ k->param_tbl[set][y & 15];
}
HEDDLE_RAND unsigned mtgp_row(unsigned t) {
  t ^= t >> 16;
  t ^= t >> 8;
  return t & 15;
}
HEDDLE_RAND unsigned mtgp_temper(const mtgp32_kernel_params* k, int set, unsigned v, unsigned t) {
  return v ^ k->temper_tbl[set][mtgp_row(t)];
}
// The bits of a float in [1, 2).
HEDDLE_RAND unsigned mtgp_temper_single(const mtgp32_kernel_params* k, int set, unsigned v,
                                        unsigned t) {
  return (v >> 9) ^ k->single_temper_tbl[set][mtgp_row(t)];
}

// Makes the word of thread `index` of those that share the state, and gives it and what tempers it.
struct MtgpWord {
  unsigned word, temper;
};
HEDDLE_RAND MtgpWord mtgp_word(curandStateMtgp32* s, unsigned index) {
  const mtgp32_kernel_params* const k = s->k;
  const unsigned at = static_cast<unsigned>(s->offset) + index, pos = k->pos_tbl[s->pIdx];
  const unsigned word = mtgp_recursion(k, s->pIdx, s->s[at & kMtgpRing], s->s[(at + 1) & kMtgpRing],
                                       s->s[(at + pos) & kMtgpRing]);
  s->s[(at + HEDDLE_MTGP32_SIZE) & kMtgpRing] = word;
  return {word, s->s[(at + pos - 1) & kMtgpRing]};
}

// The seed of the generator of set `set`.
HEDDLE_RAND unsigned mtgp_seed(u64 seed, int set) {
  return static_cast<unsigned>(seed ^ (seed >> 32)) + static_cast<unsigned>(set) + 1;
}

// As the authors start a state: a linear congruential sequence over words that belong to the set.
HEDDLE_RAND void mtgp_start(const mtgp32_params_fast& set, unsigned seed, unsigned* s) {
  const unsigned hidden = set.tbl[4] ^ (set.tbl[8] << 16);
  unsigned byte = hidden + (hidden >> 16);
  byte = (byte + (byte >> 8)) & 0xff;
  for (int i = 0; i < HEDDLE_MTGP32_SPACE; ++i)
    s[i] = i < HEDDLE_MTGP32_SIZE ? byte * 0x01010101u : 0;
  s[0] = seed;
  s[1] = hidden;
  for (unsigned i = 1; i < HEDDLE_MTGP32_SIZE; ++i)
    s[i] ^= 1812433253u * (s[i - 1] ^ (s[i - 1] >> 30)) + i;
}

HEDDLE_RAND void mtgp_constants(const mtgp32_params_fast* sets, mtgp32_kernel_params& k) {
  for (int set = 0; set < HEDDLE_MTGP32_SETS; ++set) {
    k.pos_tbl[set] = static_cast<unsigned>(sets[set].pos);
    k.sh1_tbl[set] = static_cast<unsigned>(sets[set].sh1);
    k.sh2_tbl[set] = static_cast<unsigned>(sets[set].sh2);
    for (int i = 0; i < 16; ++i) {
      k.param_tbl[set][i] = sets[set].tbl[i];
      k.temper_tbl[set][i] = sets[set].tmp_tbl[i];
      k.single_temper_tbl[set][i] = sets[set].flt_tmp_tbl[i];
    }
  }
  k.mask[0] = sets[0].mask;
}

}  // namespace heddle_rand
#endif
