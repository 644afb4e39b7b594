// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <vector>

#include "saxpy.h"

int main() {
  const int n = 300;
  std::vector<float> x(n), y(n, 1);
  for (int i = 0; i < n; ++i) x[i] = i;
  float *dx, *dy;
  if (cudaMalloc(&dx, n * sizeof(float)) != cudaSuccess) return 2;
  cudaMalloc(&dy, n * sizeof(float));
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  saxpy(n, 2, dx, dy);
  cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    if (y[i] != 1 + 2.0F * i) return 1;
  }
}
