// SPDX-License-Identifier: Apache-2.0
// Races beside rows of global memory that are no whole ones, which the engine notes by cells: one
// lane's store of what a block has found, a part of a warp, lanes far apart.
#include "planted.h"

constexpr int kThreads = 64, kBlocks = 16, kCount = kThreads * kBlocks;

__device__ int own() {
  return static_cast<int>(blockIdx.x * kThreads + threadIdx.x);
}

__global__ void result_of_a_block(int* y) {
  if (threadIdx.x == 0) y[blockIdx.x / PLANT(2, 1)] = own();  // ERROR race
}

__global__ void result_that_others_load(int* y, int* z) {
  if (threadIdx.x == 5) y[blockIdx.x] = own();                                         // ERROR race
  if (threadIdx.x == 40) z[blockIdx.x] = y[PLANT(kBlocks - 1 - blockIdx.x, kBlocks)];  // ERROR race
}

__global__ void part_of_a_warp(int* y, int* z) {
  const int lane = threadIdx.x % 32;
  if (lane < 20) y[own()] = own();                                             // ERROR race
  if (lane > 24) z[own()] = y[PLANT(lane == 31 ? own() - 20 : own(), own())];  // ERROR race
}

__global__ void far_apart(int* y) {
  y[9 * own()] = own();                                          // ERROR race
  y[9 * PLANT((own() + 33) % kCount, own()) + PLANT(0, 1)] = 0;  // ERROR race
}

__global__ void vectors_apart(int4* y, int* z) {
  y[3 * own()] = int4{1, 2, 3, own()};                              // ERROR race
  z[own()] = reinterpret_cast<int*>(y)[12 * own() + PLANT(-9, 3)];  // ERROR race
}

// All lanes of a warp at one place.
__global__ void one_place(int* y) {
  if (PLANT(true, threadIdx.x % 32 == 0)) y[own() / 32] = own();  // ERROR race
}

// The launch before is ordered before this one, whatever it has left there.
__global__ void result_again(int* y) {
  if (threadIdx.x == 7) y[blockIdx.x] += own();                         // ERROR race
  if (PLANT(blockIdx.x == 3 && threadIdx.x == 9, false)) y[3] = own();  // ERROR race
}

int main() {
  auto *y = make<int>(12 * kCount + 4), *z = make<int>(kCount);
  // The second time, the engine has words for the cells there.
  for (int k = 0; k < 3; ++k) {
    result_of_a_block<<<kBlocks, kThreads>>>(y);
    result_that_others_load<<<kBlocks, kThreads>>>(y, z);
    part_of_a_warp<<<kBlocks, kThreads>>>(y, z);
    far_apart<<<kBlocks, kThreads>>>(y);
    vectors_apart<<<kBlocks, kThreads>>>(reinterpret_cast<int4*>(y + 12), z);
    one_place<<<kBlocks, kThreads>>>(y);
    result_again<<<kBlocks, kThreads>>>(y);
  }
  good(cudaDeviceSynchronize());
}
