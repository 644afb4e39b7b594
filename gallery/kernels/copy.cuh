// SPDX-License-Identifier: Apache-2.0
// Copies, and reads that are not coalesced (spec/003, 2.2.4.1, figures 10 and 11).
#pragma once

#include <cuda_runtime.h>

__global__ void copy_float(size_t n, const float* in, float* out) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void copy_float4(size_t n, const float4* in, float4* out) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// Consecutive threads read elements that are stride apart.
__global__ void copy_stride(size_t n, int stride, const float* in, float* out) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * stride];
}
