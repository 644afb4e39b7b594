// SPDX-License-Identifier: Apache-2.0
__global__ void histogram(const unsigned* values, unsigned* counts, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[values[i]], 1u);
}
