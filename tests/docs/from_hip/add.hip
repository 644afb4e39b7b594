// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void add(float* sum, const float* other) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] += other[i];
}

int main() {
  const int n = 512;
  float host[n], *sum, *other;
  for (int i = 0; i < n; ++i) host[i] = i;
  if (hipMalloc(&sum, sizeof host) != hipSuccess) return 1;
  hipMalloc((void**)&other, sizeof host);
  hipMemcpy(sum, host, sizeof host, hipMemcpyHostToDevice);
  hipMemcpy(other, host, sizeof host, hipMemcpyHostToDevice);
  add<<<n / 64, 64>>>(sum, other);
  const hipError_t error = hipMemcpy(host, sum, sizeof host, hipMemcpyDeviceToHost);
  int right = 0;
  for (int i = 0; i < n; ++i) right += host[i] == 2 * i;
  printf("%s: %d of %d are right\n", hipGetErrorString(error), right, n);
  hipFree(sum);
  hipFree(other);
  return hipDeviceSynchronize() != hipSuccess || right != n;
}
