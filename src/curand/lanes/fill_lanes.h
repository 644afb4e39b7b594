// SPDX-License-Identifier: Apache-2.0
// XORWOW and MRG32k3a: generators in turn.
#pragma once

#include "curand/lanes/fill.h"
#include "curand/lanes/generators.h"

HEDDLE_CURAND_BEGIN

// Rows that a few generators write before the next ones do, so that what they write stays near.
constexpr i64 kRows = 64;

template <class V>
inline auto zip(V a, V b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8,
                                 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

template <Numbers N, class Generator, int Together>
struct LaneFiller {
  using V = VectorOf<N>::Type;
  using Value = std::remove_reference_t<decltype(V{}[0] + V{}[0])>;
  static constexpr int kValues = is_normal(N) ? 2 : 1;

  explicit LaneFiller(const LaneFill& fill) : f(fill) {}

  const LaneFill& f;
  i64 lane = 0;
  Generator g[Together];

  void one(int k, void* to) {
    V values[2];
    next<N>(g[k], values, f.mean, f.deviation);
    if constexpr (kValues == 1)
      store(to, values[0]);
    else
      store(to, zip(values[0], values[1]));
  }
  Value* at(i64 item) const { return static_cast<Value*>(f.out) + item * kValues; }
  // A row of which some items are before the first or behind the last: their generators stay as
  // they are.
  void part_of_row(i64 row) {
    for (int k = 0; k < Together; ++k) {
      const i64 item = row * f.lanes + lane + k * kLanes - f.first;
      const i64 from = item < 0 ? -item : 0;
      const i64 to = f.items - item < kLanes ? f.items - item : kLanes;
      if (from >= to) continue;
      const Generator before = g[k];
      Value some[kLanes * kValues];
      one(k, some);
      __builtin_memcpy(at(item + from), some + from * kValues,
                       static_cast<std::size_t>((to - from) * kValues) * sizeof(Value));
      Ints taken;
      for (int l = 0; l < kLanes; ++l) taken[l] = l >= from && l < to ? -1 : 0;
      g[k].keep(taken, before);
    }
  }
  void rows(i64 from, i64 to) {
#pragma unroll
    for (int k = 0; k < Together; ++k) g[k].read(f.state + lane + k * kLanes, f.lanes);
    for (i64 row = from; row < to; ++row) {
      const i64 item = row * f.lanes + lane - f.first;
      if (item < 0 || item + Together * kLanes > f.items) {
        part_of_row(row);
        continue;
      }
#pragma unroll
      for (int k = 0; k < Together; ++k) one(k, at(item + k * kLanes));
    }
#pragma unroll
    for (int k = 0; k < Together; ++k) g[k].write(f.state + lane + k * kLanes, f.lanes);
  }
};

template <class Generator, int Together, Numbers N>
void fill_lanes(const LaneFill& f, i64 begin, i64 end) {
  LaneFiller<N, Generator, Together> filler(f);
  const i64 rows = (f.first + f.items + f.lanes - 1) / f.lanes;
  for (i64 from = 0; from < rows; from += kRows) {
    for (i64 lane = begin; lane < end; lane += Together * kLanes) {
      filler.lane = lane;
      filler.rows(from, from + kRows < rows ? from + kRows : rows);
    }
  }
}

template <class Generator, int Together>
void fill_lanes_of(const LaneFill& f, i64 begin, i64 end) {
  switch (f.numbers) {
    case Numbers::longs:
      return;  // not of these
    case Numbers::words:
      return fill_lanes<Generator, Together, Numbers::words>(f, begin, end);
    case Numbers::floats:
      return fill_lanes<Generator, Together, Numbers::floats>(f, begin, end);
    case Numbers::doubles:
      return fill_lanes<Generator, Together, Numbers::doubles>(f, begin, end);
    case Numbers::normals:
      return fill_lanes<Generator, 1, Numbers::normals>(f, begin, end);
    case Numbers::normal_doubles:
      return fill_lanes<Generator, 1, Numbers::normal_doubles>(f, begin, end);
    case Numbers::log_normals:
      return fill_lanes<Generator, 1, Numbers::log_normals>(f, begin, end);
    case Numbers::log_normal_doubles:
      return fill_lanes<Generator, 1, Numbers::log_normal_doubles>(f, begin, end);
  }
}

HEDDLE_CURAND_END
