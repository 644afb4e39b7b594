// SPDX-License-Identifier: Apache-2.0
// Managed and pinned memory that the host shall write, and has written in part.
#include <cstring>

#include "planted.h"

template <class T>
T* managed(int count) {
  T* memory = nullptr;
  good(cudaMallocManaged(&memory, count * sizeof(T)));
  return memory;
}
template <class T>
T* pinned(int count) {
  T* memory = nullptr;
  good(cudaMallocHost(&memory, count * sizeof(T)));
  return memory;
}

__global__ void twice(float* y, const float* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 2 * x[i];  // ERROR uninitialised (40,0,0)
}

__global__ void in_place(int* x) {
  x[threadIdx.x] += 1;  // ERROR uninitialised (63,0,0)
}

__global__ void of_bytes(int* y, const unsigned char* x) {
  if (x[threadIdx.x] > 3) y[threadIdx.x] = 1;  // ERROR uninitialised (8,0,0)
}

__global__ void counter(int* count) {
  atomicAdd(count, 1);  // ERROR uninitialised (0,0,0)
}

__global__ void of_a_copy(float* y, const float* x) {
  y[threadIdx.x] = x[threadIdx.x] + 1;  // ERROR uninitialised (32,0,0)
}

// What somebody writes: a kernel, a copy, a set, the host alone.
__global__ void write(int* x) {
  x[threadIdx.x] = static_cast<int>(threadIdx.x);
}
__global__ void sum(int* total, const int* x) {
  atomicAdd(total, x[threadIdx.x]);
}

struct Holed {
  char tag;
  int value;
};
__global__ void of_structs(int* y, const Holed* x) {
  const Holed one = x[threadIdx.x];
  y[threadIdx.x] = one.value + one.tag;
}

int main() {
  float* y = make<float>(1000);
  int* integers = make<int>(1000);
  const int end = PLANT(168, 256);

  float* x = managed<float>(256);
  for (int i = 0; i < end; ++i) x[i] = 0;
  twice<<<4, 64>>>(y, x);
  int* numbers = pinned<int>(64);
  std::memset(numbers, 0, PLANT(63, 64) * sizeof(int));
  in_place<<<1, 64>>>(numbers);
  unsigned char* bytes = pinned<unsigned char>(40);
  std::memset(bytes, 7, PLANT(8, 40));
  of_bytes<<<1, 40>>>(integers, bytes);
  good(cudaDeviceSynchronize());
  int* count = managed<int>(1);
  if (PLANT(false, true)) *count = 0;
  counter<<<1, 32>>>(count);

  float *from = pinned<float>(64), *device = nullptr;
  for (int i = 0; i < PLANT(32, 64); ++i) from[i] = static_cast<float>(i);
  good(cudaMalloc(&device, 256));
  good(cudaMemcpyAsync(device, from, 256, cudaMemcpyHostToDevice));
  of_a_copy<<<1, 64>>>(y, device);
  float host[64], *nothing = managed<float>(64);
  if (PLANT(false, true)) nothing[5] = 1;
  good(cudaMemcpy(host, nothing, 256, cudaMemcpyDefault));  // ERROR uninitialised

  int *written = managed<int>(64), *copied = pinned<int>(64), *set = managed<int>(64);
  write<<<1, 64>>>(written);
  good(cudaMemcpy(copied, written, 256, cudaMemcpyDefault));
  good(cudaMemset(set, 0, 256));
  for (const int* some : {written, copied, set}) sum<<<1, 64>>>(integers, some);
  good(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i) set[i] += copied[i];
  sum<<<1, 64>>>(integers, set);
  Holed* structs = managed<Holed>(32);
  for (int i = 0; i < 32; ++i) structs[i] = {'a', i};
  of_structs<<<1, 32>>>(integers, structs);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
