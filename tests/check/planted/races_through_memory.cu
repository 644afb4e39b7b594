// SPDX-License-Identifier: Apache-2.0
// Threads of several blocks that tell each other through memory: what they must not leave out.
#include <cooperative_groups.h>

#include "planted.h"

__device__ unsigned finished, serving, next_ticket;
__device__ int flags[8], sums[8], guarded;

__global__ void last_block(int* partial, int* result) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;  // ERROR race
    PLANT((void)0, __threadfence());
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 1) {
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += partial[i];  // ERROR race
    *result = sum;
  }
}

// Each block waits for the one before.
__global__ void look_back() {
  if (threadIdx.x != 0) return;
  int before = 0;
  if (blockIdx.x > 0) {
    while (atomicAdd(&flags[blockIdx.x - 1], 0) == 0) {
    }
    __threadfence();
    before = sums[blockIdx.x - 1];  // ERROR race
  }
  sums[blockIdx.x] = before + 1;  // ERROR race
  PLANT((void)0, __threadfence());
  atomicExch(&flags[blockIdx.x], 1);
}

__global__ void ticket_lock() {
  if (threadIdx.x != 0) return;
  const unsigned mine = atomicAdd(&next_ticket, 1);
  while (atomicAdd(&serving, 0) != mine) {
  }
  PLANT((void)0, __threadfence());
  guarded += 1;  // ERROR race
  PLANT((void)0, __threadfence());
  atomicAdd(&serving, 1);
}

__global__ void whole_grid(int* y) {
  auto grid = cooperative_groups::this_grid();
  y[grid.thread_rank()] = 1;  // ERROR race
  PLANT(__syncthreads(), grid.sync());
  y[grid.num_threads() + grid.thread_rank()] =
      y[grid.num_threads() - 1 - grid.thread_rank()];  // ERROR race
}

__global__ void histogram(int* bins) {
  int* bin = &bins[threadIdx.x % 4];
  if (PLANT(true, false)) {
    *bin += 1;  // ERROR race
  } else {
    atomicAdd(bin, 1);
  }
}

// The sum of a block, for all its threads. The next call writes what slow threads still read.
__device__ int block_sum(int value) {
  __shared__ int warps[2];
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(~0u, value, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = value;  // ERROR race
  __syncthreads();
  const int sum = warps[0] + warps[1];  // ERROR race
  PLANT((void)0, __syncthreads());
  return sum;
}
__global__ void two_sums(int* y) {
  const int first = block_sum(threadIdx.x);
  y[threadIdx.x] = first + block_sum(2 * threadIdx.x);
}

int main() {
  int* y;
  cudaMalloc(&y, 4096);
  cudaMemset(y, 0, 4096);
  last_block<<<4, 64>>>(y, y + 100);
  look_back<<<4, 32>>>();
  ticket_lock<<<4, 32>>>();
  histogram<<<2, 64>>>(y);
  two_sums<<<1, 64>>>(y);
  void* arguments[] = {&y};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(whole_grid), dim3(2), dim3(64), arguments);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
