// SPDX-License-Identifier: Apache-2.0
// Variables in constant and device memory (spec/000, device memory; spec/003, 2.2.3.5).
#pragma once

#include <cuda_runtime.h>

#define POLYNOMIAL_MAX_DEGREE 255

__constant__ float coeffs[POLYNOMIAL_MAX_DEGREE + 1];
__device__ float devData;
__device__ float* devPointer;

// out[i] = coeffs[0] + coeffs[1] x + ... + coeffs[degree] x^degree, by Horner's rule.
__global__ void polynomial(int n, int degree, const float* x, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = coeffs[degree];
    for (int d = degree - 1; d >= 0; --d) value = value * x[i] + coeffs[d];
    out[i] = value;
  }
}

// The document's two-coefficient kernel.
__global__ void compute(float* out) {
  int idx = threadIdx.x;
  out[idx] = coeffs[0] * idx + coeffs[1];
}

// Lanes that read different elements of constant memory.
__global__ void gather_coefficients(int n, const int* index, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = coeffs[index[i]];
}

// Adds devData to each of the n floats that devPointer points to.
__global__ void add_device_variable(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) devPointer[i] += devData;
}

__global__ void set_device_variable(float value) {
  devData = value;
}
