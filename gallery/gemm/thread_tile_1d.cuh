// SPDX-License-Identifier: Apache-2.0
// Step 4: a 1-D thread tile. A thread sums eight elements of a column of C: a value of B, once in a
// register, serves eight products, so shared memory is read 9 times for 8 products, not 16 times.
#pragma once

#include "blas_rules.cuh"

namespace gemm {

static __global__ void __launch_bounds__(512) sgemm_thread_tile_1d(FloatProblem p) {
  constexpr int BM = 64, BN = 64, BK = 8, TM = 8;
  __shared__ float tile_a[BM][BK], tile_b[BK][BN];
  const int x = threadIdx.x % BN, y = threadIdx.x / BN;
  const int row0 = blockIdx.y * BM, column0 = blockIdx.x * BN;
  float sum[TM] = {};
  for (int k0 = 0; k0 < p.k; k0 += BK) {
    // 512 threads, 512 elements of each tile.
    const int i = threadIdx.x / BK, e = threadIdx.x % BK;
    tile_a[i][e] = row0 + i < p.m && k0 + e < p.k ? *p.a.at(row0 + i, k0 + e) : 0.0f;
    tile_b[y][x] = k0 + y < p.k && column0 + x < p.n ? *p.b.at(k0 + y, column0 + x) : 0.0f;
    __syncthreads();
    for (int k = 0; k < BK; ++k) {
      const float b = tile_b[k][x];
      for (int t = 0; t < TM; ++t) sum[t] += tile_a[y * TM + t][k] * b;
    }
    __syncthreads();
  }
  for (int t = 0; t < TM; ++t) store(p, row0 + y * TM + t, column0 + x, sum[t]);
}

inline cudaError_t thread_tile_1d(const FloatProblem& p, cudaStream_t stream) {
  return by_blas_rules(p, stream, [&] {
    return launch(sgemm_thread_tile_1d, shape(dim3(tiles(p.n, 64), tiles(p.m, 64)), 512, 0, stream),
                  p);
  });
}

}  // namespace gemm
