// SPDX-License-Identifier: Apache-2.0
// Barriers that not all threads of a warp come to.
#include <cooperative_groups.h>

#include "planted.h"

__global__ void in_a_condition(int* y) {
  int i = threadIdx.x;
  if (i < PLANT(16, 32)) {
    y[i] = 1;
    __syncthreads();  // ERROR divergent-barrier (0,0,0)
  }
  y[i] += 1;
}

__device__ void reduce(int* sums) {
  for (int step = 16; step > 0; step /= 2) {
    if (PLANT(threadIdx.x < step, true)) {
      if (threadIdx.x < step) sums[threadIdx.x] += sums[threadIdx.x + step];
      __syncthreads();  // ERROR divergent-barrier (0,0,0)
    }
  }
}
__global__ void in_a_helper(int* y) {
  __shared__ int sums[32];
  sums[threadIdx.x] = y[threadIdx.x];
  __syncthreads();
  reduce(sums);
  if (threadIdx.x == 0) y[0] = sums[0];
}

__global__ void in_a_loop(int* y) {
  int rounds = PLANT(threadIdx.x % 2 + 1, 2);
  for (int i = 0; i < rounds; ++i) {
    y[threadIdx.x] += i;
    __syncthreads();  // ERROR divergent-barrier (1,0,0)
  }
  y[threadIdx.x] += 1;
}

__global__ void of_a_group(int* y) {
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() % PLANT(2, 1) == 0) {
    y[block.thread_rank()] = 1;
    block.sync();  // ERROR divergent-barrier (0,0,0)
  }
  y[block.thread_rank()] += 1;
}

// Right: whole warps, threads that have ended, and a barrier in a uniform condition.
__global__ void right(int* y, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  y[i] = 1;
  __syncthreads();
  if (n > 10) {
    y[i] += 1;
    __syncthreads();
  }
  y[i] += 1;
}

// Right: threads that return from a loop with barriers have ended.
__global__ void returns_from_a_loop(int* y) {
  for (int k = 0; k < 3; ++k) {
    __syncthreads();
    y[threadIdx.x] += k;
    if (threadIdx.x % 4 == k) return;
  }
  y[threadIdx.x] += 1;
}

// Right: who stores a result and returns has ended, though others store theirs at their end.
__global__ void returns_with_a_result(int* y) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x % 16 == 3) {
    y[threadIdx.x] = 0;
    return;
  }
  __syncthreads();
  y[threadIdx.x] = s[63 - threadIdx.x];
}

int main() {
  int* y = make<int>(64);
  in_a_condition<<<1, 32>>>(y);
  in_a_helper<<<1, 32>>>(y);
  in_a_loop<<<1, 32>>>(y);
  of_a_group<<<1, 32>>>(y);
  right<<<1, 64>>>(y, 40);
  returns_from_a_loop<<<1, 64>>>(y);
  returns_with_a_result<<<1, 64>>>(y);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
