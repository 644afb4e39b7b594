// SPDX-License-Identifier: Apache-2.0
// A kernel that waits for what nobody writes but a debugger, while the host's thread looks on.
#include <cstdio>

__device__ volatile int flag;

__device__ int spin(int want) {
  int rounds = 0;
  while (flag != want) ++rounds;  // spin
  return rounds;
}

__global__ void hang(int* out, volatile int* begun) {
  const int mine = 3 * threadIdx.x;
  *begun = 1;
  out[threadIdx.x] = mine + (spin(5) < 0);
}

int main() {
  int *out, *begun;
  cudaMallocHost(&begun, sizeof(int));
  cudaMallocHost(&out, 32 * sizeof(int));
  *begun = 0;
  hang<<<1, 32>>>(out, begun);
  while (*(volatile int*)begun == 0) continue;
  std::puts("waits");
  std::fflush(stdout);
  const cudaError_t error = cudaDeviceSynchronize();
  int wrong = error != cudaSuccess;
  for (int i = 0; i < 32; ++i) wrong += out[i] != 3 * i;
  return wrong;
}
