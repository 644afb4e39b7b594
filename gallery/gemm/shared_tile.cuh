// SPDX-License-Identifier: Apache-2.0
// Step 3: a tile in shared memory. A block of 32 x 32 threads reads each element of its rows of A
// and columns of B once from global memory, and 32 times from shared memory.
#pragma once

#include "blas_rules.cuh"

namespace gemm {

static __global__ void __launch_bounds__(1024) sgemm_shared_tile(FloatProblem p) {
  constexpr int T = 32;
  __shared__ float tile_a[T][T], tile_b[T][T];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int k0 = 0; k0 < p.k; k0 += T) {
    tile_a[y][x] = row < p.m && k0 + x < p.k ? *p.a.at(row, k0 + x) : 0.0f;
    tile_b[y][x] = k0 + y < p.k && column < p.n ? *p.b.at(k0 + y, column) : 0.0f;
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += tile_a[y][k] * tile_b[k][x];
    __syncthreads();
  }
  store(p, row, column, sum);
}

inline cudaError_t shared_tile(const FloatProblem& p, cudaStream_t stream) {
  return by_blas_rules(p, stream, [&] {
    return launch(sgemm_shared_tile,
                  shape(dim3(tiles(p.n, 32), tiles(p.m, 32)), dim3(32, 32), 0, stream), p);
  });
}

}  // namespace gemm
