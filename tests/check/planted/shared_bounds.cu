// SPDX-License-Identifier: Apache-2.0
// Beyond arrays in shared memory.
#include <cuda_fp16.h>

// What an access that is kept from memory does not write is read later.
// OPTIONS: --tool memcheck
#include "planted.h"

__global__ void into_the_next_array(int* y) {
  __shared__ int first[32];
  __shared__ int second[32];
  int i = threadIdx.x;
  second[i] = i;
  first[i + PLANT(1, 0)] = i;  // ERROR out-of-bounds (31,0,0)
  __syncthreads();
  y[i] = first[31 - i] + second[31 - i];
}

__global__ void dynamic_array(int* y) {
  extern __shared__ int numbers[];
  int i = threadIdx.x;
  numbers[i] = i;  // ERROR out-of-bounds (24,0,0)
  __syncthreads();
  y[i] = numbers[i / 2];
}

__global__ void carved_by_hand(float* y, int n) {
  extern __shared__ char raw[];
  float* values = reinterpret_cast<float*>(raw);
  int* keys = reinterpret_cast<int*>(values + n);
  int i = threadIdx.x;
  values[i] = i;
  keys[i + PLANT(4, 0)] = i;  // ERROR out-of-bounds (28,0,0)
  __syncthreads();
  y[i] = values[31 - i] + keys[31 - i];
}

template <int Size>
__global__ void tile(float* y) {
  __shared__ float cells[Size][Size];
  __shared__ float border[Size];
  int x = threadIdx.x, row = threadIdx.y;
  if (row == 0) border[x] = 1;
  cells[row][x] = x;
  __syncthreads();
  y[row * Size + x] = cells[row + PLANT(1, 0)][x] + border[x];  // ERROR out-of-bounds (0,7,0)
}

struct Stack {
  int items[8];
  int top;
};
__global__ void array_in_a_struct(int* y) {
  __shared__ Stack stack;
  __shared__ int other[16];
  int i = threadIdx.x;
  other[i] = i;
  if (i < 8) stack.items[i] = i;
  __syncthreads();
  y[i] = stack.items[i / 2 + PLANT(2, 0)] + other[15 - i];  // ERROR out-of-bounds (14,0,0)
}

__global__ void atomics(int* y) {
  __shared__ int bins[8];
  __shared__ int others[8];
  int i = threadIdx.x;
  if (i < 8) bins[i] = others[i] = 0;
  __syncthreads();
  atomicAdd(&bins[i % PLANT(9, 8)], 1);  // ERROR out-of-bounds (8,0,0)
  __syncthreads();
  if (i < 8) y[i] = bins[i] + others[i];
}

__global__ void vectors(float2* y) {
  __shared__ float2 pairs[16];
  __shared__ float2 more[16];
  int i = threadIdx.x;
  more[i] = make_float2(i, i);
  pairs[i] = make_float2(i, 1);
  __syncthreads();
  float2 pair = pairs[i + PLANT(1, 0)];  // ERROR out-of-bounds (15,0,0)
  y[i] = make_float2(pair.x + more[15 - i].x, pair.y);
}

__global__ void before_the_beginning(__half* y) {
  __shared__ __half left[32];
  __shared__ __half right[32];
  int i = threadIdx.x;
  left[i] = right[i] = __int2half_rn(i);
  __syncthreads();
  y[i] = __hadd(right[i - PLANT(1, 0)], left[i - PLANT(1, 0)]);  // ERROR out-of-bounds (0,0,0)
}

int main() {
  auto* y = make<float>(1024);
  auto* z = reinterpret_cast<int*>(y);
  into_the_next_array<<<1, 32>>>(z);
  dynamic_array<<<1, 32, PLANT(24, 32) * sizeof(int)>>>(z);
  carved_by_hand<<<1, 32, 64 * sizeof(int)>>>(y, 32);
  tile<8><<<1, dim3(8, 8)>>>(y);
  array_in_a_struct<<<1, 16>>>(z);
  atomics<<<1, 32>>>(z);
  vectors<<<1, 16>>>(reinterpret_cast<float2*>(y));
  before_the_beginning<<<1, 32>>>(reinterpret_cast<__half*>(y));
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
