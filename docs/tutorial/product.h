// SPDX-License-Identifier: Apache-2.0
// What the steps with a matrix product share. Matrices are square and lie row by row.
#pragma once

#include <cstdio>
#include <vector>

constexpr int kTile = 16;

using Kernel = void (*)(const float* a, const float* b, float* c, int n);

// c = a * b with n = 64, in blocks of kTile x kTile threads. 0 when all elements are right.
inline int product(Kernel kernel) {
  const int n = 64, bytes = n * n * sizeof(float);
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = i % 7 - 3, b[i] = i % 5 - 2;
  float *device_a, *device_b, *device_c;
  cudaMalloc(&device_a, bytes);
  cudaMalloc(&device_b, bytes);
  cudaMalloc(&device_c, bytes);
  cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice);
  kernel<<<dim3(n / kTile, n / kTile), dim3(kTile, kTile)>>>(device_a, device_b, device_c, n);
  const cudaError_t error = cudaMemcpy(c.data(), device_c, bytes, cudaMemcpyDeviceToHost);
  int right = 0;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      float sum = 0;  // of small integers, so that every order of adding gives the same
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
      right += c[row * n + column] == sum;
    }
  }
  printf("%s: %d of %d are right\n", cudaGetErrorString(error), right, n * n);
  cudaFree(device_a);
  cudaFree(device_b);
  cudaFree(device_c);
  return right != n * n;
}
