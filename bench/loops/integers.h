// SPDX-License-Identifier: Apache-2.0
// Integers.
#pragma once

#include "bench/loops/side.h"

namespace bench::BENCH_SIDE {

ELEMENT void collatz(int i, int n, int* o, int m) {
  unsigned v = i + 1;
  int s = 0;
  while (v != 1 && s < m) {
    v = v & 1 ? 3 * v + 1 : v >> 1;
    ++s;
  }
  o[i] = s;
}

ELEMENT void hash(int i, int n, Word* o, const Word* a) {
  Word h = a[i];
  h ^= h >> 16;
  h *= 0x85ebca6b;
  h ^= h >> 13;
  h *= 0xc2b2ae35;
  h ^= h >> 16;
  o[i] = h;
}

ELEMENT void hash64(int i, int n, Word64* o, const Word64* a) {
  Word64 h = a[i];
  h ^= h >> 33;
  h *= 0xff51afd7ed558ccdull;
  h ^= h >> 33;
  h *= 0xc4ceb9fe1a85ec53ull;
  h ^= h >> 33;
  o[i] = h;
}

ELEMENT void morton(int i, int n, Word* o, const Short* a, const Short* b) {
  Word x = a[i], y = b[i];
  x = (x | x << 8) & 0xff00ff;
  x = (x | x << 4) & 0xf0f0f0f;
  x = (x | x << 2) & 0x33333333;
  x = (x | x << 1) & 0x55555555;
  y = (y | y << 8) & 0xff00ff;
  y = (y | y << 4) & 0xf0f0f0f;
  y = (y | y << 2) & 0x33333333;
  y = (y | y << 1) & 0x55555555;
  o[i] = x | y << 1;
}

ELEMENT void multiply_fixed_point(int i, int n, int* o, const int* a, const int* b) {
  o[i] = (int)(((long long)a[i] * b[i]) >> 16);
}

ELEMENT void square_root(int i, int n, Short* o, const Word* a) {
  Word v = a[i], r = 0;
  for (int k = 15; k >= 0; --k) {
    Word t = r | 1u << k;
    if (t * t <= v) r = t;
  }
  o[i] = r;
}

ELEMENT void count_differing_bits(int i, int n, Byte* o, const Word64* a, const Word64* b) {
  Word64 v = a[i] ^ b[i];
  o[i] = __builtin_popcountll(v);
}

static std::vector<Row> integers() {
  return {
      {"Collatz",
       [](Data& d) {
         const int n = 20000;
         auto* o = d.bits<int>(n);
         return along<collatz>(n, o, 500);
       }},
      {"a hash of 32 bits",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Word>(n);
         auto* a = d.bits<Word>(n);
         return along<hash>(n, o, a);
       }},
      {"a hash of 64 bits",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Word64>(n);
         auto* a = d.bits<Word64>(n);
         return along<hash64>(n, o, a);
       }},
      {"Morton codes",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Word>(n);
         auto* a = d.bits<Short>(n);
         auto* b = d.bits<Short>(n);
         return along<morton>(n, o, a, b);
       }},
      {"products in fixed point",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<int>(n);
         auto* a = d.bits<int>(n);
         auto* b = d.bits<int>(n);
         return along<multiply_fixed_point>(n, o, a, b);
       }},
      {"square roots of integers",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Short>(n);
         auto* a = d.bits<Word>(n);
         return along<square_root>(n, o, a);
       }},
      {"bits that differ",
       [](Data& d) {
         const int n = kPlane;
         auto* o = d.bits<Byte>(n);
         auto* a = d.bits<Word64>(n);
         auto* b = d.bits<Word64>(n);
         return along<count_differing_bits>(n, o, a, b);
       }},
  };
}

}  // namespace bench::BENCH_SIDE
