// SPDX-License-Identifier: Apache-2.0
// Races beside accesses to shared memory that compiled code notes by itself: rows of lanes, which
// most blocks touch alike between the same two barriers.
#include "planted.h"

constexpr int kBlocks = 8, kThreads = 64;

// The first and the last access are those of all blocks; in one block a warp writes where the other
// one does in between.
__global__ void one_block_differs(int* y) {
  __shared__ int a[kThreads], b[kThreads];
  const int i = threadIdx.x, warp = i / 32;
  b[i] = 0;
  __syncthreads();
  a[i] = i;
  b[i + (blockIdx.x == PLANT(5, kBlocks) && warp == 0 ? 32 : 0)] = 7 * i;  // ERROR race
  y[blockIdx.x * kThreads + i] = a[i];
  __syncthreads();
  y[blockIdx.x * kThreads + i] += b[i];
}

// The same addresses, but of one lane more: it writes what the other warp writes.
__global__ void one_lane_more(int* y) {
  __shared__ int a[kThreads + 32];
  const int i = threadIdx.x;
  a[i] = i;
  __syncthreads();
  const int lanes = blockIdx.x == PLANT(6, kBlocks) ? 17 : 16;
  if (i % 32 < lanes) a[i + i / 32 * -16] = i;  // ERROR race
  __syncthreads();
  y[blockIdx.x * kThreads + i] = a[i];
}

// Before the rows, which are those of all blocks, one block has written to places that are no rows.
__global__ void scattered_before(const int* order, int* y) {
  __shared__ int a[kThreads];
  const int i = threadIdx.x;
  if (blockIdx.x == PLANT(4, kBlocks)) a[order[i]] = i;  // ERROR race
  a[i] = 2 * i;                                          // ERROR race
  __syncthreads();
  y[blockIdx.x * kThreads + i] = a[i ^ 1];
}

// By the warp that comes first, where the other one's row is.
__global__ void scattered_by_first_warp(const int* order, int* y) {
  __shared__ int a[kThreads];
  const int i = threadIdx.x;
  if (blockIdx.x == PLANT(4, kBlocks) && i < 32) a[32 + order[i] % 32] = i;  // ERROR race
  a[i] = 2 * i;                                                              // ERROR race
  __syncthreads();
  y[blockIdx.x * kThreads + i] = a[i ^ 1];
}

// And behind them.
__global__ void scattered_behind(const int* order, int* y) {
  __shared__ int a[kThreads];
  const int i = threadIdx.x;
  a[i] = 2 * i;                                          // ERROR race
  if (blockIdx.x == PLANT(4, kBlocks)) a[order[i]] = i;  // ERROR race
  __syncthreads();
  y[blockIdx.x * kThreads + i] = a[i ^ 1];
}

// Columns against rows, without the barrier.
__global__ void columns(int* y) {
  __shared__ int tile[32][33];
  const int x = threadIdx.x, row = threadIdx.y;
  tile[row][x] = 0;
  __syncthreads();
  tile[x][row] = 32 * row + x;  // ERROR race
  PLANT((void)0, __syncthreads());
  y[32 * row + x] = tile[row][x];  // ERROR race
}

// More accesses between two barriers than there is room for: the first ones race with the last one.
__global__ void many_accesses(int rounds, int* y) {
  __shared__ int a[kThreads], b[16 * kThreads];
  const int i = threadIdx.x;
  a[i] = 0;
  __syncthreads();
  a[i] = i;  // ERROR race
  PLANT((void)0, __syncthreads());
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) b[k % 16 * kThreads + i] = k;
  y[blockIdx.x * kThreads + i] = a[i ^ 32] + b[i];  // ERROR race
}

// The barrier that a loop comes to, in the last round only there is a race.
__global__ void last_round(int rounds, int* y) {
  __shared__ int a[2 * kThreads];
  const int i = threadIdx.x, warp = i / 32;
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
    const int shift = k == PLANT(rounds - 1, rounds) && warp == 1 ? -32 : 0;
    a[i + shift] = k;  // ERROR race
    __syncthreads();
  }
  y[blockIdx.x * kThreads + i] = a[i];
}

// Between a warp's notes its lanes meet, or do not.
__global__ void meetings(int* y) {
  __shared__ int a[kThreads], b[kThreads];
  const int i = threadIdx.x, base = i & ~31;
  a[i] = i;
  __syncwarp();
  b[i] = a[base + 31 - i % 32];  // ERROR race
  PLANT((void)0, __syncwarp());
  const int v = b[base + 31 - i % 32];  // ERROR race
  __syncwarp();
  a[i] = v;
  __syncthreads();
  y[blockIdx.x * kThreads + i] = a[i];
}

// The same places in the program first where no two threads meet, then where they do.
__global__ void rounds_of_meetings(int rounds, int* y) {
  __shared__ int a[2 * kThreads];
  const int i = threadIdx.x;
  int sum = 0;
  a[i + kThreads] = 0;
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
    a[i] = k;  // ERROR race
    PLANT((void)0, __syncwarp());
    if (i % 32 < 31) sum += a[i + (k < 2 ? kThreads : 1)];  // ERROR race
    __syncthreads();
  }
  y[blockIdx.x * kThreads + i] = sum;
}

// Behind the last barrier of the block, too.
__global__ void at_the_end(int* y) {
  __shared__ int a[kThreads];
  const int i = threadIdx.x, warp = i / 32;
  a[i] = i;
  __syncthreads();
  const bool other = blockIdx.x == PLANT(7, kBlocks) && warp == 1;
  a[i - (other ? 32 : 0)] = 2 * i;      // ERROR race
  y[blockIdx.x * kThreads + i] = a[i];  // ERROR race
}

int main() {
  auto* y = make<int>(1024);
  auto* order = make<int>(kThreads);
  int host[kThreads];
  for (int i = 0; i < kThreads; ++i) host[i] = (5 * i + 3) % kThreads;
  good(cudaMemcpy(order, host, sizeof(host), cudaMemcpyDefault));
  one_block_differs<<<kBlocks, kThreads>>>(y);
  one_lane_more<<<kBlocks, kThreads>>>(y);
  scattered_before<<<kBlocks, kThreads>>>(order, y);
  scattered_by_first_warp<<<kBlocks, kThreads>>>(order, y);
  scattered_behind<<<kBlocks, kThreads>>>(order, y);
  columns<<<1, dim3(32, 32)>>>(y);
  many_accesses<<<2, kThreads>>>(600, y);
  last_round<<<2, kThreads>>>(20, y);
  meetings<<<kBlocks, kThreads>>>(y);
  rounds_of_meetings<<<2, kThreads>>>(4, y);
  at_the_end<<<kBlocks, kThreads>>>(y);
  good(cudaDeviceSynchronize());
  cudaFree(order);
  cudaFree(y);
}
