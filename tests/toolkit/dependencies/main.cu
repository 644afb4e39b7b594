// SPDX-License-Identifier: Apache-2.0
#include <answer.h>

__global__ void answer(int* out) {
  out[threadIdx.x] = ANSWER + threadIdx.x;
}

int main() {
  int* device = nullptr;
  int value = 0;
  cudaMalloc(&device, 2 * sizeof(int));
  answer<<<1, 2>>>(device);
  cudaMemcpy(&value, device + 1, sizeof(int), cudaMemcpyDeviceToHost);
  return value;
}
