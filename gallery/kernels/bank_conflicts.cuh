// SPDX-License-Identifier: Apache-2.0
// Reads of shared memory with a stride (spec/003, figure 13; the question of spec/002: where are
// the bank conflicts?). Strides 1 and 3 are free of conflicts, 32 is a 32-way conflict.
#pragma once

#include <cuda_runtime.h>

#define BANK_WORDS (32 * 33)

// Lane l reads words l * stride + k, k = 0 .. rounds - 1, of the block's own 32 * 33 words
// (word w of block b is in[(w + b) % BANK_WORDS]), round the end. One sum a thread.
__global__ void bank_stride(int stride, int rounds, const unsigned* in, unsigned* out) {
  __shared__ unsigned words[BANK_WORDS];
  for (int w = threadIdx.x; w < BANK_WORDS; w += blockDim.x)
    words[w] = in[(w + blockIdx.x) % BANK_WORDS];
  __syncthreads();
  unsigned sum = 0;
  unsigned at = threadIdx.x % 32 * stride;
  for (int k = 0; k < rounds; ++k) {
    sum = sum * 3 + words[at];
    if (++at == BANK_WORDS) at = 0;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
