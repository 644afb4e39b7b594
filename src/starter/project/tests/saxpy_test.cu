// Compares saxpy with the host, for sizes around those of a warp and a block.
#include <cstdio>
#include <vector>

#include "saxpy.h"

static bool good(int n) {
  std::vector<float> x(n), y(n), result(n);
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i % 101);
    y[i] = static_cast<float>(i % 7);
  }
  const size_t bytes = n * sizeof(float);
  float *device_x = nullptr, *device_y = nullptr;
  cudaMalloc(&device_x, bytes);
  cudaMalloc(&device_y, bytes);
  cudaMemcpy(device_x, x.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(device_y, y.data(), bytes, cudaMemcpyHostToDevice);
  saxpy(n, 2.0f, device_x, device_y);
  cudaMemcpy(result.data(), device_y, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_x);
  cudaFree(device_y);

  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "n = %d: %s\n", n, cudaGetErrorString(error));
    return false;
  }
  for (int i = 0; i < n; ++i) {
    const float expected = 2.0f * x[i] + y[i];  // small whole numbers: exact
    if (result[i] == expected) continue;
    std::fprintf(stderr, "n = %d: element %d is %g, not %g\n", n, i, result[i], expected);
    return false;
  }
  return true;
}

int main() {
  bool all = true;
  for (int n : {1, 31, 32, 33, 256, 1000, 12345}) all = good(n) && all;
  return all ? 0 : 1;
}
