// SPDX-License-Identifier: Apache-2.0
// Step 4: a kernel that writes a little too far: four blocks have 1024 threads for 1000 elements.
#include "add.h"

__global__ void sum_of(const float* a, const float* b, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] = a[i] + b[i];
}

int main() {
  return add(sum_of);
}
