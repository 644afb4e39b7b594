// SPDX-License-Identifier: Apache-2.0
// Atomic additions whose result nobody uses, which a worker sums up and carries out at its end: of
// all blocks at one place, of lanes side by side. What some lanes may not add is added by nobody,
// and what the others add arrives.
#include "planted.h"

constexpr int kBlocks = 40, kThreads = 64;

__global__ void far_place(int* total) {
  atomicAdd(total + PLANT(4096, 0), 1);  // ERROR out-of-bounds (0,0,0)
}

// The last lanes are outside.
__global__ void some_lanes(int* bins) {
  atomicAdd(&bins[threadIdx.x], 2);  // ERROR out-of-bounds (48,0,0)
}

// The first sum of each block goes nowhere, the second one to where it belongs.
__global__ void far_and_near(int* total) {
  int sum = threadIdx.x;
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
  if (threadIdx.x % 32 == 0) {
    atomicAdd(total + PLANT(4096, 1), sum);  // ERROR out-of-bounds (0,0,0)
    atomicAdd(total, sum);
  }
}

// Plainly beside them.
__global__ void read_beside(int* total, int* y) {
  atomicAdd(total, 1);                                         // ERROR race
  if (PLANT(blockIdx.x == 3, false)) y[threadIdx.x] = *total;  // ERROR race
}

// What is added to nobody has written.
__global__ void undefined(int* total) {
  atomicAdd(total, 1);  // ERROR uninitialised (0,0,0)
}

static void expect(const char* what, int found, int expected) {
  if (found == expected) return;
  std::printf("%s: %d, expected %d\n", what, found, expected);
  std::exit(4);
}

int main() {
  auto* total = make<int>(2);
  auto* bins = make<int>(PLANT(48, kThreads));
  auto* y = make<int>(kThreads);
  int* unset = nullptr;
  good(cudaMalloc(&unset, sizeof(int)));
  PLANT(cudaSuccess, cudaMemset(unset, 0, sizeof(int)));
  int sums[2], counts[kThreads];
  far_place<<<kBlocks, kThreads>>>(total);
  good(cudaMemcpy(sums, total, sizeof(sums), cudaMemcpyDefault));
  expect("far_place", sums[0], PLANT(0, kBlocks * kThreads));
  some_lanes<<<kBlocks, kThreads>>>(bins);
  good(cudaMemcpy(counts, bins, PLANT(48, kThreads) * sizeof(int), cudaMemcpyDefault));
  for (int i = 0; i < PLANT(48, kThreads); ++i) expect("some_lanes", counts[i], 2 * kBlocks);
  good(cudaMemset(total, 0, 2 * sizeof(int)));
  far_and_near<<<kBlocks, kThreads>>>(total);
  good(cudaMemcpy(sums, total, sizeof(sums), cudaMemcpyDefault));
  expect("far_and_near", sums[0], kBlocks * (kThreads - 1) * kThreads / 2);
  expect("far_and_near", sums[1], PLANT(0, kBlocks * (kThreads - 1) * kThreads / 2));
  read_beside<<<kBlocks, kThreads>>>(total, y);
  undefined<<<kBlocks, kThreads>>>(unset);
  good(cudaDeviceSynchronize());
  cudaFree(total);
  cudaFree(bins);
  cudaFree(y);
  cudaFree(unset);
}
