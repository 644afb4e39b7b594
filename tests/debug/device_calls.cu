// SPDX-License-Identifier: Apache-2.0
// Functions that gdb calls: of numbers, pointers, structures, references; templates; overloads; of
// the thread that is shown.
#include <cstdio>

struct Pair {
  int first, second;
};

__device__ int square(int n) {
  return n * n;
}
__device__ float product(float a, double b) {
  return a * (float)b;
}
__device__ int difference(Pair pair) {
  return pair.first - pair.second;
}
__device__ void put(int* to, int value) {
  *to = value + threadIdx.x;
}
__device__ int& larger(int& a, int& b) {
  return a > b ? a : b;
}
__device__ Pair turned(Pair pair) {
  return {pair.second, pair.first};
}
template <class T>
__device__ T twice(T value) {
  return value + value;
}
namespace app {
__device__ unsigned char last_byte(int n) {
  return n;
}
__device__ int place() {
  return threadIdx.x + 1000 * blockIdx.x;
}
}  // namespace app

__global__ void work(int* out, int n) {
  __shared__ int tile[32];
  int i = app::place();
  Pair pair{3 * i, i};
  put(&tile[threadIdx.x], square(i) + difference(turned(pair)));
  __syncthreads();
  int other = tile[31 - threadIdx.x];  // behind
  larger(i, other) = 1;
  if (threadIdx.x < n)
    out[threadIdx.x] =
        i + other + twice(i) + (int)(twice(0.5f) + product(2, n)) + app::last_byte(i);
}

int main() {
  int* d;
  cudaMalloc(&d, 32 * sizeof(int));
  work<<<2, 32>>>(d, 32);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
