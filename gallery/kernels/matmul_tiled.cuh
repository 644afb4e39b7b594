// SPDX-License-Identifier: Apache-2.0
// The matrix product through shared memory of spec/000 and spec/001, 3.2.4. The documents fix
// BLOCK_SIZE at 16 with a macro; here it is a template parameter, so that one program runs two.
#pragma once

#include <cuda_runtime.h>

namespace tiled {

// Row-major: M(row, col) = *(M.elements + row * M.stride + col)
typedef struct {
  int width;
  int height;
  int stride;
  float* elements;
} Matrix;

__device__ inline float GetElement(const Matrix A, int row, int col) {
  return A.elements[row * A.stride + col];
}

__device__ inline void SetElement(Matrix A, int row, int col, float value) {
  A.elements[row * A.stride + col] = value;
}

// The BLOCK_SIZE x BLOCK_SIZE sub-matrix of A that is col sub-matrices to the right and row
// sub-matrices down from its upper-left corner.
template <int BLOCK_SIZE>
__device__ Matrix GetSubMatrix(Matrix A, int row, int col) {
  Matrix Asub;
  Asub.width = BLOCK_SIZE;
  Asub.height = BLOCK_SIZE;
  Asub.stride = A.stride;
  Asub.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
  return Asub;
}

// Dimensions are multiples of BLOCK_SIZE. Each block computes one sub-matrix of C, each of its
// BLOCK_SIZE x BLOCK_SIZE threads one element.
template <int BLOCK_SIZE>
__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C) {
  int blockRow = blockIdx.y;
  int blockCol = blockIdx.x;
  Matrix Csub = GetSubMatrix<BLOCK_SIZE>(C, blockRow, blockCol);
  float Cvalue = 0;
  int row = threadIdx.y;
  int col = threadIdx.x;
  for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
    Matrix Asub = GetSubMatrix<BLOCK_SIZE>(A, blockRow, m);
    Matrix Bsub = GetSubMatrix<BLOCK_SIZE>(B, m, blockCol);
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
    As[row][col] = GetElement(Asub, row, col);
    Bs[row][col] = GetElement(Bsub, row, col);
    // The sub-matrices are loaded before anyone computes with them ...
    __syncthreads();
    for (int e = 0; e < BLOCK_SIZE; ++e) Cvalue += As[row][e] * Bs[e][col];
    // ... and computed with before anyone loads the next ones.
    __syncthreads();
  }
  SetElement(Csub, row, col, Cvalue);
}

}  // namespace tiled
