// SPDX-License-Identifier: Apache-2.0
// Two kernels that are launched in turns.
#include <cstdio>

__global__ void first(int* out) {
  out[threadIdx.x] += 3 * threadIdx.x;
}

__global__ void second(int* out) {
  const int mine = 7 * threadIdx.x;
  out[threadIdx.x] += mine;  // add
}

int main() {
  int *out, wrong = 0;
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) out[i] = 0;
  for (int round = 0; round < 3; ++round) {
    first<<<1, 32>>>(out);
    second<<<1, 32>>>(out);
    cudaDeviceSynchronize();
  }
  for (int i = 0; i < 32; ++i) wrong += out[i] != 30 * i;
  std::printf("wrong: %d\n", wrong);
  return wrong != 0;
}
