// SPDX-License-Identifier: Apache-2.0
// Lanes of one warp that wait for each other: their volatile variables are flags, as those of
// threads of different warps are, and order what fences stand between.
#include "planted.h"

constexpr int kLanes = 4;

// Lamport's bakery: who has the smallest number goes first.
__global__ void bakery(int* y) {
  __shared__ volatile int chooses[kLanes], number[kLanes];
  __shared__ int count;
  const int i = threadIdx.x;
  chooses[i] = number[i] = 0;
  if (i == 0) count = 0;
  __syncthreads();
  chooses[i] = 1;
  __threadfence_block();
  int most = 0;
  for (int k = 0; k < kLanes; ++k) most = max(most, number[k]);
  number[i] = most + 1;
  __threadfence_block();
  chooses[i] = 0;
  __threadfence_block();
  for (int k = 0; k < kLanes; ++k) {
    while (chooses[k] != 0) {
    }
    __threadfence_block();
    while (number[k] != 0 && (number[k] < number[i] || (number[k] == number[i] && k < i))) {
    }
  }
  __threadfence_block();
  count += i + 1;  // ERROR race
  PLANT((void)0, __threadfence_block());
  number[i] = 0;
  __syncthreads();
  y[i] = count;
}

// One lane hands something to another.
__global__ void hands_over(int* y) {
  __shared__ volatile int flag;
  __shared__ int message;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 1) {
    message = 42;  // ERROR race
    PLANT((void)0, __threadfence_block());
    flag = 1;
  }
  if (threadIdx.x == 0) {
    while (flag == 0) {
    }
    __threadfence_block();
    y[0] = message;  // ERROR race
  }
}

// Code from before Volta waits for nobody: nothing orders these.
__global__ void in_step(int* y) {
  __shared__ volatile int sums[64];
  sums[threadIdx.x] = threadIdx.x;
  sums[threadIdx.x + 32] = 0;
  __syncwarp();
#ifdef MENDED
  for (int step = 16; step > 0; step /= 2) {
    const int other = sums[threadIdx.x + step];
    __syncwarp();
    sums[threadIdx.x] = sums[threadIdx.x] + other;
    __syncwarp();
  }
#else
  for (int step = 16; step > 0; step /= 2) {
    sums[threadIdx.x] = sums[threadIdx.x] + sums[threadIdx.x + step];  // ERROR race
  }
#endif
  if (threadIdx.x == 0) y[0] = sums[0];
}

int main() {
  int* y = make<int>(64);
  bakery<<<1, kLanes>>>(y);
  hands_over<<<1, 32>>>(y);
  in_step<<<1, 32>>>(y);
  good(cudaDeviceSynchronize());
  cudaFree(y);
}
