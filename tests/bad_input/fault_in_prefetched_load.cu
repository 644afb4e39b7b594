// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

// Sixteen blocks before block 30, what it will load first is asked for. That must not fault: the
// block that loads is to be named.
__global__ void faulty(const unsigned* in, unsigned* out, long long afar) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const long long far = blockIdx.x == 30 ? afar : 0;
  out[i] = in[i + far] * 3;  // FAULT
}

int main() {
  unsigned *in, *out;
  cudaMalloc(&in, 4 * 4096);
  cudaMalloc(&out, 4 * 4096);
  faulty<<<40, 64>>>(in, out, 1ll << 42);
  return bad::fault(cudaErrorIllegalAddress);
}
