// SPDX-License-Identifier: Apache-2.0
// Sums: with barriers in shared memory, with warp shuffles in registers, with atomics.
#pragma once

#include <cuda_runtime.h>

// One thread adds up what the 128 threads of its block brought (spec/003, 2.2.3.2).
__global__ void example_syncthreads(const int* input_data, int* output_data) {
  __shared__ int shared_data[128];
  shared_data[threadIdx.x] = input_data[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < blockDim.x; ++i) {
      sum += shared_data[i];
    }
    output_data[blockIdx.x] = sum;
  }
}

// A tree over shared memory, a barrier a level. BLOCK is a power of two; one sum a block.
template <int BLOCK>
__global__ void block_sum_barriers(int n, const float* in, float* sums) {
  __shared__ float partial[BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  partial[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

__device__ inline float warp_sum(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

// Each warp adds up in registers; the first warp adds the warps' sums. One barrier in all.
// blockDim.x is a multiple of 32; one sum a block.
__global__ void block_sum_shuffles(int n, const float* in, float* sums) {
  __shared__ float warp_sums[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = warp_sum(i < n ? in[i] : 0.0f);
  if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = warp_sum(threadIdx.x < blockDim.x / 32 ? warp_sums[threadIdx.x] : 0.0f);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
  }
}

// Adds what the block's threads bring: shuffles, one atomic a block.
__device__ inline void add_block_sum(float sum, float* result) {
  __shared__ float warp_sums[32];
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = warp_sum(threadIdx.x < blockDim.x / 32 ? warp_sums[threadIdx.x] : 0.0f);
    if (threadIdx.x == 0) atomicAdd(result, sum);
  }
}

// The whole array in one launch, in a grid-stride loop.
__global__ void sum_shuffles(int n, const float* in, float* result) {
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  add_block_sum(sum, result);
}

// The same with 16 bytes a load and four loads on their way at once.
__global__ void sum_float4(int n, const float* in, float* result) {
  const float4* in4 = (const float4*)in;
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
#pragma unroll 4
  for (int i = first; i < n / 4; i += gridDim.x * blockDim.x) {
    const float4 v = in4[i];
    sum += (v.x + v.y) + (v.z + v.w);
  }
  if (first < n % 4) sum += in[n - 1 - first];
  add_block_sum(sum, result);
}

// One atomic an element (spec/003, 2.2.5).
__global__ void sumReduction(int n, const float* array, float* result) {
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  if (tid < n) atomicAdd(result, array[tid]);
}
