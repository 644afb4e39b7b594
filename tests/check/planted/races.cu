// SPDX-License-Identifier: Apache-2.0
// Accesses that nothing orders. Both places bear the mark.
#include "planted.h"

__global__ void missing_barrier(int* y) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;  // ERROR race
  PLANT((void)0, __syncthreads());
  y[threadIdx.x] = tile[63 - threadIdx.x];  // ERROR race
}

__global__ void missing_second_barrier(int* y) {
  __shared__ int tile[64];
  int sum = 0;
  for (int round = 0; round < 2; ++round) {
    tile[threadIdx.x] = threadIdx.x + round;  // ERROR race
    __syncthreads();
    sum += tile[63 - threadIdx.x];  // ERROR race
    PLANT((void)0, __syncthreads());
  }
  y[threadIdx.x] = sum;
}

__global__ void missing_syncwarp(int* y) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;  // ERROR race
  PLANT((void)0, __syncwarp());
  y[threadIdx.x] = tile[31 - threadIdx.x];  // ERROR race
}

__global__ void between_blocks(int* y, int* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = i;
  if (PLANT(true, false)) {
    *sum += i;  // ERROR race
  } else {
    atomicAdd(sum, i);
  }
}

__global__ void neighbours_of_other_blocks(int* y, const int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) y[i] = x[i + 1] + 1;  // ERROR race
}

__global__ void atomic_and_plain(int* count, int* y) {
  if (threadIdx.x == 0) atomicAdd(count, 1);  // ERROR race
  PLANT((void)0, __syncthreads());
  if (threadIdx.x == 40) y[0] = PLANT(*count, atomicAdd(count, 0));  // ERROR race
}

// Right: the last block sums what all have written (the guide's own example).
__device__ unsigned finished;
__global__ void last_block(int* parts, int* total) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x;
    __threadfence();
    is_last = atomicAdd(&finished, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += static_cast<volatile int*>(parts)[i];
    *total = sum;
  }
}

int main() {
  int* y = make<int>(256);
  int* other = make<int>(256);
  missing_barrier<<<1, 64>>>(y);
  missing_second_barrier<<<1, 64>>>(y);
  missing_syncwarp<<<1, 32>>>(y);
  between_blocks<<<4, 32>>>(y, make<int>(1));
  neighbours_of_other_blocks<<<4, 32>>>(y, PLANT(y, other), 128);
  atomic_and_plain<<<1, 64>>>(make<int>(1), y);
  last_block<<<4, 32>>>(make<int>(4), make<int>(1));
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
