// SPDX-License-Identifier: Apache-2.0
// For docs/errors.md; tests/memory/strict*.cu has the cases.
#include <cuda_runtime.h>

int main() {
  int* p;
  if (cudaMalloc(&p, 1024) != cudaSuccess) return 1;
  p[0] = 7;
  return 0;
}
