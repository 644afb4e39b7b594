// SPDX-License-Identifier: Apache-2.0
// Counting changes nothing in who waits for whom: a lane that polls what another lane writes, a
// block that waits for one before it.
#include <cstdio>

__device__ volatile int flag;
__device__ unsigned turn;

__global__ void lanes(int* out) {
  if (threadIdx.x == 3) {  // true 1, false 31
    while (flag == 0) {
    }
    out[0] = flag;  // runs 1
  }
  if (threadIdx.x == 5) flag = 7;  // true 1, false 31
}

__global__ void blocks(int* out) {
  if (threadIdx.x == 0) {  // true 4, false 252
    while (atomicAdd(&turn, 0) != blockIdx.x) {
    }
    out[1] = out[1] * 5 + blockIdx.x;  // runs 4
    __threadfence();
    atomicAdd(&turn, 1);
  }
}

int main() {
  int *d, h[2];
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  lanes<<<1, 32>>>(d);
  blocks<<<4, 64>>>(d);
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  std::printf("%d %d\n", h[0], h[1]);
}
