// SPDX-License-Identifier: Apache-2.0
// Matrix addition, 2-D blocks.
#pragma once

#include <cuda_runtime.h>

// One block of N x N threads (spec/000, 2.2). Consecutive threads walk down a column.
template <int N>
__global__ void MatAdd(const float A[N][N], const float B[N][N], float C[N][N]) {
  int i = threadIdx.x;
  int j = threadIdx.y;
  C[i][j] = A[i][j] + B[i][j];
}

// Any shape, a 2-D grid of 2-D blocks; consecutive threads walk along a row.
__global__ void mat_add(const float* A, const float* B, float* C, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    C[row * cols + col] = A[row * cols + col] + B[row * cols + col];
  }
}
