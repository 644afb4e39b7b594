// SPDX-License-Identifier: Apache-2.0
// Vector addition.
#pragma once

#include <cuda_runtime.h>

// One block, one thread an element (spec/000, 2.1).
__global__ void VecAdd(const float* A, const float* B, float* C) {
  int i = threadIdx.x;
  C[i] = A[i] + B[i];
}

// Any length, any number of blocks (spec/003, 2.2.3.1).
__global__ void vecAdd(const float* A, const float* B, float* C, int vectorLength) {
  int workIndex = threadIdx.x + blockIdx.x * blockDim.x;
  if (workIndex < vectorLength) {
    C[workIndex] = A[workIndex] + B[workIndex];
  }
}

// A grid of any size walks over the vector.
__global__ void vec_add_grid_stride(const float* A, const float* B, float* C, int vectorLength) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < vectorLength;
       i += gridDim.x * blockDim.x) {
    C[i] = A[i] + B[i];
  }
}
