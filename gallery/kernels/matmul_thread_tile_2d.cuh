// SPDX-License-Identifier: Apache-2.0
// The 2-D thread tile, the top of the ladder of spec/002: each thread computes TM x TN elements
// of C from TM values of A and TN of B in registers, TM * TN products for TM + TN loads.
#pragma once

#include <cuda_runtime.h>

// Blocks of BM * BN / (TM * TN) threads in x; grid (N / BN, M / BM); M, N, K multiples of BM, BN,
// BK. One float a load.
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__(BM* BN / (TM * TN))
    matmul_thread_tile_2d(int M, int N, int K, const float* A, const float* B, float* C) {
  const int threads = BM * BN / (TM * TN);
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];

  int threadCol = threadIdx.x % (BN / TN);
  int threadRow = threadIdx.x / (BN / TN);
  int aCol = threadIdx.x % BK, aRow = threadIdx.x / BK;
  int bCol = threadIdx.x % BN, bRow = threadIdx.x / BN;
  A += (size_t)blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += (size_t)blockIdx.y * BM * N + blockIdx.x * BN;

  float results[TM][TN] = {};
  float a[TM];
  float b[TN];
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int r = 0; r < BM; r += threads / BK)
      As[(aRow + r) * BK + aCol] = A[(size_t)(aRow + r) * K + aCol];
    for (int r = 0; r < BK; r += threads / BN)
      Bs[(bRow + r) * BN + bCol] = B[(size_t)(bRow + r) * N + bCol];
    __syncthreads();
    A += BK;
    B += (size_t)BK * N;
    for (int k = 0; k < BK; ++k) {
      for (int i = 0; i < TM; ++i) a[i] = As[(threadRow * TM + i) * BK + k];
      for (int j = 0; j < TN; ++j) b[j] = Bs[k * BN + threadCol * TN + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) results[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      C[(size_t)(threadRow * TM + i) * N + threadCol * TN + j] = results[i][j];
}

// The same with 16-byte loads and stores; the tile of A is stored transposed, so that a thread's
// TM values lie side by side in shared memory too.
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__(BM* BN / (TM * TN))
    matmul_thread_tile_2d_float4(int M, int N, int K, const float* A, const float* B, float* C) {
  const int threads = BM * BN / (TM * TN);
  __shared__ float As[BK * BM];
  __shared__ float Bs[BK * BN];

  int threadCol = threadIdx.x % (BN / TN);
  int threadRow = threadIdx.x / (BN / TN);
  int aCol = threadIdx.x % (BK / 4), aRow = threadIdx.x / (BK / 4);
  int bCol = threadIdx.x % (BN / 4), bRow = threadIdx.x / (BN / 4);
  A += (size_t)blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += (size_t)blockIdx.y * BM * N + blockIdx.x * BN;

  float results[TM][TN] = {};
  float a[TM];
  float b[TN];
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int r = 0; r < BM; r += threads / (BK / 4)) {
      float4 t = *reinterpret_cast<const float4*>(&A[(size_t)(aRow + r) * K + aCol * 4]);
      As[(aCol * 4 + 0) * BM + aRow + r] = t.x;
      As[(aCol * 4 + 1) * BM + aRow + r] = t.y;
      As[(aCol * 4 + 2) * BM + aRow + r] = t.z;
      As[(aCol * 4 + 3) * BM + aRow + r] = t.w;
    }
    for (int r = 0; r < BK; r += threads / (BN / 4))
      *reinterpret_cast<float4*>(&Bs[(bRow + r) * BN + bCol * 4]) =
          *reinterpret_cast<const float4*>(&B[(size_t)(bRow + r) * N + bCol * 4]);
    __syncthreads();
    A += BK;
    B += (size_t)BK * N;
    for (int k = 0; k < BK; ++k) {
      for (int i = 0; i < TM; ++i) a[i] = As[k * BM + threadRow * TM + i];
      for (int j = 0; j < TN; ++j) b[j] = Bs[k * BN + threadCol * TN + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) results[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; j += 4)
      *reinterpret_cast<float4*>(&C[(size_t)(threadRow * TM + i) * N + threadCol * TN + j]) =
          make_float4(results[i][j], results[i][j + 1], results[i][j + 2], results[i][j + 3]);
}
