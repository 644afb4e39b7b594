// SPDX-License-Identifier: Apache-2.0
// How often a warp waits for loads, and how long for results (tests/profile/count-rounds): the name
// of a kernel ends with the rounds of loads of global memory of each warp.
#include <cuda_pipeline.h>

__global__ void one_load_1(const int* a, int* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = a[i];
}

// Under way together.
__global__ void side_by_side_1(const int* a, const int* b, int* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = a[i] * b[i] + a[i + 64];
}

// The address of the second one comes with the first.
__global__ void one_after_the_other_2(const int* a, const int* b, int* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = b[a[i] & 63];
}

__global__ void three_steps_3(const int* a, const int* b, int* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = a[b[a[i] & 63] & 63] + b[i];
}

// Small conditional parts go with what is before them. (Loads that every lane may make, clang takes
// out of the branch itself.)
__global__ void behind_a_condition_1(const int* a, const int* b, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = a[i];
  if (i + 1 < n) sum += b[i + 1];
  if (i + 2 < n) sum += b[i + 2];
  y[i] = sum;
}

// Whether the second one is made, the first one says.
__global__ void when_a_load_says_so_2(const int* a, const int* b, int* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = a[i];
  if (sum >= 0) sum += b[i];
  y[i] = sum;
}

// What lies behind a barrier is not asked for before it.
__global__ void behind_a_barrier_2(const int* a, const int* b, int* y) {
  __shared__ int tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = a[i];
  __syncthreads();
  y[i] = tile[63 - threadIdx.x] + b[i];
}

// A list: sixteen steps, each with the address of the next one.
__global__ void chase_16(const int* a, int* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = i & 63;
#pragma unroll 1
  for (int k = 0; k < 16; ++k) at = a[at] & 63;
  y[i] = at;
}

// A load stays behind a store that may write what it reads, and that waits for another load.
__global__ void behind_a_store_2(const int* a, const int* b, int* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = a[i];
  y[i + 128] = b[i];
}

// Of another memory it cannot, and where the program says so.
__global__ void beside_a_store_1(const int* __restrict__ a, const int* __restrict__ b,
                                 int* __restrict__ y) {
  __shared__ int last;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = a[i];
  last = a[i + 64];
  y[i + 128] = b[i] + last;
}

// A sum that stays in memory: each of 16 rounds waits for its load.
__global__ void sum_in_memory_17(const int* a, int* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < 16; ++k) y[i] += a[(i + k) & 63];
}

// The same in a register: clang makes one round of four, and of these two go together.
__global__ void sum_in_register_4(const int* a, int* y, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < rounds; ++k) sum += a[(i + k) & 63];
  y[i] = sum;
}
// Where the program says that they do not, and where a GPU's compiler does not know the step, each
// waits for its own.
__global__ void not_unrolled_16(const int* a, int* y, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) sum += a[(i + k) & 63];
  y[i] = sum;
}
__global__ void steps_of_blocks_16(const int* a, int* y, int n) {
  int sum = 0;
  for (int k = threadIdx.x; k < n; k += blockDim.x) sum += a[k & 255];
  y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// Also where a number says how many rounds there are for this block.
__global__ void fills_by_blocks_4(const int* a, int* y) {
  __shared__ int tile[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) tile[k] = a[k];
  __syncthreads();
  y[blockIdx.x * blockDim.x + threadIdx.x] = tile[255 - threadIdx.x];
}
// These it runs together, sixteen at most.
__global__ void known_steps_16(const int* a, int* y, int n) {
  int sum = 0;
  for (int k = threadIdx.x; k < n; k += 64) sum += a[k & 255];
  y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Copies that are waited for two rounds later are under way with those of two other rounds.
__global__ void copies_ahead_13(const int4* a, int* y, int rounds) {
  __shared__ int4 pieces[3 * 64];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 2; ++k) {
    __pipeline_memcpy_async(&pieces[64 * k + t], &a[64 * k + t], 16);
    __pipeline_commit();
  }
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
    __pipeline_memcpy_async(&pieces[(k + 2) % 3 * 64 + t], &a[64 * (k % 2) + t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += pieces[k % 3 * 64 + 63 - t].x;
    __syncthreads();
  }
  y[blockIdx.x * blockDim.x + t] = sum;
}

// There are not as many.
__global__ void few_steps_2(const int* a, int* y, int n) {
  int sum = 0;
  for (int k = threadIdx.x; k < n; k += 64) sum += a[k & 255];
  y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Beside a division: a GPU's code for it goes another way for some numbers, and no load across
// that.
__global__ void sum_of_quotients_16(const float* a, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 1;
#pragma unroll 1
  for (int k = 0; k < 16; ++k) sum = a[(i + k) & 63] / (sum + 2);
  y[i] = sum;
}

// Two roots that need nothing of each other, and a load behind what waits for another one.
__global__ void one_root_behind_the_other_2(const float* a, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = sqrtf(a[i]) + sqrtf(a[i] + 1) + a[i + 64];
}

// Whether there is a next round, a load says.
__global__ void search_16(const int* a, int* y, int wanted) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = 0;
#pragma unroll 1
  for (; k < 16; ++k) {
    if (a[(i + k) & 63] == wanted) break;
  }
  y[i] = k;
}

// One warp of each two has all the work.
__global__ void one_warp_works_8(const int* a, int* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = i & 63;
  if (threadIdx.x >= 32) {
#pragma unroll 1
    for (int k = 0; k < 16; ++k) at = a[at] & 63;
  }
  y[i] = at;
}

// Results that need each other, and results that do not: as many instructions.
__global__ void needs_each_other_1(const float* a, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = a[i];
  y[i] = (((((((x * x) * x) * x) * x) * x) * x) * x) * x;
}
__global__ void needs_nothing_1(const float* a, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = a[i];
  y[i] = ((x * 3 + x * 5) + (x * 7 + x * 9)) + x * 11;
}
// A word of its own array says where the next one is.
__global__ void own_array_1(const float* a, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int own[8];
  for (int k = 0; k < 8; ++k) own[(k + i) % 8] = (k + 3 + i) % 8;
  const int first = a[i] > 1;
  y[i] = own[own[own[own[first]]]];
}
__global__ void divides_1(const float* a, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 3 / (2 / (1 / a[i] + 1) + 1);
}

// Integers are what this loop is there for: no more than counting, comparing and branching is
// overhead.
__global__ void works_0(int* y, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned v = i;
  for (int k = 0; k < rounds; ++k) v = v * 1664525u + (5u ^ v >> 16);
  y[i] = v;
}

int main() {
  int *a, *b, *y;
  for (auto* p : {&a, &b, &y}) {
    cudaMalloc(p, 2048);
    cudaMemset(*p, 0, 2048);
  }
  one_load_1<<<2, 64>>>(a, y);
  side_by_side_1<<<2, 64>>>(a, b, y);
  one_after_the_other_2<<<2, 64>>>(a, b, y);
  three_steps_3<<<2, 64>>>(a, b, y);
  behind_a_condition_1<<<2, 64>>>(a, b, y, 200);
  when_a_load_says_so_2<<<2, 64>>>(a, b, y);
  behind_a_barrier_2<<<2, 64>>>(a, b, y);
  chase_16<<<2, 64>>>(a, y);
  behind_a_store_2<<<2, 64>>>(a, b, y);
  beside_a_store_1<<<2, 64>>>(a, b, y);
  sum_in_memory_17<<<2, 64>>>(a, y);
  sum_in_register_4<<<2, 64>>>(a, y, 16);
  not_unrolled_16<<<2, 64>>>(a, y, 16);
  steps_of_blocks_16<<<2, 64>>>(a, y, 1024);
  fills_by_blocks_4<<<2, 64>>>(a, y);
  known_steps_16<<<2, 64>>>(a, y, 1024);
  few_steps_2<<<2, 64>>>(a, y, 128);
  copies_ahead_13<<<2, 64>>>(reinterpret_cast<int4*>(a), y, 12);
  search_16<<<2, 64>>>(a, y, 1);
  one_warp_works_8<<<2, 64>>>(a, y);
  auto* x = reinterpret_cast<float*>(a);
  auto* z = reinterpret_cast<float*>(y);
  needs_each_other_1<<<2, 64>>>(x, z);
  needs_nothing_1<<<2, 64>>>(x, z);
  own_array_1<<<2, 64>>>(x, z);
  one_root_behind_the_other_2<<<2, 64>>>(x, z);
  sum_of_quotients_16<<<2, 64>>>(x, z);
  divides_1<<<2, 64>>>(x, z);
  works_0<<<2, 64>>>(y, 100);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
