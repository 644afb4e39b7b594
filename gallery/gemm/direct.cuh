// SPDX-License-Identifier: Apache-2.0
// Step 18: products without tiles. Where each number is used a few times only, shared memory has
// nothing to offer, and its barriers cost more than the products: operands come straight into
// registers. One kernel for short k, whose time is that of writing C, and one for C of few
// elements, where the lanes of a warp, or all of a block, share k. Sums are fp32 in all precisions.
#pragma once

#include "blas_rules.cuh"

namespace gemm {

constexpr int kShortK = 8;

// C in rows, k <= kShortK. A thread has a column, whose B it keeps, and ROWS rows, whose loads are
// all under way before the first is stored; `width` threads lie along a row.
template <int ROWS, class In, class Out, class Finish>
__global__ void __launch_bounds__(256)
    gemm_short_k(Problem<In, Out> p, int width, int column_blocks, Finish finish) {
  const int j = blockIdx.x % column_blocks * width + threadIdx.x % width;
  const int step = 256 / width;
  const int first = blockIdx.x / column_blocks * ROWS * step + threadIdx.x / width;
  if (j >= p.n) return;
  const float alpha = finish.scale(p.alpha), beta = finish.scale(p.beta);
  Out* const c = p.c.at(first, j);
  const size_t step_c = size_t(step) * p.c.ld;
  float sum[ROWS] = {}, old[ROWS] = {};
  if (p.beta != 0.0f)
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
      if (first + r * step < p.m) old[r] = float(c[r * step_c]);
  for (int e = 0; e < p.k; ++e) {
    const float b = float(*p.b.at(e, j));
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
      sum[r] = fmaf(float(*p.a.at(min(first + r * step, p.m - 1), e)), b, sum[r]);
  }
  const float of_column = finish.columns(j, p.n).x;
#pragma unroll
  for (int r = 0; r < ROWS; ++r)
    if (first + r * step < p.m)
      c[r * step_c] =
          Out(finish(p.beta == 0.0f ? alpha * sum[r] : alpha * sum[r] + beta * old[r], of_column));
}

template <class In, class Out, class Finish>
cudaError_t short_k(const Problem<In, Out>& p, Finish finish, cudaStream_t stream) {
  // As wide as a block when that wastes few threads.
  int width = 256;
  while (width > 32 && tiles(p.n, width) * width > p.n + p.n / 8) width /= 2;
  while (width > 1 && width / 2 >= p.n) width /= 2;
  const int across = tiles(p.n, width);
  const auto run = [&](auto kernel, int rows) {
    const unsigned down = tiles(p.m, rows * (256 / width));
    return launch(kernel, shape(across * down, 256, 0, stream), p, width, across, finish);
  };
  // Fewer rows a thread where there are not enough threads.
  return double(p.m) * p.n > 1 << 20 ? run(gemm_short_k<8, In, Out, Finish>, 8)
                                     : run(gemm_short_k<2, In, Out, Finish>, 2);
}

// A row and COLUMNS columns of C: by a warp, or (WARPS 8) by a block. transposed: the problem is,
// and a bias is for its rows.
template <int COLUMNS, int WARPS, class In, class Out, class Finish>
__global__ void __launch_bounds__(256)
    gemm_dot(Problem<In, Out> p, bool transposed, Finish finish) {
  const int group = WARPS == 1 ? int(blockIdx.x * 8 + threadIdx.x / 32) : int(blockIdx.x);
  const int across = (p.n + COLUMNS - 1) / COLUMNS, lane = threadIdx.x % 32;
  const int i = group / across, j = group % across * COLUMNS;
  if (i >= p.m) return;
  const In* const a = p.a.at(i, 0);
  const size_t step_a = p.a.at(0, 1) - p.a.data, step_b = p.b.at(1, 0) - p.b.data;
  const In* b[COLUMNS];
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c) b[c] = p.b.at(0, min(j + c, p.n - 1));
  float sum[COLUMNS] = {};
#pragma unroll 4
  for (int k = threadIdx.x % (32 * WARPS); k < p.k; k += 32 * WARPS) {
    const float x = float(a[k * step_a]);
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c) sum[c] = fmaf(x, float(b[c][k * step_b]), sum[c]);
  }
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c)
    for (int lanes = 16; lanes > 0; lanes /= 2) sum[c] += __shfl_xor_sync(~0u, sum[c], lanes);
  if constexpr (WARPS > 1) {
    __shared__ float of_warps[COLUMNS][WARPS];
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c)
      if (lane == 0) of_warps[c][threadIdx.x / 32] = sum[c];
    __syncthreads();
    if (threadIdx.x >= 32) return;
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c) {
      sum[c] = 0.0f;
      for (int w = 0; w < WARPS; ++w) sum[c] += of_warps[c][w];
    }
  }
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c)
    if (lane == c)
      store(p, i, j + c, sum[c], finish,
            finish.columns(transposed ? i : j + c, transposed ? p.m : p.n).x);
}

// C's longer side lies along the rows. warps: 1 or 8.
template <class In, class Out, class Finish>
cudaError_t dot(const Problem<In, Out>& problem, int warps, Finish finish, cudaStream_t stream) {
  const bool transposed = problem.m < problem.n;
  const Problem<In, Out> p = transposed ? problem.transposed() : problem;
  const auto run = [&](auto kernel, int columns) {
    const unsigned groups = unsigned(p.m) * tiles(p.n, columns);
    return launch(kernel, shape(warps == 1 ? (groups + 7) / 8 : groups, 256, 0, stream), p,
                  transposed, finish);
  };
  if (p.n == 1)
    return warps == 1 ? run(gemm_dot<1, 1, In, Out, Finish>, 1)
                      : run(gemm_dot<1, 8, In, Out, Finish>, 1);
  return warps == 1 ? run(gemm_dot<4, 1, In, Out, Finish>, 4)
                    : run(gemm_dot<4, 8, In, Out, Finish>, 4);
}

}  // namespace gemm
