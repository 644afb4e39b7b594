// SPDX-License-Identifier: Apache-2.0
// The smallest whole program: a launch, a copy back, a line of output.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void hello(int* out) {
  out[threadIdx.x] = 2 * threadIdx.x;
}

int main() {
  int *device = nullptr, host[32] = {};
  cudaMalloc(&device, sizeof(host));
  hello<<<1, 32>>>(device);
  cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
  const cudaError_t status = cudaGetLastError();
  cudaFree(device);
  for (int i = 0; i < 32; ++i) {
    if (host[i] != 2 * i) return std::printf("wrong (%s)\n", cudaGetErrorName(status)), 1;
  }
  std::printf("hello\n");
}
