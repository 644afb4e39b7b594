// SPDX-License-Identifier: Apache-2.0
// The tiled matrix product for any size (spec/004): outside the matrices a tile holds zeros.
#pragma once

#include <cuda_runtime.h>

// out = M N; M is h x k, N is k x w, row-major. Blocks of TILE_SIZE x TILE_SIZE threads.
template <int TILE_SIZE>
__global__ void tiled_matmul_kernel(float* out, const float* M, const float* N, int h, int w,
                                    int k) {
  __shared__ float M_tile[TILE_SIZE][TILE_SIZE];
  __shared__ float N_tile[TILE_SIZE][TILE_SIZE];

  int ir = threadIdx.y;
  int ic = threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  int c = blockIdx.x * blockDim.x + threadIdx.x;

  // Threads outside the result must not leave: their block needs them at the barriers.
  float res = 0.0f;
  for (int K_tileidx = 0; K_tileidx < (k + TILE_SIZE - 1) / TILE_SIZE; K_tileidx++) {
    M_tile[ir][ic] =
        (((r < h) && (K_tileidx * TILE_SIZE + ic < k)) ? M[r * k + K_tileidx * TILE_SIZE + ic]
                                                       : 0.f);
    N_tile[ir][ic] =
        ((((K_tileidx * TILE_SIZE + ir) < k) && (c < w)) ? N[(K_tileidx * TILE_SIZE + ir) * w + c]
                                                         : 0.f);
    __syncthreads();
    for (int idx = 0; idx < TILE_SIZE; idx++) {
      res += M_tile[ir][idx] * N_tile[idx][ic];
    }
    __syncthreads();
  }
  if ((r < h) && (c < w)) {
    out[r * w + c] = res;
  }
}
