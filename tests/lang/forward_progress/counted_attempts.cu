// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Waits that count their attempts: chains of blocks and of warps in both directions, and a lock
// that lanes of one warp try to get a number of times that is enough on any GPU.
#include "../check.h"

__device__ unsigned wait_for(volatile unsigned* flag, unsigned long long* attempts, bool* in_time) {
  unsigned seen = 0;
  *in_time = false;
  for (unsigned k = 0; k < 2000000000u; ++k) {
    seen = *flag;
    if (seen != 0) {
      *in_time = true;
      break;
    }
    ++*attempts;
  }
  return seen;
}

__global__ void blocks(volatile unsigned* chain, unsigned* out, unsigned long long* attempts,
                       bool up) {
  const unsigned b = blockIdx.x, last = gridDim.x - 1;
  if (threadIdx.x == 0) {
    unsigned before = 1;
    bool in_time = true;
    if (b != (up ? 0 : last)) before = wait_for(&chain[up ? b - 1 : b + 1], &attempts[b], &in_time);
    out[b] = in_time ? before : 0;
    __threadfence();
    chain[b] = before * 3 + 1;
  }
}

// All lanes of a warp wait, and count in memory.
__global__ void warps(volatile unsigned* out, unsigned* tries, bool up) {
  __shared__ volatile unsigned chain[32];
  const unsigned warp = threadIdx.x / 32, last = blockDim.x / 32 - 1;
  if (threadIdx.x % 32 == 0) chain[warp] = 0;
  __syncthreads();
  unsigned before = 1;
  if (warp != (up ? 0 : last)) {
    volatile unsigned* flag = &chain[up ? warp - 1 : warp + 1];
    while ((before = *flag) == 0) ++tries[threadIdx.x];
  }
  out[threadIdx.x] = before;
  __syncwarp();
  if (threadIdx.x % 32 == 0) chain[warp] = before * 3 + 1;
}

__global__ void lock_in_time(int* lock, unsigned* sum, unsigned* failed) {
  for (int tries = 0; tries < 100000; ++tries) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *(volatile unsigned*)sum = *(volatile unsigned*)sum + threadIdx.x + 1;
      __threadfence();
      atomicExch(lock, 0);
      return;
    }
  }
  atomicAdd(failed, 1u);
}

int main() {
  constexpr unsigned n = 1024;
  auto* memory = check::device_array<unsigned>(2 * n);
  auto* attempts = check::device_array<unsigned long long>(n);
  unsigned out[n];
  cudaMemset(attempts, 0, n * 8);
  for (bool up : {true, false}) {
    for (unsigned count : {2u, 60u}) {
      cudaMemset(memory, 0, 2 * n * 4);
      blocks<<<count, 32>>>(memory, memory + n, attempts, up);
      check::cuda(cudaMemcpy(out, memory + n, count * 4, cudaMemcpyDeviceToHost), "blocks");
      unsigned want = 1;
      for (unsigned k = 0; k < count; ++k, want = want * 3 + 1) {
        check::equal(out[up ? k : count - 1 - k], want, "chain of blocks");
      }
    }
    cudaMemset(memory, 0, 2 * n * 4);
    warps<<<1, 512>>>(memory, memory + n, up);
    check::cuda(cudaMemcpy(out, memory, 512 * 4, cudaMemcpyDeviceToHost), "warps");
    unsigned want = 1;
    for (unsigned w = 0; w < 16; ++w, want = want * 3 + 1) {
      for (unsigned l = 0; l < 32; ++l) {
        check::equal(out[(up ? w : 15 - w) * 32 + l], want, "chain of warps");
      }
    }
  }
  cudaMemset(memory, 0, 12);
  lock_in_time<<<3, 64>>>((int*)memory, memory + 1, memory + 2);
  check::cuda(cudaMemcpy(out, memory, 12, cudaMemcpyDeviceToHost), "lock in time");
  check::equal(out[1], 3 * 64 * 65 / 2u, "sum under a lock that is tried");
  check::equal(out[2], 0u, "threads that did not get it");
  return check::result();
}
