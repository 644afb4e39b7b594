// SPDX-License-Identifier: Apache-2.0
// Split-K. A product with few tiles and a long k leaves most multiprocessors idle; so several
// blocks share a tile, each sums a part of k into a workspace, and a second kernel adds the parts,
// always in the same order. Whatever happens to a sum on its way out happens there.
#pragma once

#include "fused.cuh"
#include "launch.h"
#include "problem.h"

namespace gemm {

template <class In, class Out, class Finish>
__global__ void add_parts(Problem<In, Out> p, const float* parts, int splits, Finish finish) {
  // This kernel is started before the one that writes the parts has ended.
  asm volatile("griddepcontrol.wait;" ::: "memory");
  const size_t elements = (size_t)p.m * p.n;
  const size_t i = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * 4;
  if (i >= elements) return;
  float sum[4] = {};
#pragma unroll 8
  for (int s = 0; s < splits; ++s) {
    const float* part = parts + s * elements + i;
    if (elements % 4 == 0) {
      const float4 four = *reinterpret_cast<const float4*>(part);
      sum[0] += four.x, sum[1] += four.y, sum[2] += four.z, sum[3] += four.w;
    } else {
      for (int e = 0; e < 4; ++e) sum[e] += i + e < elements ? part[e] : 0.0f;
    }
  }
  Out* const c = p.c.data + i;
  if (p.beta == 0.0f && p.c.order == Order::kRow && p.c.ld == p.n && p.n % 4 == 0 &&
      reinterpret_cast<size_t>(p.c.data) % (4 * sizeof(Out)) == 0) {
    struct __align__(4 * sizeof(Out)) Four {
      Out value[4];
    } four;
    const int column = i % p.n;
    const float alpha = finish.scale(p.alpha);
    const float2 low = finish.columns(column, p.n), high = finish.columns(column + 2, p.n);
    const float of_columns[4] = {low.x, low.y, high.x, high.y};
#pragma unroll
    for (int e = 0; e < 4; ++e) four.value[e] = Out(finish(alpha * sum[e], of_columns[e]));
    *reinterpret_cast<Four*>(c) = four;
    return;
  }
  for (int e = 0; e < 4 && i + e < elements; ++e) {
    const int row = (i + e) / p.n, column = (i + e) % p.n;
    store(p, row, column, sum[e], finish, finish.columns(column, p.n).x);
  }
}

struct SplitK {
  int splits = 1;
  float* workspace = nullptr;  // of parts * m * n elements when there are several
  int k_long = 0;              // when not 0, of every part but the last, which is shorter

  // What the first kernel computes: the sums of part z into C + z * m * n.
  template <class In, class Out>
  Problem<In, float> partial(const Problem<In, Out>& p) const {
    return {p.m, p.n, p.k, 1.0f, 0.0f, p.a, p.b, {workspace, p.n, Order::kRow}};
  }
  // The k of a part, a multiple of the step, such that every part has some.
  int k_of_split(int k, int step) const {
    return k_long != 0 ? k_long : tiles(tiles(k, step), splits) * step;
  }
  int parts(int k, int step) const { return tiles(k, k_of_split(k, step)); }

  template <class In, class Out, class Finish = Plain>
  cudaError_t finish(const Problem<In, Out>& p, int parts, cudaStream_t stream,
                     Finish finish = {}) const {
    const size_t blocks = ((size_t)p.m * p.n + 1023) / 1024;
    return launch_early(add_parts<In, Out, Finish>, shape(unsigned(blocks), 256, 0, stream), p,
                        static_cast<const float*>(workspace), parts, finish);
  }
};

}  // namespace gemm
