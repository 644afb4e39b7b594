// SPDX-License-Identifier: Apache-2.0
// Races beside what need not be looked at: memory that a launch only reads, and shared memory that
// nobody writes between two barriers.
#include "planted.h"

// Behind the second barrier half of the block only reads; but the other half, which came to that
// barrier at another place, writes.
__global__ void out_of_step(int* y) {
  __shared__ int data[64];
  const int i = threadIdx.x;
  data[i] = i;
  __syncthreads();
  if (i < 32) {
    __syncthreads_or(y != nullptr);
    y[blockIdx.x * 64 + i] = data[i + PLANT(32, 0)];  // ERROR race
  } else {
    __syncthreads();
    data[i] = 7;  // ERROR race
  }
}

// All read in the first round, and half of the block in the second one.
__global__ void falls_out_of_step(int rounds, int* y) {
  __shared__ int data[64];
  const int i = threadIdx.x;
  data[i] = i;
  __syncthreads();
  int sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    if (i < 32 || round == 0) {
      __syncthreads_or(y != nullptr);
      sum += data[(i + PLANT(32, 0)) % 64];  // ERROR race
    } else {
      __syncthreads();
      data[i] = 7;  // ERROR race
    }
  }
  y[blockIdx.x * 64 + i] = sum;
}

// Two parameters, one allocation: what is read through one is written through the other.
__global__ void one_allocation(const int* __restrict__ x, int* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i + PLANT(1, 0)];  // ERROR race
}

// All blocks read a table, of which one of them then writes an element.
__global__ void table(const int* x, int* y) {
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += x[i];                             // ERROR race
  y[PLANT(blockIdx.x * 32, 64 + blockIdx.x * 32) + threadIdx.x] = sum;  // ERROR race
}

int main() {
  int* y = make<int>(1024);
  out_of_step<<<4, 64>>>(y);
  falls_out_of_step<<<4, 64>>>(2, y);
  one_allocation<<<4, 64>>>(y, y);
  table<<<4, 32>>>(y, y);
  good(cudaDeviceSynchronize());
  cudaFree(y);
}
