// SPDX-License-Identifier: Apache-2.0
// The shared-memory step of the ladder of spec/002: a TILE_M x TILE_N block of threads, and tiles
// that are longer in K than the block is wide, so that each thread loads several elements.
#pragma once

#include <cuda_runtime.h>

// The document's conditions: TILE_M == TILE_N, TILE_K a multiple of both, M, N, K multiples of
// the tiles. Blocks of (TILE_N, TILE_M) threads.
template <int TILE_M, int TILE_N, int TILE_K>
__global__ void matmul_block_tile(int M, int N, int K, const float* A, const float* B, float* C) {
  static_assert(TILE_M == TILE_N && TILE_K % TILE_M == 0, "see above");
  __shared__ float tileA[TILE_M][TILE_K];
  __shared__ float tileB[TILE_K][TILE_N];

  int y = threadIdx.y;
  int x = threadIdx.x;
  int row = blockIdx.y * TILE_M + y;
  int col = blockIdx.x * TILE_N + x;

  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += TILE_K) {
    for (int part = 0; part < TILE_K; part += TILE_N)
      tileA[y][part + x] = A[row * K + k0 + part + x];
    for (int part = 0; part < TILE_K; part += TILE_M)
      tileB[part + y][x] = B[(k0 + part + y) * N + col];
    __syncthreads();
    for (int k = 0; k < TILE_K; ++k) sum += tileA[y][k] * tileB[k][x];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
