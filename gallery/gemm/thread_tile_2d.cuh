// SPDX-License-Identifier: Apache-2.0
// Step 5: a 2-D thread tile. A thread sums 8 x 8 elements: 16 values in registers serve 64
// products.
#pragma once

#include "blas_rules.cuh"

namespace gemm {

static __global__ void __launch_bounds__(256) sgemm_thread_tile_2d(FloatProblem p) {
  constexpr int BM = 128, BN = 128, BK = 8, TM = 8, TN = 8, THREADS = 256;
  __shared__ float tile_a[BM][BK], tile_b[BK][BN];
  const int x = threadIdx.x % (BN / TN) * TN, y = threadIdx.x / (BN / TN) * TM;
  const int row0 = blockIdx.y * BM, column0 = blockIdx.x * BN;
  float sum[TM][TN] = {};
  for (int k0 = 0; k0 < p.k; k0 += BK) {
    for (int e = threadIdx.x; e < BM * BK; e += THREADS) {
      const int row = row0 + e / BK, k = k0 + e % BK;
      tile_a[e / BK][e % BK] = row < p.m && k < p.k ? *p.a.at(row, k) : 0.0f;
    }
    for (int e = threadIdx.x; e < BK * BN; e += THREADS) {
      const int k = k0 + e / BN, column = column0 + e % BN;
      tile_b[e / BN][e % BN] = k < p.k && column < p.n ? *p.b.at(k, column) : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < BK; ++k) {
      float a[TM], b[TN];
      for (int i = 0; i < TM; ++i) a[i] = tile_a[y + i][k];
      for (int j = 0; j < TN; ++j) b[j] = tile_b[k][x + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j) store(p, row0 + y + i, column0 + x + j, sum[i][j]);
}

inline cudaError_t thread_tile_2d(const FloatProblem& p, cudaStream_t stream) {
  return by_blas_rules(p, stream, [&] {
    return launch(sgemm_thread_tile_2d,
                  shape(dim3(tiles(p.n, 128), tiles(p.m, 128)), 256, 0, stream), p);
  });
}

}  // namespace gemm
