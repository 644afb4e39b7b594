// SPDX-License-Identifier: Apache-2.0
// Errors whose line says more with the values of its variables (tests/check/values looks at them).
#include "planted.h"

__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < PLANT(n + 1, n)) y[i] = a * x[0];  // ERROR out-of-bounds (52,0,0)
}

__global__ void in_a_loop(int* y, int step) {
  for (int k = 0; k < PLANT(3, 2); ++k) {
    y[threadIdx.x + k * step] = k;  // ERROR out-of-bounds (0,0,0)
  }
}

__device__ void put(int* to, int position, unsigned value) {
  to[position] = value;  // ERROR out-of-bounds (31,0,0)
}
__global__ void in_a_helper(int* y, const int* where) {
  put(y, where[threadIdx.x] + PLANT(1, 0), 3000000000u);
}

int main() {
  saxpy<<<8, 64>>>(500, 2, make<float>(1), make<float>(500));
  in_a_loop<<<1, 32>>>(make<int>(64), 32);
  int* where = nullptr;
  good(cudaMallocManaged(&where, 32 * sizeof(int)));
  for (int i = 0; i < 32; ++i) where[i] = i;
  in_a_helper<<<1, 32>>>(make<int>(32), where);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
