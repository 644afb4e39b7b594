// SPDX-License-Identifier: Apache-2.0
// Split-K. A product with few tiles and a long k leaves most multiprocessors idle; so several
// blocks share a tile, each sums a part of k into a workspace, and a second kernel adds the parts,
// always in the same order. Whatever happens to a sum on its way out happens there.
#pragma once

#include "fused.cuh"
#include "launch.h"
#include "problem.h"

namespace gemm {

// The distance of lines in a part: sums are read and stored in fours, whatever C's lines are.
inline int line_of_part(int columns) {
  return tiles(columns, 4) * 4;
}
// Elements of a part.
inline size_t size_of_part(int rows, int columns) {
  return (size_t)rows * line_of_part(columns);
}

// C in rows. A thread has four neighbours of a line.
template <class In, class Out, class Finish>
__global__ void add_parts(Problem<In, Out> p, const Sum<In>* parts, int splits, Finish finish) {
  finish.begin();
  const int across = (p.n + 3) / 4;
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x,
               elements = (size_t)p.m * across * 4;
  const int row = i / across, column = i % across * 4;
  struct __align__(4 * sizeof(Out)) Four {
    Out value[4];
  };
  Out* const c = p.c.data + (size_t)row * p.c.ld + column;
  const auto lies_in_fours = [&](const auto& x) {
    return column + 3 < p.n && x.ld % 4 == 0 &&
           reinterpret_cast<size_t>(x.data) % sizeof(Four) == 0;
  };
  const bool fours = lies_in_fours(p.c);
  Four old;
  if (p.beta != 0 && row < p.m) {
    const Out* const from = old_of<Finish>(p, row, column);
    if (Finish::kAdds ? lies_in_fours(p.addend) : fours)
      old = *reinterpret_cast<const Four*>(from);
    else
#pragma unroll
      for (int e = 0; e < 4; ++e)
        if (column + e < p.n) old.value[e] = from[e];
  }
  // This kernel is started before the one that writes the parts has ended.
  asm volatile("griddepcontrol.wait;" ::: "memory");
  if (row >= p.m) return;
  struct __align__(16) FourSums {
    Sum<In> value[4];
  };
  FourSums sum{};
#pragma unroll 8
  for (int s = 0; s < splits; ++s) {
    const FourSums four = *reinterpret_cast<const FourSums*>(parts + s * elements + i * 4);
#pragma unroll
    for (int e = 0; e < 4; ++e) sum.value[e] += four.value[e];
  }
  const auto alpha = finish.scale(p.alpha), beta = finish.scale_of_c(p.beta);
  using Number = Factor<Out>;
  const float2 low = finish.columns(column, p.n), high = finish.columns(column + 2, p.n);
  const float of_columns[4] = {low.x, low.y, high.x, high.y};
  Four four;
#pragma unroll
  for (int e = 0; e < 4; ++e) {
    const Number x = alpha * Number(sum.value[e]);
    four.value[e] = Out(finish(p.beta == 0 ? x : x + beta * Number(old.value[e]), of_columns[e]));
  }
  if (fours)
    *reinterpret_cast<Four*>(c) = four;
  else
#pragma unroll
    for (int e = 0; e < 4; ++e)
      if (column + e < p.n) c[e] = four.value[e];
}

struct SplitK {
  int splits = 1;
  float* workspace = nullptr;  // of parts * size_of_part() sums when there are several
  int k_long = 0;              // when not 0, of every part but the last, which is shorter

  // What the first kernel computes: the sums of part z into the part z of the workspace, in C's
  // order.
  template <class In, class Out>
  Problem<In, Sum<In>> partial(const Problem<In, Out>& p) const {
    const int line = line_of_part(p.c.order == Order::kRow ? p.n : p.m);
    const Matrix<Sum<In>> c{reinterpret_cast<Sum<In>*>(workspace), line, p.c.order};
    const size_t step = size_t(p.c.order == Order::kRow ? p.m : p.n) * line;
    return {p.m, p.n, p.k, 1, 0, p.a, p.b, c, step, {}, p.reads_copies};
  }
  // The k of a part, a multiple of the step, such that every part has some.
  int k_of_split(int k, int step) const {
    return k_long != 0 ? k_long : tiles(tiles(k, step), splits) * step;
  }
  int parts(int k, int step) const { return tiles(k, k_of_split(k, step)); }

  template <class In, class Out, class Finish = Plain>
  cudaError_t finish(const Problem<In, Out>& problem, int parts, cudaStream_t stream,
                     Finish finish = {}) const {
    return by_rows_of_c(problem, [&](const auto& p) {
      using Of = InOf<decltype(p)>;
      const size_t blocks = (size_of_part(p.m, p.n) / 4 + 255) / 256;
      return launch_early(add_parts<Of, Out, Finish>, shape(unsigned(blocks), 256, 0, stream), p,
                          reinterpret_cast<const Sum<In>*>(workspace), parts, finish);
    });
  }
};

}  // namespace gemm
