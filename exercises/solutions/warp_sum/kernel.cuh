// SPDX-License-Identifier: Apache-2.0
__global__ void warp_sum(const int* values, int* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = values[i];
  for (int away = 16; away > 0; away /= 2) sum += __shfl_down_sync(0xffffffff, sum, away);
  if (i % 32 == 0) sums[i / 32] = sum;
}
