// SPDX-License-Identifier: Apache-2.0
// C = A B, one thread an element of C; A is M x K, B is K x N, row-major (spec/002).
#pragma once

#include <cuda_runtime.h>

// Row from x: consecutive threads read A and write C a whole row apart.
__global__ void matmul_row_from_x(int M, int N, int K, const float* A, const float* B, float* C) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < M && col < N) {
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
}

// Row from y: consecutive threads read B and write C side by side (coalesced).
__global__ void matmul_row_from_y(int M, int N, int K, const float* A, const float* B, float* C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N) {
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
}

// C = alpha A B + beta C, as the document's BLAS form has it.
__global__ void sgemm_row_from_y(int M, int N, int K, float alpha, const float* A, const float* B,
                                 float beta, float* C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N) {
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = alpha * sum + beta * C[row * N + col];
  }
}
