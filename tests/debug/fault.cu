// SPDX-License-Identifier: Apache-2.0
// One thread of one block follows a null pointer, in a device function.
#include <cstdio>

__device__ int fetch(const int* from, int index) {
  return from[index];  // fetch
}

__global__ void follow(int* out, const int* good) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int* from = i == 37 ? nullptr : good;
  int value = fetch(from, i);  // call
  out[i] = value + 1;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  follow<<<2, 32>>>(out, in);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
