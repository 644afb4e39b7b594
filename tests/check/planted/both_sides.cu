// SPDX-License-Identifier: Apache-2.0
// The same access on both sides of an `if`, of which LLVM would make one behind or before it, whose
// place is neither: each keeps its own line.
#include "planted.h"

__global__ void stores(int* y, const int* x) {
  const int i = threadIdx.x;
  if (x[i] > 3)
    y[i] = 1;
  else
    y[i + PLANT(1, 0)] = x[i] + 7;  // ERROR out-of-bounds (30,0,0)
}
__global__ void loads(int* y, const int* x, const int* z) {
  const int i = threadIdx.x;
  int v;
  if (z[i] > 3) {
    v = 4 - x[i];
  } else {
    v = x[i] * 3;  // ERROR out-of-bounds (31,0,0)
  }
  y[i] = v;
}
__global__ void atomics(int* y, const int* z) {
  const int i = threadIdx.x;
  if (z[i] > 3) {
    atomicAdd(y + i, 3);
  } else {
    atomicAdd(y + i, 4);  // ERROR out-of-bounds (31,0,0)
  }
}

int main() {
  const int n = PLANT(31, 32);
  int* z = make<int>(32);
  stores<<<1, 32>>>(make<int>(n), z);
  loads<<<1, 32>>>(make<int>(32), make<int>(n), z);
  atomics<<<1, 32>>>(make<int>(n), z);
  good(cudaDeviceSynchronize());
}
