// SPDX-License-Identifier: Apache-2.0
// The matrix product without shared memory of spec/000 and spec/001, 3.2.4: matrices travel to the
// kernel as structs by value.
#pragma once

#include <cuda_runtime.h>

namespace simple {

// Row-major: M(row, col) = *(M.elements + row * M.width + col)
typedef struct {
  int width;
  int height;
  float* elements;
} Matrix;

// Dimensions are multiples of the block's. Each thread computes one element of C.
__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C) {
  float Cvalue = 0;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  for (int e = 0; e < A.width; ++e)
    Cvalue += A.elements[row * A.width + e] * B.elements[e * B.width + col];
  C.elements[row * C.width + col] = Cvalue;
}

}  // namespace simple
