// SPDX-License-Identifier: Apache-2.0
// Indices that the compiler can see to be wrong: what is undefined for certain is folded away
// unless somebody holds it.
#include "planted.h"

__device__ int table[8];
__constant__ float coefficients[5];

__global__ void local_read(int* y, const int* x) {
  int a[4];
  for (int i = 0; i < 4; ++i) a[i] = x[i];
  y[threadIdx.x] = a[PLANT(4, 3)];  // ERROR out-of-bounds (0,0,0)
}
__global__ void local_write(int* y, const int* x) {
  int a[4] = {x[0], x[1], x[2], x[3]};
  a[PLANT(-1, 0)] = 3;  // ERROR out-of-bounds (0,0,0)
  y[threadIdx.x] = a[0] + a[3];
}
__global__ void shared_array(int* y) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 5) tile[PLANT(32, 5)] = 1;  // ERROR out-of-bounds (5,0,0)
  __syncthreads();
  y[threadIdx.x] = tile[31 - threadIdx.x];
}
__global__ void variable(int* y) {
  y[threadIdx.x] = table[PLANT(8, 7)];  // ERROR out-of-bounds (0,0,0)
}
__global__ void constants(float* y) {
  float sum = 0;
  for (int i = 0; i < 5; ++i) sum += coefficients[i];
  y[threadIdx.x] = sum + coefficients[PLANT(5, 4)];  // ERROR out-of-bounds (0,0,0)
}
struct Point {
  float x, y, z;
};
__global__ void structs(float* y) {
  Point p[2] = {{1, 2, 3}, {4, 5, float(threadIdx.x)}};
  y[threadIdx.x] = p[1].z + p[PLANT(2, 0)].y;  // ERROR out-of-bounds (0,0,0)
}

int main() {
  int* y = make<int>(64);
  float* f = make<float>(64);
  local_read<<<1, 32>>>(y, make<int>(8));
  local_write<<<1, 32>>>(y, make<int>(8));
  shared_array<<<1, 32>>>(y);
  variable<<<1, 32>>>(y);
  constants<<<1, 32>>>(f);
  structs<<<1, 32>>>(f);
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
