// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

int main() {
  int version = 0;
  cudaDeviceProp properties;
  if (cudaRuntimeGetVersion(&version) != cudaSuccess || version != CUDART_VERSION) return 1;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return 2;
  char* device = nullptr;
  char back[6] = "";
  if (cudaMalloc(&device, 6) != cudaSuccess) return 3;
  cudaMemcpy(device, "words", 6, cudaMemcpyHostToDevice);
  cudaMemcpy(back, device, 6, cudaMemcpyDeviceToHost);
  std::printf("%s %s\n", properties.name, back);
  return std::strcmp(back, "words") != 0;
}
