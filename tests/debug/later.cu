// SPDX-License-Identifier: Apache-2.0
// A program that launches kernels until a debugger says that it is enough: it comes when some have
// run. With -DPOINTER they call a function behind a pointer.
#include <unistd.h>

#include <cstdio>

volatile int enough = 0;

__device__ int triple(int i) {
  return 3 * i;  // triple
}

#ifdef POINTER
__device__ int (*function)(int) = triple;
#else
#define function triple
#endif

__global__ void call(int* out) {
  const int mine = threadIdx.x + 100;
  out[threadIdx.x] = function(mine);
}

int main() {
  int *out, wrong = 0;
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int round = 0; !enough && round < 100000; ++round) {
    call<<<1, 32>>>(out);  // launch
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < 32; ++i) wrong += out[i] != 3 * (i + 100);
    if (round == 2) std::puts("begun"), std::fflush(stdout);
    usleep(1000);
  }
  std::printf("wrong: %d\n", wrong);
  return wrong != 0 || !enough;
}
