// SPDX-License-Identifier: Apache-2.0
// Exercise 3. Squares n numbers with a grid that has fewer threads than there are numbers: each
// thread takes several. The kernel must work for any n and any grid.
__global__ void square(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = values[i] * values[i];
}
