// SPDX-License-Identifier: Apache-2.0
__global__ void block_sum(const float* values, float* sums) {
  __shared__ float partial[256];
  const int me = threadIdx.x;
  partial[me] = values[blockIdx.x * 256 + me];
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (me < half) partial[me] += partial[me + half];
  }
  if (me == 0) sums[blockIdx.x] = partial[0];
}
