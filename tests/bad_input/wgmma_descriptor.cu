// SPDX-License-Identifier: Apache-2.0
// A descriptor of wgmma whose last lines lie behind the block's shared memory.
#include "bad.h"

__global__ void faulty(float* out) {
  __shared__ __align__(1024) unsigned short a[64 * 16], b[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = b[i % 128] = 0x3c00;
  __syncthreads();
  const auto descriptor = [](const void* p, unsigned stride) {
    const unsigned address = __cvta_generic_to_shared(p);
    return (unsigned long long)(address >> 4) | 128ull >> 4 << 16 |
           (unsigned long long)(stride >> 4) << 32;
  };
  // Eight rows of A are 256 bytes.
  const unsigned stride = blockIdx.x == 1 ? 2048 : 256;
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"  // FAULT
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(descriptor(a, stride)), "l"(descriptor(b, 0)));
  asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory");
  out[blockIdx.x * 128 + threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

int main() {
  float* out;
  cudaMalloc(&out, 3 * 128 * 4);
  faulty<<<3, 128>>>(out);
  return bad::fault(cudaErrorIllegalAddress);
}
