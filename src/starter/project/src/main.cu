#include <cstdio>
#include <vector>

#include "saxpy.h"

int main() {
  const int n = 1000;
  std::vector<float> x(n, 1.0f), y(n, 2.0f);
  float *device_x = nullptr, *device_y = nullptr;
  cudaMalloc(&device_x, n * sizeof(float));
  cudaMalloc(&device_y, n * sizeof(float));
  cudaMemcpy(device_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(device_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  saxpy(n, 3.0f, device_x, device_y);
  cudaMemcpy(y.data(), device_y, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device_x);
  cudaFree(device_y);

  // A call that has failed, also within a kernel, is remembered until it is asked for.
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("3 * 1 + 2 = %g\n", y[n - 1]);
  return 0;
}
