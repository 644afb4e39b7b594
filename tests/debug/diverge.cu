// SPDX-License-Identifier: Apache-2.0
// Branches that differ by lane, loops that do, a 2-D block, warp operations.
#include <cstdio>

namespace app {

__device__ int side(int lane) {
  int result;
  if (lane % 2 == 0) {
    result = 100 + lane;  // even
  } else {
    result = 200 + lane;  // odd
  }
  return result;
}

__global__ void paths(int* out) {
  const int lane = threadIdx.y * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < lane; ++k) {
    sum += k;  // body
  }
  int mine = side(lane);
  int up = __shfl_down_sync(0xffffffffu, mine, 1);  // shuffle
  unsigned votes = __ballot_sync(0xffffffffu, mine >= 200);
  out[lane] = sum + up + (int)votes;  // end
}

}  // namespace app

int main() {
  int* d;
  cudaMalloc(&d, 32 * sizeof(int));
  app::paths<<<1, dim3(8, 4)>>>(d);
  int h[32], wrong = 0;
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  const auto side = [](int lane) { return (lane % 2 ? 200 : 100) + lane; };
  for (int lane = 0; lane < 32; ++lane) {
    const int up = side(lane < 31 ? lane + 1 : lane);
    wrong += h[lane] != lane * (lane - 1) / 2 + up + (int)0xaaaaaaaau;
  }
  std::printf("wrong: %d\n", wrong);
  return wrong != 0;
}
