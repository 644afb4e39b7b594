// SPDX-License-Identifier: Apache-2.0
#include "saxpy.h"

__global__ void saxpy_kernel(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}

void saxpy(int n, float a, const float* x, float* y) {
  saxpy_kernel<<<(n + 127) / 128, 128>>>(n, a, x, y);
}
