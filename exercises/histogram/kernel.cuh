// SPDX-License-Identifier: Apache-2.0
// Exercise 7. Counts how often each value from 0 to 31 comes among n of them. Many threads add to
// one counter.
__global__ void histogram(const unsigned* values, unsigned* counts, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) counts[values[i]] = counts[values[i]] + 1;
}
