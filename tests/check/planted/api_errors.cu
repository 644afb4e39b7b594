// SPDX-License-Identifier: Apache-2.0
// Errors of the runtime that the program does not ask for: it goes on without what it wanted.
#include <thread>

#include "planted.h"

__global__ void fill(int* y) {
  y[threadIdx.x] = threadIdx.x;
}

int main() {
  int* y = make<int>(2048);
  // A launch has no return value.
  fill<<<1, PLANT(2048, 1024)>>>(y);            // ERROR api-error
  fill<<<1, 32, PLANT(1 << 20, 1 << 10)>>>(y);  // ERROR api-error
  int* large = nullptr;
  cudaMalloc(&large, PLANT(std::size_t{1} << 60, 1024));  // ERROR api-error
  cudaMemcpy(y, large, 64, PLANT(static_cast<cudaMemcpyKind>(9), cudaMemcpyDefault));
  // ^ ERROR api-error
  std::thread([] {
    cudaSetDevice(PLANT(99, 0));  // ERROR api-error
    std::printf("another thread\n");
  }).join();
  if (PLANT(false, true)) good(cudaGetLastError());
  good(cudaDeviceSynchronize());

  // Errors that are asked for, right after the call or some calls later.
  std::thread([] {
    cudaSetDevice(99);
    int count = 0;
    cudaGetDeviceCount(&count);
    cudaGetLastError();
  }).join();
  std::printf("done\n");
}
