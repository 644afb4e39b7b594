// SPDX-License-Identifier: Apache-2.0
// GELU, tanh form, fused into one kernel and as the elementwise steps that an eager framework
// launches one by one (spec/004): y = x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).
#pragma once

#include <cuda_runtime.h>

__device__ inline float gelu(float v) {
  return 0.5f * v * (1.0f + tanhf(0.7978845608f * (v + 0.044715f * v * v * v)));
}

__global__ void gelu_fused(int n, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = gelu(x[i]);
}

// Four elements a thread: with 4 bytes a thread, the threads that fit on a multiprocessor do not
// ask for enough at once to keep the memory busy.
__global__ void gelu_fused_float4(int n, const float* x, float* y) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i + 3 < n) {
    float4 v = *(const float4*)(x + i);
    *(float4*)(y + i) = make_float4(gelu(v.x), gelu(v.y), gelu(v.z), gelu(v.w));
  } else {
    for (; i < n; ++i) y[i] = gelu(x[i]);
  }
}

__global__ void elementwise_mul(int n, const float* a, const float* b, float* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] * b[i];
}

// c = alpha a + beta b
__global__ void elementwise_axpby(int n, float alpha, const float* a, float beta, const float* b,
                                  float* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = alpha * a[i] + beta * b[i];
}

__global__ void elementwise_tanh(int n, const float* a, float* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = tanhf(a[i]);
}

// c = alpha a + beta
__global__ void elementwise_affine(int n, float alpha, const float* a, float beta, float* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = alpha * a[i] + beta;
}
