// SPDX-License-Identifier: Apache-2.0
// The 1-D thread tile of spec/002: each thread computes TM elements of a column of C, so that a
// value of B, once in a register, serves TM products.
#pragma once

#include <cuda_runtime.h>

// Blocks of BM * BN / TM threads in x; grid (N / BN, M / BM); M, N, K multiples of BM, BN, BK.
// Each thread loads one element of each tile: BM * BK == BK * BN == threads.
template <int BM, int BN, int BK, int TM>
__global__ void matmul_thread_tile_1d(int M, int N, int K, const float* A, const float* B,
                                      float* C) {
  static_assert(BM * BK == BM * BN / TM && BK * BN == BM * BN / TM, "one load a thread and tile");
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];

  int threadCol = threadIdx.x % BN;
  int threadRow = threadIdx.x / BN;
  int aCol = threadIdx.x % BK, aRow = threadIdx.x / BK;
  int bCol = threadIdx.x % BN, bRow = threadIdx.x / BN;
  A += (size_t)blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += (size_t)blockIdx.y * BM * N + blockIdx.x * BN;

  float results[TM] = {0.0f};
  for (int k0 = 0; k0 < K; k0 += BK) {
    As[aRow * BK + aCol] = A[aRow * K + aCol];
    Bs[bRow * BN + bCol] = B[bRow * N + bCol];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int k = 0; k < BK; ++k) {
      float b = Bs[k * BN + threadCol];
      for (int i = 0; i < TM; ++i) results[i] += As[(threadRow * TM + i) * BK + k] * b;
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i) C[(threadRow * TM + i) * N + threadCol] = results[i];
}
