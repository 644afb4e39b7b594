// SPDX-License-Identifier: Apache-2.0
constexpr int kThreads = 256;

__global__ void reverse(const float* from, float* to) {
  __shared__ float mine[kThreads];
  const int first = blockIdx.x * kThreads;
  mine[threadIdx.x] = from[first + threadIdx.x];
  __syncthreads();
  to[first + threadIdx.x] = mine[kThreads - 1 - threadIdx.x];
}
