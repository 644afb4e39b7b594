// SPDX-License-Identifier: Apache-2.0
// Step 7: double buffering. Two stages of shared memory: while one is multiplied, the next tile is
// on its way into registers and from there into the other. One barrier a tile instead of two, and
// the wait for global memory has a whole tile of arithmetic to hide behind.
#pragma once

#include "vector_loads.cuh"

namespace gemm {

static __global__ void __launch_bounds__(256)
    sgemm_double_buffer(FloatProblem p, Matrix<const float> b_by_columns, Fours fours) {
  constexpr int BM = 128, BN = 128, BK = 16, TM = 8, TN = 8;
  using Load = TileLoad<128, BK, 256>;
  __shared__ __align__(16) float tile_a[2][BK * Load::kLd], tile_b[2][BK * Load::kLd];
  const int x = threadIdx.x % (BN / TN) * TN, y = threadIdx.x / (BN / TN) * TM;
  const int row0 = blockIdx.y * BM, column0 = blockIdx.x * BN;
  Load a(p.a, row0, p.m, p.k, fours.a), b(b_by_columns, column0, p.n, p.k, fours.b);
  a.fetch(0);
  b.fetch(0);
  a.put(tile_a[0]);
  b.put(tile_b[0]);
  __syncthreads();
  float sum[TM][TN] = {};
  int stage = 0;
  for (int k0 = 0; k0 < p.k; k0 += BK, stage ^= 1) {
    const bool more = k0 + BK < p.k;
    if (more) {
      a.fetch(k0 + BK);
      b.fetch(k0 + BK);
    }
    for (int k = 0; k < BK; ++k) {
      __align__(16) float fragment_a[TM], fragment_b[TN];
#pragma unroll
      for (int i = 0; i < TM; i += 4)
        *reinterpret_cast<float4*>(fragment_a + i) =
            *reinterpret_cast<float4*>(tile_a[stage] + k * Load::kLd + y + i);
#pragma unroll
      for (int j = 0; j < TN; j += 4)
        *reinterpret_cast<float4*>(fragment_b + j) =
            *reinterpret_cast<float4*>(tile_b[stage] + k * Load::kLd + x + j);
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) sum[i][j] += fragment_a[i] * fragment_b[j];
    }
    if (more) {
      a.put(tile_a[stage ^ 1]);
      b.put(tile_b[stage ^ 1]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; j += 4)
      store_four(p, row0 + y + i, column0 + x + j, &sum[i][j], fours.c);
}

inline cudaError_t double_buffer(const FloatProblem& problem, cudaStream_t stream) {
  const FloatProblem p = problem.with_c_in_rows();
  return by_blas_rules(p, stream, [&] {
    return launch(sgemm_double_buffer,
                  shape(dim3(tiles(p.n, 128), tiles(p.m, 128)), 256, 0, stream), p,
                  p.b.transposed(), Fours(p));
  });
}

}  // namespace gemm
