// SPDX-License-Identifier: Apache-2.0
// MT19937 (M. Matsumoto, T. Nishimura, ACM TOMACS 8(1), 1998): 8192 generators, each 2^2048 numbers
// behind the one before, give eight numbers in turn. Word w of generator g is state[w * 8192 + g].
#pragma once

#include "curand/lanes/distributions.h"
#include "curand/lanes/quantile.h"

HEDDLE_CURAND_BEGIN

constexpr i64 kMtGenerators = 8192, kMtWords = 624, kMtTurns = 78;
constexpr i64 kMtTurn = 8 * kMtGenerators;  // numbers of all generators in one turn

// The next 624 words of 16 generators.
inline void mt_renew(std::uint32_t* column) {
  const auto at = [=](i64 w) { return column + w * kMtGenerators; };
  Words next = load<Words>(at(0));
  for (i64 w = 0; w < kMtWords; ++w) {
    const Words now = next;
    next = load<Words>(at(w + 1 < kMtWords ? w + 1 : 0));
    const Words y = (now & 0x80000000u) | (next & 0x7fffffffu);
    const Words far = load<Words>(at(w + 397 < kMtWords ? w + 397 : w + 397 - kMtWords));
    store(at(w), far ^ (y >> 1) ^ ((Words(0) - (y & 1)) & 0x9908b0dfu));
  }
}
inline Words mt_temper(Words y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}
// Which of its words a generator gives at place j of a turn, as was found on an H200: eight words
// first, and then the 56 that stand between two of them, seven at a distance from each other.
inline i64 mt_word(i64 turn, i64 j) {
  constexpr i64 kAlone[] = {0, 113, 170, 283, 340, 397, 510, 567};
  constexpr i64 kBetween[] = {1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568};
  if (turn == 0) return kAlone[j];
  return kBetween[(turn - 1) / 7] + (turn - 1) % 7 + 7 * j;
}

template <Numbers N>
inline auto mt_numbers(Words x, double mean, double deviation) {
  if constexpr (N == Numbers::words) {
    return x;
  } else {
    const Doubles u = __builtin_convertvector(x, Doubles) * 0x1p-32 + 0x1p-33;
    if constexpr (N == Numbers::doubles)
      return u;
    else if constexpr (N == Numbers::floats)
      return __builtin_convertvector(u, Floats);
    else if constexpr (is_double(N))
      return scaled<N>(quantile(u), mean, deviation);
    else
      return scaled<N>(__builtin_convertvector(quantile(u), Floats), mean, deviation);
  }
}

template <Numbers N>
void fill_mt(const MtFill& f, i64 begin, i64 end) {
  using V = VectorOf<N>::Type;
  using Value = std::remove_reference_t<decltype(V{}[0] + V{}[0])>;
  const i64 first = static_cast<i64>(f.position), last = first + f.count;
  for (i64 g = begin; g < end; g += kLanes) {
    std::uint32_t* const column = f.state + g;
    std::uint32_t& renewed = f.renewed[g / kLanes];
    for (i64 turn = first / kMtTurn; turn * kMtTurn < last; ++turn) {
      const i64 from = turn * kMtTurn + 8 * g;  // the numbers of these generators
      if (from + 8 * kLanes <= first || from >= last) continue;
      for (; static_cast<i64>(renewed) < turn / kMtTurns + 1; ++renewed) mt_renew(column);
      Value numbers[8 * kLanes];
      for (i64 j = 0; j < 8; ++j) {
        const Words word = load<Words>(column + mt_word(turn % kMtTurns, j) * kMtGenerators);
        const V some = mt_numbers<N>(mt_temper(word), f.mean, f.deviation);
        for (int l = 0; l < kLanes; ++l) numbers[8 * l + j] = some[l];
      }
      const i64 start = from < first ? first : from;
      const i64 stop = from + 8 * kLanes < last ? from + 8 * kLanes : last;
      __builtin_memcpy(static_cast<Value*>(f.out) + (start - first), numbers + (start - from),
                       static_cast<std::size_t>(stop - start) * sizeof(Value));
    }
  }
}

inline void fill_mt_of(const MtFill& f, i64 begin, i64 end) {
  switch (f.numbers) {
    case Numbers::longs:
      return;  // not of these
    case Numbers::words:
      return fill_mt<Numbers::words>(f, begin, end);
    case Numbers::floats:
      return fill_mt<Numbers::floats>(f, begin, end);
    case Numbers::doubles:
      return fill_mt<Numbers::doubles>(f, begin, end);
    case Numbers::normals:
      return fill_mt<Numbers::normals>(f, begin, end);
    case Numbers::normal_doubles:
      return fill_mt<Numbers::normal_doubles>(f, begin, end);
    case Numbers::log_normals:
      return fill_mt<Numbers::log_normals>(f, begin, end);
    case Numbers::log_normal_doubles:
      return fill_mt<Numbers::log_normal_doubles>(f, begin, end);
  }
}

// 2^2048 steps on: the sum of those steps that the polynomial names.
void mt_jump(std::uint32_t* state) {
  static constexpr std::uint32_t kPolynomial[kMtWords] = {
#include "curand/lanes/mt_jump.inc"
  };
  constexpr i64 kSteps = 19937;
  constexpr int kParts = 3, kVectors = 13;  // 39 vectors, a third of which fits registers
  static_assert(kParts * kVectors * kLanes == kMtWords);
  std::uint32_t words[kSteps + kMtWords];
  for (i64 w = 0; w < kMtWords; ++w) words[w] = state[w];
  for (i64 w = 0; w < kSteps; ++w) {
    const std::uint32_t y = (words[w] & 0x80000000u) | (words[w + 1] & 0x7fffffffu);
    words[w + kMtWords] = words[w + 397] ^ (y >> 1) ^ ((0u - (y & 1)) & 0x9908b0dfu);
  }
  for (int part = 0; part < kParts; ++part) {
    Words sum[kVectors] = {};
    for (i64 word = 0; word < kMtWords; ++word) {
      for (std::uint32_t bits = kPolynomial[word]; bits != 0; bits &= bits - 1) {
        const std::uint32_t* const from =
            words + word * 32 + __builtin_ctz(bits) + part * kVectors * kLanes;
#pragma unroll
        for (int i = 0; i < kVectors; ++i) sum[i] ^= load<Words>(from + i * kLanes);
      }
    }
    for (int i = 0; i < kVectors; ++i) store(state + (part * kVectors + i) * kLanes, sum[i]);
  }
}

HEDDLE_CURAND_END
