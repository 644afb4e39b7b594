// SPDX-License-Identifier: Apache-2.0
__global__ void square(float* values, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    values[i] = values[i] * values[i];
  }
}
