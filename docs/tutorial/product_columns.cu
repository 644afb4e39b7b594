// SPDX-License-Identifier: Apache-2.0
// Step 6: right and slow. Neighbouring threads take neighbouring rows, so that they read and write
// far apart.
#include "product.h"

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int column = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

int main() {
  return product(multiply);
}
