// SPDX-License-Identifier: Apache-2.0
// Two neighbours of a row stored at once, from registers, where C lies so that this is allowed.
#pragma once

#include <cuda_bf16.h>

#include "fused.cuh"

namespace gemm {

using bf16 = __nv_bfloat16;

// Two neighbours, as floats or rounded.
__device__ __forceinline__ float2 make_pair(float x, float y, float*) {
  return make_float2(x, y);
}
__device__ __forceinline__ __nv_bfloat162 make_pair(float x, float y, bf16*) {
  return __floats2bfloat162_rn(x, y);
}
template <class T>
using Pair = decltype(make_pair(0.0f, 0.0f, static_cast<T*>(nullptr)));

// Whether two neighbours of a row, at an even column, can be stored at once.
template <class In, class Out>
__device__ __forceinline__ bool stores_pairs(const Problem<In, Out>& p) {
  return p.beta == 0.0f && p.c.order == Order::kRow && p.c.ld % 2 == 0 &&
         reinterpret_cast<size_t>(p.c.data) % sizeof(Pair<Out>) == 0;
}
// Two neighbours of a row, at an even column.
template <class In, class Out, class Finish>
__device__ __forceinline__ void store_pair(const Problem<In, Out>& p, int row, int column, float x,
                                           float y, const Finish& finish, float2 of_column) {
  if (row < p.m && column + 1 < p.n && stores_pairs(p)) {
    Out* const c = p.c.at(row, column);
    const float alpha = finish.scale(p.alpha);
    *reinterpret_cast<Pair<Out>*>(c) =
        make_pair(finish(alpha * x, of_column.x), finish(alpha * y, of_column.y), c);
  } else {
    store(p, row, column, x, finish, of_column.x);
    store(p, row, column + 1, y, finish, of_column.y);
  }
}

}  // namespace gemm
