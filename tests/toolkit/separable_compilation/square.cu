// SPDX-License-Identifier: Apache-2.0
__device__ int offset = 5;
__device__ int square(int x) {
  return x * x + offset;
}
