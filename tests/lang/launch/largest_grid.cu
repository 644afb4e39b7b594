// SPDX-License-Identifier: Apache-2.0
// nightly: 2^31-1 blocks in x, the documented limit, and a grid whose threads exceed 2^32.
#include "../check.h"

__global__ void sparse(unsigned long long* sum) {
  if ((blockIdx.x & 0xffffff) != 0xfffffe) return;
  unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(sum, i);
}

int main() {
  unsigned long long* sum = check::device_array<unsigned long long>(1);
  for (unsigned threads : {1u, 33u}) {
    check::cuda(cudaMemset(sum, 0, 8), "zero");
    sparse<<<0x7fffffff, threads>>>(sum);
    check::cuda(cudaGetLastError(), "launch");
    unsigned long long got = 0, want = 0;
    check::cuda(cudaMemcpy(&got, sum, 8, cudaMemcpyDeviceToHost), "sum");
    for (unsigned long long b = 0xfffffe; b < 0x7fffffff; b += 0x1000000) {
      for (unsigned t = 0; t < threads; ++t) want += b * threads + t;
    }
    check::equal(got, want, "sum");
  }
  return check::result();
}
