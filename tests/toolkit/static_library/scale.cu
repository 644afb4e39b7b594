// SPDX-License-Identifier: Apache-2.0
#include <type_traits>

#include "scale.h"

template <typename T>
__global__ void scale_kernel(T* values, int count, T factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (std::is_integral_v<T>) {
    if (i < count) values[i] *= factor + i;
  }
}

bool scale(int* values, int count, int factor) {
  int* device = nullptr;
  if (cudaMalloc(&device, count * sizeof(int)) != cudaSuccess) return false;
  cudaMemcpy(device, values, count * sizeof(int), cudaMemcpyHostToDevice);
  scale_kernel<<<(count + 63) / 64, 64>>>(device, count, factor);
  return cudaMemcpy(values, device, count * sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess;
}
