// SPDX-License-Identifier: Apache-2.0
// A small program with advice on lines: columns of global and of shared memory.
#include <cstdio>
__global__ void copy_columns(const float* in, float* out, int n) {
  out[threadIdx.x] = 2.0f * in[threadIdx.x * n] + 1.0f;
}
__global__ void transpose(float* tile) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = tile[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  tile[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
int main() {
  float* data;
  cudaMalloc(&data, 1 << 20);
  cudaMemset(data, 0, 1 << 20);
  copy_columns<<<64, 256>>>(data, data + (1 << 17), 256);
  transpose<<<1, dim3(32, 32)>>>(data);
  return cudaDeviceSynchronize() != cudaSuccess;
}
