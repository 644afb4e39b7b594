// SPDX-License-Identifier: Apache-2.0
// Memory that is read before anybody writes it.
#include <vector>

#include "planted.h"

template <class T>
T* unwritten(int count) {
  T* memory = nullptr;
  good(cudaMalloc(&memory, count * sizeof(T)));
  if (PLANT(false, true)) good(cudaMemset(memory, 0, count * sizeof(T)));
  return memory;
}

__global__ void result(float* y, const float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i] + 1;  // ERROR uninitialised (40,0,0)
}

__global__ void sums(float* y, const float* x, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];  // ERROR uninitialised (0,0,0)
  y[threadIdx.x] = sum;
}

__global__ void branch(int* y, const int* x) {
  if (x[threadIdx.x] > 3) y[threadIdx.x] = 1;  // ERROR uninitialised (0,0,0)
}

__global__ void address(int* y, const int* index) {
  y[(index[threadIdx.x] & 7) * 40 + threadIdx.x] = 1;  // ERROR uninitialised (0,0,0)
}

__global__ void counter(int* count) {
  atomicAdd(count, 1);  // ERROR uninitialised (0,0,0)
}

// A copy of what nobody has written is no error, what is computed from the copy is.
__global__ void copy(float* y, const float* x) {
  y[threadIdx.x] = x[threadIdx.x];
}
__global__ void use_of_copy(float* y, const float* x) {
  y[threadIdx.x] = x[threadIdx.x] * 3;  // ERROR uninitialised (0,0,0)
}

// Through a tile in shared memory.
__global__ void tile(float* y, const float* x) {
  __shared__ float part[64];
  part[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = part[63 - threadIdx.x] + 1;  // ERROR uninitialised (0,0,0)
}

__global__ void shared(float* y) {
  __shared__ float part[65];
  part[threadIdx.x] = threadIdx.x;
  __syncthreads();
  y[threadIdx.x] = 2 * part[threadIdx.x + PLANT(1, 0)];  // ERROR uninitialised (63,0,0)
}

struct Pair {
  char tag;  // three bytes behind it are nobody's
  int value;
};
__global__ void set_pairs(Pair* y) {
  y[threadIdx.x].tag = 'a';
  if (PLANT(threadIdx.x != 9, true)) y[threadIdx.x].value = threadIdx.x;
}
__global__ void use_pairs(int* y, const Pair* x) {
  const Pair pair = x[threadIdx.x];  // ERROR uninitialised (9,0,0)
  y[threadIdx.x] = pair.value + pair.tag;
}

__global__ void on_heap(int* y) {
  int* mine = static_cast<int*>(malloc(8));
  mine[0] = 1;
  if (PLANT(false, true)) mine[1] = 2;
  y[threadIdx.x] = mine[0] + 5 * mine[1];  // ERROR uninitialised (0,0,0)
  free(mine);
}

int main() {
  float* y = make<float>(1000);
  int* integers = make<int>(1000);
  std::vector<float> host(1000);

  // All but the end of it is written.
  float* x = unwritten<float>(1000);
  good(cudaMemcpy(x, host.data(), 168 * sizeof(float), cudaMemcpyHostToDevice));
  result<<<4, 64>>>(y, x, 200);

  float* whole = unwritten<float>(1000);
  sums<<<1, 32>>>(y, whole, 1000);

  int* numbers = unwritten<int>(1000);
  branch<<<1, 32>>>(integers, numbers);
  address<<<1, 32>>>(integers, numbers);
  counter<<<1, 32>>>(unwritten<int>(1));

  float* copied = unwritten<float>(64);
  copy<<<1, 64>>>(copied, whole);
  use_of_copy<<<1, 64>>>(y, copied);
  float* again = unwritten<float>(64);
  good(cudaMemcpy(again, whole, 256, cudaMemcpyDeviceToDevice));
  tile<<<1, 64>>>(y, again);
  shared<<<1, 64>>>(y);

  Pair* pairs = nullptr;
  good(cudaMalloc(&pairs, 32 * sizeof(Pair)));
  set_pairs<<<1, 32>>>(pairs);
  use_pairs<<<1, 32>>>(integers, pairs);
  Pair held[32];
  good(cudaMemcpy(held, pairs, sizeof held, cudaMemcpyDeviceToHost));
  on_heap<<<1, 1>>>(integers);
  good(cudaDeviceSynchronize());

  float* nothing = unwritten<float>(1000);
  good(cudaMemcpy(host.data(), nothing, 4000, cudaMemcpyDeviceToHost));  // ERROR uninitialised
  std::printf("done\n");
}
