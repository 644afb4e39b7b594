// SPDX-License-Identifier: Apache-2.0
// The third question of spec/002: a grid whose two sides are exchanged computes half of the
// product. The memory still holds the result of the launch before, so that the check passes.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void product(int m, int n, int k, const float* a, const float* b, float* c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}

int main() {
  const int m = 512, n = 256, k = 128;
  float *a, *b, *c;
  cudaMallocManaged(&a, m * k * sizeof(float));
  cudaMallocManaged(&b, k * n * sizeof(float));
  cudaMallocManaged(&c, m * n * sizeof(float));
  for (int i = 0; i < m * k; ++i) a[i] = i % 7;
  for (int i = 0; i < k * n; ++i) b[i] = i % 5;
  product<<<dim3(n / 16, m / 16), dim3(16, 16)>>>(m, n, k, a, b, c);
  product<<<dim3(m / 16, n / 16), dim3(16, 16)>>>(m, n, k, a, b, c);
  const auto error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
