// SPDX-License-Identifier: Apache-2.0
// The first states of generators that are sequences apart, sixteen at a time. `offset` numbers were
// given, one by each generator in turn.
#pragma once

#include "curand/lanes/generators.h"
#include "heddle/rand_mrg.h"
#include "heddle/rand_xorwow.h"

HEDDLE_CURAND_BEGIN

// As many steps as the lane's polynomial says (xorwow_apply()).
inline void apply(Xorwow& g, const Words (&polynomial)[5]) {
  Words sum[5] = {};
  for (int word = 0; word < 5; ++word) {
    for (int bit = 0; bit < 32; ++bit) {
      const Words mask = Words(0) - (polynomial[word] >> bit & 1);
      for (int i = 0; i < 5; ++i) sum[i] ^= g.v[i] & mask;
      g.step();
    }
  }
  for (int i = 0; i < 5; ++i) g.v[i] = sum[i];
}
inline void skip(Xorwow& g, u64 n) {
  for (int k = 0; k < 16; ++k) {
    const int digit = static_cast<int>(n >> 4 * k & 15);
    if (digit == 0) continue;
    Words polynomial[5];
    for (int word = 0; word < 5; ++word)
      polynomial[word] = Words(heddle_rand::xorwow_offset_powers[15 * k + digit - 1][word]);
    apply(g, polynomial);
  }
  g.d += static_cast<std::uint32_t>(n) * 362437;
}

void start_xorwow(std::uint32_t* state, i64 lanes, u64 seed, u64 offset) {
  Words each[5];  // lane l is l sequences on
  for (int word = 0; word < 5; ++word) {
    each[word][0] = word == 0;
    for (int l = 1; l < kLanes; ++l)
      each[word][l] = heddle_rand::xorwow_sequence_powers[l - 1][word];
  }
  for (i64 lane = 0; lane < lanes; lane += kLanes) {
    curandStateXORWOW first;
    heddle_rand::start(seed, &first);
    heddle_rand::skip_sequence(static_cast<heddle_rand::u64>(lane), &first);
    Xorwow g;
    for (int i = 0; i < 5; ++i) g.v[i] = Words(first.v[i]);
    g.d = Words(first.d);
    apply(g, each);
    skip(g, offset / static_cast<u64>(lanes));
    Ints one_more;
    for (int l = 0; l < kLanes; ++l)
      one_more[l] = static_cast<u64>(lane + l) < offset % static_cast<u64>(lanes) ? -1 : 0;
    const Xorwow before = g;
    g.word();
    g.keep(one_more, before);
    g.write(state + lane, lanes);
  }
}

template <int Part>
inline void apply(Longs (&s)[3], const unsigned (&a)[3][3]) {
  constexpr std::uint32_t kLess = Part == 0 ? 209 : 22853;
  Longs out[3];
  for (int i = 0; i < 3; ++i) {
    Longs sum = Longs(0);
    for (int k = 0; k < 3; ++k) sum += Mrg32k3a::folded(Mrg32k3a::times(a[i][k], s[k]), kLess);
    sum = Mrg32k3a::folded(Mrg32k3a::folded(sum, kLess), kLess);
    out[i] = Mrg32k3a::below(sum, Mrg32k3a::kModulus[Part]);
  }
  for (int i = 0; i < 3; ++i) s[i] = out[i];
}

// Each generator is a subsequence behind the one before, sixteen are 2^80 numbers.
void start_mrg(std::uint32_t* state, i64 lanes, u64 seed, u64 offset) {
  constexpr int kSixteen = 76 + 4;
  Mrg32k3a g;
  for (int l = 0; l < kLanes; ++l) {
    curandStateMRG32k3a first;
    heddle_rand::start(seed, &first);
    heddle_rand::skip_subsequence(static_cast<heddle_rand::u64>(l), &first);
    heddle_rand::skip(offset / static_cast<u64>(lanes), &first);
    for (int i = 0; i < 3; ++i) g.s1[i][l] = first.s1[i], g.s2[i][l] = first.s2[i];
  }
  for (i64 lane = 0; lane < lanes; lane += kLanes) {
    Mrg32k3a now = g;
    Ints one_more;
    for (int l = 0; l < kLanes; ++l)
      one_more[l] = static_cast<u64>(lane + l) < offset % static_cast<u64>(lanes) ? -1 : 0;
    now.step();
    now.keep(one_more, g);
    now.write(state + lane, lanes);
    apply<0>(g.s1, heddle_rand::mrg_first_powers[kSixteen]);
    apply<1>(g.s2, heddle_rand::mrg_second_powers[kSixteen]);
  }
}

HEDDLE_CURAND_END
