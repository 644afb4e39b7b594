// SPDX-License-Identifier: Apache-2.0
// Rows of shared and global memory of which stores define a part: some lanes, lanes apart, one
// place, cells that begin between two words. And lanes in any order near each other.
#include "planted.h"

constexpr int kThreads = 32;

__global__ void some_lanes(int* y) {
  __shared__ int a[kThreads];
  if (threadIdx.x < PLANT(21, 32)) a[threadIdx.x] = 1;
  __syncthreads();
  y[threadIdx.x] = 1 + a[threadIdx.x];  // ERROR uninitialised (21,0,0)
}

__global__ void holes_in_the_mask(int* y) {
  __shared__ int a[kThreads];
  if (threadIdx.x % 4 != PLANT(2, 4)) a[threadIdx.x] = 1;
  __syncthreads();
  y[threadIdx.x] = 1 + a[threadIdx.x];  // ERROR uninitialised (2,0,0)
}

__global__ void one_place(int* y) {
  __shared__ int a[2];
  if (threadIdx.x == 7) a[1] = 3;
  if (threadIdx.x == PLANT(kThreads, 9)) a[0] = 4;
  __syncthreads();
  y[threadIdx.x] = 1 + a[threadIdx.x % 2];  // ERROR uninitialised (0,0,0)
}

// Columns of a tile with a border, one row of which is missing.
__global__ void columns(int* y) {
  __shared__ int tile[32][33];
  const int x = threadIdx.x, row = threadIdx.y;
  if (row != PLANT(5, 32)) tile[x][row] = x;
  __syncthreads();
  y[32 * row + x] = 1 + tile[row][x];  // ERROR uninitialised (5,0,0)
}

// Members of structs that lie side by side: the others stay undefined.
struct Cell {
  short first;
  short second;
  int third;
};
__global__ void members(int* y) {
  __shared__ Cell cells[kThreads];
  cells[threadIdx.x].first = 1;
  cells[threadIdx.x].third = 1;
  PLANT((void)0, cells[threadIdx.x].second = 1);
  __syncthreads();
  y[threadIdx.x] = 1 + cells[kThreads - 1 - threadIdx.x].second;  // ERROR uninitialised (0,0,0)
}

// A row that begins in the middle of 8 bytes, of global memory.
__global__ void shifted(int* x) {
  x[threadIdx.x + 1] = 1;
}
__global__ void use_of_shifted(const int* x, int* y) {
  y[threadIdx.x] = 1 + x[threadIdx.x + PLANT(2, 1)];  // ERROR uninitialised (31,0,0)
}

// Two blocks define cells of the same eight bytes.
__global__ void odd_and_even(int* x) {
  x[2 * threadIdx.x + blockIdx.x] = 1;
}
__global__ void use_of_both(const int* x, int* y) {
  y[threadIdx.x] = 1 + x[threadIdx.x + PLANT(33, 32)];  // ERROR uninitialised (31,0,0)
}

// Lanes in another order than their addresses, near each other: between what they touch lies what
// nobody has written, and what they touch has it at either end.
__global__ void between_lanes(const int* order, int* y) {
  __shared__ int a[2 * kThreads];
  a[2 * threadIdx.x] = 1;
  __syncthreads();
  const int odd = PLANT(threadIdx.x == 9, 0);
  y[threadIdx.x] = 1 + a[2 * order[threadIdx.x] + odd];  // ERROR uninitialised (9,0,0)
}
__global__ void last_of_lanes(const int* order, int* y) {
  __shared__ int a[256];
  for (int i = threadIdx.x; i < PLANT(255, 256); i += kThreads) a[i] = 1;
  __syncthreads();
  const int k = order[threadIdx.x];
  y[threadIdx.x] = 1 + a[k == 0 ? 0 : 7 + 8 * k];  // ERROR uninitialised (0,0,0)
}
__global__ void first_of_lanes(const int* order, int* y) {
  __shared__ int a[257];
  for (int i = threadIdx.x + PLANT(2, 1); i < 257; i += kThreads) a[i] = 1;
  __syncthreads();
  y[threadIdx.x] = 1 + a[1 + 8 * order[threadIdx.x]];  // ERROR uninitialised (31,0,0)
}

int main() {
  int falling[kThreads];
  for (int i = 0; i < kThreads; ++i) falling[i] = kThreads - 1 - i;
  auto* order = make<int>(kThreads);
  good(cudaMemcpy(order, falling, sizeof falling, cudaMemcpyHostToDevice));
  auto* y = make<int>(1024);
  int *x = nullptr, *z = nullptr;
  good(cudaMalloc(&x, 128 * sizeof(int)));
  good(cudaMalloc(&z, 128 * sizeof(int)));
  some_lanes<<<1, kThreads>>>(y);
  holes_in_the_mask<<<1, kThreads>>>(y);
  one_place<<<1, kThreads>>>(y);
  columns<<<1, dim3(32, 32)>>>(y);
  members<<<1, kThreads>>>(y);
  shifted<<<1, kThreads>>>(x);
  use_of_shifted<<<1, kThreads>>>(x, y);
  odd_and_even<<<2, kThreads>>>(z);
  use_of_both<<<1, kThreads>>>(z, y);
  between_lanes<<<1, kThreads>>>(order, y);
  last_of_lanes<<<1, kThreads>>>(order, y);
  first_of_lanes<<<1, kThreads>>>(order, y);
  good(cudaDeviceSynchronize());
  cudaFree(order);
  cudaFree(x);
  cudaFree(z);
  cudaFree(y);
}
