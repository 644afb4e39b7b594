// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

__global__ void arch(int* out) {
#ifdef __CUDA_ARCH__
  *out = __CUDA_ARCH__;
#endif
}

int main() {
  int* device = nullptr;
  int value = 0;
  cudaMalloc(&device, sizeof(int));
  arch<<<1, 1>>>(device);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorName(error));
    return 1;
  }
  cudaMemcpy(&value, device, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", value);
}
