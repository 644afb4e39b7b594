// SPDX-License-Identifier: Apache-2.0
// Kernels of grids that are large enough that not all blocks are looked at
// (tests/profile/sample-blocks).
#include <cstdio>

__device__ unsigned scatter(unsigned i) {
  i = (i ^ i >> 15) * 0x2c1b3c6du;
  i = (i ^ i >> 12) * 0x297a2d39u;
  return i ^ i >> 15;
}

// Lanes that lie anywhere, some of them left out, alike in all blocks.
__global__ void gather(const int* x, int* y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (scatter(i) % 4 != 0) y[i] = x[scatter(i + 1) % n];
}

// Blocks that differ: each touches as many places as its number says.
__global__ void ramp(const int* x, int* y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned spread = 8 + blockIdx.x % 4096;
  y[i] = x[scatter(i) % spread * 8 % n];
}

// One block in the whole grid, which the sample may well not have.
__global__ void lonely(int* y, unsigned n, unsigned which) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == which) y[scatter(threadIdx.x) % n] = 1;
  y[i % n] = 2;
}

// Shared memory: banks that lanes meet in by chance.
__global__ void histogram(int* out, unsigned n) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[scatter(i) % 256], 1);
  __syncthreads();
  if (bins[threadIdx.x] > 12) out[threadIdx.x % n] = 1;
}

// In order: code counts it alone, in every block.
__global__ void in_order(const int* x, int* y) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] + 1;
}

int main() {
  constexpr unsigned kBlocks = 20000, kThreads = 64, kNumbers = kBlocks * 256;
  int *x, *y;
  cudaMalloc(&x, kNumbers * sizeof(int));
  cudaMalloc(&y, kNumbers * sizeof(int));
  cudaMemset(x, 0, kNumbers * sizeof(int));
  gather<<<kBlocks, kThreads>>>(x, y, kNumbers);
  ramp<<<kBlocks, kThreads>>>(x, y, kNumbers);
  lonely<<<kBlocks, kThreads>>>(y, kNumbers, 4711);
  histogram<<<kBlocks, 256>>>(y, kNumbers);
  in_order<<<kBlocks, kThreads>>>(x, y);
  const auto error = cudaDeviceSynchronize();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
