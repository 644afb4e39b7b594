// SPDX-License-Identifier: Apache-2.0
// A kernel of several blocks that is launched in turns: each block must run once a launch.
#include <cstdio>

namespace app {
__device__ int factor = 7;
}

__global__ void fill(int* out) {
  const int block = blockIdx.x + gridDim.x * blockIdx.y;
  const int i = threadIdx.x + blockDim.x * block;
  out[i] += app::factor * i;  // add
}

int main() {
  constexpr int kCount = 3 * 2 * 32;
  int *out, wrong = 0;
  cudaMallocManaged(&out, kCount * sizeof(int));
  for (int i = 0; i < kCount; ++i) out[i] = 0;
  for (int round = 1; round <= 3; ++round) {
    fill<<<dim3(3, 2), 32>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < kCount; ++i) wrong += out[i] != round * 7 * i;
  }
  std::printf("wrong: %d\n", wrong);
  return wrong != 0;
}
