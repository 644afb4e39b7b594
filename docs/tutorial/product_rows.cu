// SPDX-License-Identifier: Apache-2.0
// Step 7: neighbouring threads take neighbouring columns.
#include "product.h"

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

int main() {
  return product(multiply);
}
