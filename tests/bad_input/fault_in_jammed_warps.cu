// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

// A tile is transposed: the compiler lets several warps load as one. Warp 21 loads from afar.
__global__ void faulty(const float* in, float* out, int far_row) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  const long long far = y == far_row ? 1ll << 42 : 0;
  tile[x][y] = in[y * 32 + x + far];  // FAULT
  __syncthreads();
  out[y * 32 + x] = tile[y][x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  faulty<<<1, dim3(32, 32)>>>(in, out, 21);
  return bad::fault(cudaErrorIllegalAddress);
}
