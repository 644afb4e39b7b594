// SPDX-License-Identifier: Apache-2.0
__global__ void label(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 1000 * blockIdx.x + threadIdx.x;
}
