// SPDX-License-Identifier: Apache-2.0
// Several threads store the same value: a warning. What only looks like it is an error.
#include "planted.h"

__global__ void all_set_a_flag(int* flag) {
  if (PLANT(true, threadIdx.x == 0 && blockIdx.x == 0)) *flag = 1;  // ERROR race-same-value
}

__global__ void lanes_of_a_warp(int* flag) {
  if (PLANT(true, threadIdx.x == 3)) *flag = -1;  // ERROR race-same-value
}

__global__ void a_parameter(float* total, float value, int n) {
  if (threadIdx.x < PLANT(n, 1)) *total = value * 0.5f + n;  // ERROR race-same-value
}

// Two places, one value.
__global__ void found(int* flag, const int* x) {
  __shared__ int any;
  if (threadIdx.x == 5) any = 7;  // ERROR race-same-value
  __syncwarp();
  if (threadIdx.x == PLANT(40, 5)) any = 7;  // ERROR race-same-value
  __syncthreads();
  if (threadIdx.x == 0) *flag = any;
}

__global__ void two_values(int* flag) {
  if (threadIdx.x == 5) *flag = 7;  // ERROR race
  __syncwarp();
  if (threadIdx.x == PLANT(40, 5)) *flag = 8;  // ERROR race
}

__global__ void own_values(int* flag) {
  if (PLANT(true, threadIdx.x == 0)) *flag = threadIdx.x;  // ERROR race
}

// One half of what is written twice is the same, but not the whole.
__global__ void halves_of_a_word(short* y) {
  if (threadIdx.x == 0) *reinterpret_cast<int*>(y) = 0x10001;  // ERROR race
  if (threadIdx.x == PLANT(40, 0)) y[1] = 1;                   // ERROR race
}

int main() {
  int* y = make<int>(32);
  all_set_a_flag<<<2, 32>>>(y);
  lanes_of_a_warp<<<1, 32>>>(y);
  a_parameter<<<1, 64>>>(make<float>(1), 3, 64);
  found<<<1, 64>>>(y, y);
  two_values<<<1, 64>>>(y);
  own_values<<<1, 64>>>(y);
  halves_of_a_word<<<1, 64>>>(make<short>(2));
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
