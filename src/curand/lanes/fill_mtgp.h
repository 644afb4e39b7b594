// SPDX-License-Identifier: Apache-2.0
// MTGP32: sets of parameters take turns, each giving a block of 256 numbers.
#pragma once

#include "curand/lanes/fill_mt.h"
#include "heddle/rand_mtgp.h"

HEDDLE_CURAND_BEGIN

constexpr i64 kMtgpBlock = 256, kMtgpWords = 351;

// What the four low bits of each word stand for in a table: its rows are sums of rows 1, 2, 4, 8.
inline Words mtgp_rows(const std::uint32_t* table, Words bits) {
  Words sum = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) sum ^= (Words(0) - ((bits >> i) & 1)) & table[1 << i];
  return sum;
}

// The next 256 words behind the state's 351; those before become the state.
inline void mtgp_next(const mtgp32_params_fast& set, std::uint32_t* words) {
  __builtin_memmove(words, words + kMtgpBlock, kMtgpWords * sizeof *words);
  for (i64 i = 0; i < kMtgpBlock; i += kLanes) {
    Words x = (load<Words>(words + i) & set.mask) ^ load<Words>(words + i + 1);
    x ^= x << static_cast<unsigned>(set.sh1);
    const Words y = x ^ (load<Words>(words + i + set.pos) >> static_cast<unsigned>(set.sh2));
    store(words + kMtgpWords + i, y ^ mtgp_rows(set.tbl, y));
  }
}
// Numbers [i, i + 16) of the block.
inline Words mtgp_tempered(const mtgp32_params_fast& set, const std::uint32_t* words, i64 i) {
  Words t = load<Words>(words + i + set.pos - 1);
  t ^= t >> 16;
  t ^= t >> 8;
  return load<Words>(words + kMtgpWords + i) ^ mtgp_rows(set.tmp_tbl, t);
}

// As MT19937's, but that uniform doubles are the upper ends of their parts.
template <Numbers N>
inline auto mtgp_numbers(Words x, double mean, double deviation) {
  if constexpr (N == Numbers::doubles)
    return __builtin_convertvector(x, Doubles) * 0x1p-32 + 0x1p-32;
  else
    return mt_numbers<N>(x, mean, deviation);
}

template <Numbers N>
void fill_mtgp(const MtgpFill& f, i64 begin, i64 end) {
  using V = decltype(mtgp_numbers<N>(Words{}, 0, 0));
  using Value = std::remove_reference_t<decltype(V{}[0] + V{}[0])>;
  const i64 first = static_cast<i64>(f.position), last = first + f.count;
  const i64 turn = kMtgpBlock * f.sets;  // numbers of all sets
  for (i64 g = begin; g < end; ++g) {
    const mtgp32_params_fast& set = f.params[g];
    std::uint32_t* const words = f.state + g * kMtgpStride;
    for (i64 t = first / turn; t * turn < last; ++t) {
      const i64 from = t * turn + g * kMtgpBlock;
      if (from + kMtgpBlock <= first || from >= last) continue;
      for (; f.made[g] <= t; ++f.made[g]) mtgp_next(set, words);
      Value numbers[kMtgpBlock];
      for (i64 i = 0; i < kMtgpBlock; i += kLanes)
        store(numbers + i, mtgp_numbers<N>(mtgp_tempered(set, words, i), f.mean, f.deviation));
      const i64 start = from < first ? first : from;
      const i64 stop = from + kMtgpBlock < last ? from + kMtgpBlock : last;
      __builtin_memcpy(static_cast<Value*>(f.out) + (start - first), numbers + (start - from),
                       static_cast<std::size_t>(stop - start) * sizeof(Value));
    }
  }
}

inline void fill_mtgp_of(const MtgpFill& f, i64 begin, i64 end) {
  switch (f.numbers) {
    case Numbers::longs:
      return;  // not of these
    case Numbers::words:
      return fill_mtgp<Numbers::words>(f, begin, end);
    case Numbers::floats:
      return fill_mtgp<Numbers::floats>(f, begin, end);
    case Numbers::doubles:
      return fill_mtgp<Numbers::doubles>(f, begin, end);
    case Numbers::normals:
      return fill_mtgp<Numbers::normals>(f, begin, end);
    case Numbers::normal_doubles:
      return fill_mtgp<Numbers::normal_doubles>(f, begin, end);
    case Numbers::log_normals:
      return fill_mtgp<Numbers::log_normals>(f, begin, end);
    case Numbers::log_normal_doubles:
      return fill_mtgp<Numbers::log_normal_doubles>(f, begin, end);
  }
}

HEDDLE_CURAND_END
