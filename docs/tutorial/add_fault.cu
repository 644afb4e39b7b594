// SPDX-License-Identifier: Apache-2.0
// Step 2: a kernel that writes far outside of its memory.
#include "add.h"

__global__ void sum_of(const float* a, const float* b, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = i * n * 1000;  // the mistake
  if (i < n) sum[at] = a[i] + b[i];
}

int main() {
  return add(sum_of);
}
