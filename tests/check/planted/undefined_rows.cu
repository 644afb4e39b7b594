// SPDX-License-Identifier: Apache-2.0
// Rows of shared and global memory of which stores define a part: some lanes, lanes apart, one
// place, cells that begin between two words.
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

int main() {
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
  good(cudaDeviceSynchronize());
  cudaFree(x);
  cudaFree(z);
  cudaFree(y);
}
