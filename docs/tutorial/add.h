// SPDX-License-Identifier: Apache-2.0
// What the steps with a sum of vectors share: memory, the launch and the comparison with the host.
#pragma once

#include <cstdio>
#include <vector>

using Kernel = void (*)(const float* a, const float* b, float* sum, int n);

// c = a + b for 1000 elements, in blocks of 256 threads. Says how many elements are right; 0 when
// all are.
inline int add(Kernel kernel) {
  const int n = 1000, bytes = n * sizeof(float);
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) a[i] = i, b[i] = 2 * i;
  float *device_a, *device_b, *device_c;
  cudaMalloc(&device_a, bytes);
  cudaMalloc(&device_b, bytes);
  cudaMalloc(&device_c, bytes);
  cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice);
  kernel<<<(n + 255) / 256, 256>>>(device_a, device_b, device_c, n);
  const cudaError_t error = cudaMemcpy(c.data(), device_c, bytes, cudaMemcpyDeviceToHost);
  int right = 0;
  for (int i = 0; i < n; ++i) right += c[i] == 3.0f * i;
  printf("%s: %d of %d are right\n", cudaGetErrorString(error), right, n);
  cudaFree(device_a);
  cudaFree(device_b);
  cudaFree(device_c);
  return right != n;
}
