// SPDX-License-Identifier: Apache-2.0
// One dynamic shared allocation carved into three arrays of different types (spec/003, 2.2.3.2.2).
#pragma once

#include <cuda_runtime.h>

// The document's layout: short[128], float[64], int[256]; 1536 bytes, at least 256 threads.
// Each block rotates its parts of the three arrays by blockIdx.x elements.
__global__ void carve_three(const short* in0, const float* in1, const int* in2, short* out0,
                            float* out1, int* out2) {
  extern __shared__ float array[];
  short* array0 = (short*)array;
  float* array1 = (float*)&array0[128];
  int* array2 = (int*)&array1[64];

  int t = threadIdx.x;
  int b = blockIdx.x;
  if (t < 128) array0[t] = in0[b * 128 + t];
  if (t < 64) array1[t] = in1[b * 64 + t];
  if (t < 256) array2[t] = in2[b * 256 + t];
  __syncthreads();
  if (t < 128) out0[b * 128 + t] = array0[(t + b) % 128];
  if (t < 64) out1[b * 64 + t] = array1[(t + b) % 64];
  if (t < 256) out2[b * 256 + t] = array2[(t + b) % 256];
}

// Counts known at run time only: each array starts at the next multiple of its element.
__global__ void carve_counts(int count0, int count1, int count2, const short* in0, const float* in1,
                             const int* in2, double* out) {
  extern __shared__ float array[];
  short* array0 = (short*)array;
  float* array1 = (float*)&array0[(count0 + 1) / 2 * 2];
  int* array2 = (int*)&array1[count1];
  for (int i = threadIdx.x; i < count0; i += blockDim.x) array0[i] = in0[i];
  for (int i = threadIdx.x; i < count1; i += blockDim.x) array1[i] = in1[i];
  for (int i = threadIdx.x; i < count2; i += blockDim.x) array2[i] = in2[i];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (double)array0[i % count0] + array1[i % count1] + array2[i % count2];
}
