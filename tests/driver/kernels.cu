// SPDX-License-Identifier: Apache-2.0
// The module of the tests.
#include <cooperative_groups.h>

struct Pair {
  char tag;
  double value;
};

__constant__ int table[32];
__device__ unsigned long long counted;
__device__ int initial[4] = {5, 6, 7, 8};

extern "C" __global__ void axpy(float* y, const float* x, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}

// Parameters with holes between them.
extern "C" __global__ void parameters(double* out, char a, Pair b, short c) {
  out[threadIdx.x] = a + b.tag * 10 + b.value * 100 + c * 1000 + threadIdx.x;
}

extern "C" __global__ void look_up(int* out) {
  out[threadIdx.x] = table[31 - threadIdx.x % 32] + initial[threadIdx.x % 4];
  atomicAdd(&counted, threadIdx.x);
}

extern "C" __global__ void reverse(int* data) {
  extern __shared__ int shared[];
  shared[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
}

// Every block reads what the next one wrote.
extern "C" __global__ void around(int* data) {
  data[blockIdx.x] = 10 * blockIdx.x;
  cooperative_groups::this_grid().sync();
  const int next = data[(blockIdx.x + 1) % gridDim.x];
  cooperative_groups::this_grid().sync();
  data[blockIdx.x] = next;
}

extern "C" __global__ void clusters(unsigned* out) {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  out[blockIdx.x] = rank;
}

extern "C" __global__ void out_of_bounds(int* data) {
  data[1ull << 44] = 1;
}

__global__ void mangled() {}

extern "C" __global__ void sample(float* out, cudaTextureObject_t texture, float step) {
  out[threadIdx.x] = tex2D<float>(texture, 0.5f + step * threadIdx.x, 1.5f);
}

// The multiprocessors that blocks are on.
extern "C" __global__ void where(unsigned* out) {
  unsigned here;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(here));
  if (threadIdx.x == 0) out[blockIdx.x] = here;
}
