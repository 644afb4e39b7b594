// SPDX-License-Identifier: Apache-2.0
// Right programs that look suspicious: no word about any of them.
#include <cuda_fp16.h>

#include "planted.h"

struct Padded {
  char tag;
  double value;
  short tail;  // six bytes of padding behind it
};
__global__ void padded_structs(Padded* to, const Padded* from, int n) {
  int i = threadIdx.x;
  if (i < n) to[i] = from[i];
}

// 255 elements, four at a time: the last vector only where it is whole.
__global__ void vectors_and_a_tail(float* to, const float* from, int n) {
  int i = 4 * threadIdx.x;
  if (i + 3 < n) {
    *reinterpret_cast<float4*>(to + i) = *reinterpret_cast<const float4*>(from + i);
  } else {
    for (; i < n; ++i) to[i] = from[i];
  }
}

// A pool of the program's own.
__global__ void own_pool(char* pool, int* y) {
  int* numbers = reinterpret_cast<int*>(pool);
  double* doubles = reinterpret_cast<double*>(pool + 1024);
  numbers[threadIdx.x] = threadIdx.x;
  doubles[threadIdx.x] = threadIdx.x;
  __syncthreads();
  y[threadIdx.x] = numbers[31 - threadIdx.x] + static_cast<int>(doubles[31 - threadIdx.x]);
}

// A pointer to the end of an array, where another may begin.
__global__ void reverse(const int* end, int* y, int n) {
  if (threadIdx.x < n) y[threadIdx.x] = end[-1 - static_cast<int>(threadIdx.x)];
}

__global__ void heap_in_kernels(int* y) {
  int* mine = new int[8];
  for (int i = 0; i < 8; ++i) mine[i] = threadIdx.x + i;
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += mine[i];
  delete[] mine;
  y[threadIdx.x] = sum;
}

// A type that promises more than the memory keeps, read word by word.
struct __align__(32) Totals {
  int of_warps[4];
  int all;
};
__global__ void promised_too_much(int* y) {
  __shared__ int4 words[5];
  Totals* totals = reinterpret_cast<Totals*>(words + 1);
  if (threadIdx.x == 0) totals->all = y[0];
  if (threadIdx.x % 8 == 0) totals->of_warps[threadIdx.x / 8] = threadIdx.x;
  __syncthreads();
  y[threadIdx.x] = totals->all + totals->of_warps[0];
}

union Word {
  int whole;
  short parts[2];
};
__global__ void unions_and_halves(__half2* y) {
  __shared__ Word words[32];
  words[threadIdx.x].whole = threadIdx.x;
  __syncthreads();
  y[threadIdx.x] = __floats2half2_rn(words[31 - threadIdx.x].parts[0], words[0].parts[1]);
}

__managed__ int managed[32];
__global__ void managed_variable() {
  managed[threadIdx.x] = threadIdx.x;
}

__global__ void texts(const char* text, int* y) {
  const char* own = "abcdefgh";
  y[threadIdx.x] = text[threadIdx.x] + own[threadIdx.x % 8];
}

int main() {
  Padded* structs = make<Padded>(20);
  padded_structs<<<1, 32>>>(structs + 10, structs, 10);
  float* from = make<float>(255);
  float* to = make<float>(255);
  vectors_and_a_tail<<<1, 64>>>(to, from, 255);
  int* y = make<int>(128);
  own_pool<<<1, 32>>>(make<char>(1024 + 32 * 8), y);
  int* array = make<int>(128);
  make<int>(128);
  reverse<<<1, 32>>>(array + 128, y, 32);
  heap_in_kernels<<<1, 32>>>(y);
  promised_too_much<<<1, 32>>>(reinterpret_cast<int*>(y));
  unions_and_halves<<<1, 32>>>(reinterpret_cast<__half2*>(y));
  managed_variable<<<1, 32>>>();
  char* pinned = nullptr;
  good(cudaMallocHost(&pinned, 32));
  for (int i = 0; i < 32; ++i) pinned[i] = 'a';
  texts<<<1, 32>>>(pinned, y);
  good(cudaDeviceSynchronize());
  good(cudaFreeHost(pinned));
  std::printf("done\n");
}
