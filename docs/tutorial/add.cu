// SPDX-License-Identifier: Apache-2.0
// Step 5: mended. Threads behind the end do nothing.
#include "add.h"

__global__ void sum_of(const float* a, const float* b, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

int main() {
  return add(sum_of);
}
