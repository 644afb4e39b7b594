// SPDX-License-Identifier: Apache-2.0
// How sums leave registers for C: two neighbours of a row at once where C lies so that this is
// allowed, and what must be read of C before.
#pragma once

#include "fused.cuh"

namespace gemm {

// Two neighbours, as floats or rounded.
__device__ __forceinline__ float2 make_pair(float x, float y, float*) {
  return make_float2(x, y);
}
__device__ __forceinline__ __nv_bfloat162 make_pair(float x, float y, bf16*) {
  return __floats2bfloat162_rn(x, y);
}
__device__ __forceinline__ int2 make_pair(int x, int y, int*) {
  return make_int2(x, y);
}
__device__ __forceinline__ double2 make_pair(double x, double y, double*) {
  return make_double2(x, y);
}
template <class T>
using Pair = decltype(make_pair(0, 0, static_cast<T*>(nullptr)));

// Whether two neighbours of a row, at an even column, can be read and stored at once.
template <class Out>
__device__ __forceinline__ bool lies_in_pairs(const Matrix<Out>& c) {
  return c.order == Order::kRow && c.ld % 2 == 0 &&
         reinterpret_cast<size_t>(c.data) % sizeof(Pair<std::remove_const_t<Out>>) == 0;
}
template <class In, class Out>
__device__ __forceinline__ bool lies_in_pairs(const Problem<In, Out>& p) {
  return lies_in_pairs(p.c);
}

// The two elements of such a pair, or of one that must be read one by one.
template <class Out>
struct PairInC {
  Pair<Out> both;
  Out first, second;
};
__device__ __forceinline__ float2 floats_of(float2 pair) {
  return pair;
}
__device__ __forceinline__ float2 floats_of(__nv_bfloat162 pair) {
  return __bfloat1622float2(pair);
}
__device__ __forceinline__ int2 floats_of(int2 pair) {
  return pair;
}
__device__ __forceinline__ double2 floats_of(double2 pair) {
  return pair;
}

// finish(alpha sum + beta C) into COUNT pairs of a C in rows. place(i): the row and the even column
// of one, sum(i): its sums, of_columns(i): what finish says of the columns. All that is read of C
// is under way before the first pair is stored: the compiler cannot know that they differ, and
// would wait for each.
template <bool PAIRS, int COUNT, class In, class Out, class Finish, class Place, class Sum,
          class Columns>
__device__ __forceinline__ void store_some(const Problem<In, Out>& p, const Finish& finish,
                                           Place place, Sum sum, Columns of_columns) {
  const auto alpha = finish.scale(p.alpha), beta = finish.scale_of_c(p.beta);
  using Number = std::remove_const_t<decltype(alpha)>;
  PairInC<Out> old[COUNT];
  const Matrix<const Out> all_old = all_old_of<Finish>(p);
  if (p.beta != 0)
#pragma unroll
    for (int i = 0; i < COUNT; ++i) {
      const int2 at = place(i);
      const Out* const c = all_old.data + (size_t)at.x * all_old.ld + at.y;
      if (PAIRS && at.x < p.m && at.y + 1 < p.n)
        old[i].both = *reinterpret_cast<const Pair<Out>*>(c);
      if ((!PAIRS || at.y + 1 == p.n) && at.x < p.m && at.y < p.n) old[i].first = c[0];
      if (!PAIRS && at.x < p.m && at.y + 1 < p.n) old[i].second = c[1];
    }
#pragma unroll
  for (int i = 0; i < COUNT; ++i) {
    const int2 at = place(i);
    if (at.x >= p.m || at.y >= p.n) continue;
    Out* const c = p.c.data + (size_t)at.x * p.c.ld + at.y;
    const bool whole = at.y + 1 < p.n;
    auto x = sum(i);
    x.x *= alpha, x.y *= alpha;
    if (p.beta != 0) {
      auto c_old = x;
      if (PAIRS && whole)
        c_old = floats_of(old[i].both);
      else
        c_old.x = Number(old[i].first), c_old.y = Number(0);
      if (!PAIRS && whole) c_old.y = Number(old[i].second);
      x.x += beta * c_old.x, x.y += beta * c_old.y;
    }
    const float2 of_column = of_columns(i);
    const Pair<Out> result = make_pair(finish(x.x, of_column.x), finish(x.y, of_column.y), c);
    if (PAIRS && whole) {
      *reinterpret_cast<Pair<Out>*>(c) = result;
    } else {
      c[0] = result.x;
      if (whole) c[1] = result.y;
    }
  }
}
// The same of COUNT single elements.
template <int COUNT, class In, class Out, class Finish, class Place, class Sum, class Columns>
__device__ __forceinline__ void store_elements(const Problem<In, Out>& p, const Finish& finish,
                                               Place place, Sum sum, Columns of_columns) {
  const auto alpha = finish.scale(p.alpha), beta = finish.scale_of_c(p.beta);
  using Number = std::remove_const_t<decltype(alpha)>;
  Out old[COUNT];
  if (p.beta != 0)
#pragma unroll
    for (int i = 0; i < COUNT; ++i) {
      const int2 at = place(i);
      if (at.x < p.m && at.y < p.n) old[i] = *old_of<Finish>(p, at.x, at.y);
    }
#pragma unroll
  for (int i = 0; i < COUNT; ++i) {
    const int2 at = place(i);
    if (at.x >= p.m || at.y >= p.n) continue;
    Number x = alpha * Number(sum(i));
    if (p.beta != 0) x += beta * Number(old[i]);
    p.c.data[(size_t)at.x * p.c.ld + at.y] = Out(finish(x, of_columns(i)));
  }
}

template <int COUNT, class In, class Out, class Finish, class Place, class Sum, class Columns>
__device__ __forceinline__ void store_pairs(const Problem<In, Out>& p, const Finish& finish,
                                            Place place, Sum sum, Columns of_columns) {
  if (lies_in_pairs(p) && (!Finish::kAdds || p.beta == 0 || lies_in_pairs(p.addend)))
    store_some<true, COUNT>(p, finish, place, sum, of_columns);
  else
    store_some<false, COUNT>(p, finish, place, sum, of_columns);
}

}  // namespace gemm
