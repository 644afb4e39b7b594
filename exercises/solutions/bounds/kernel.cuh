// SPDX-License-Identifier: Apache-2.0
__global__ void saxpy(float factor, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = factor * x[i] + y[i];
}
