// SPDX-License-Identifier: Apache-2.0
// Exercise 2. y = factor * x + y for n elements. The last block has more threads than elements are
// left. What is here gives the right result: run `heddle check` on it.
__global__ void saxpy(float factor, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = factor * x[i] + y[i];
}
