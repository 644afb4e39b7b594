// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Waits in functions that are called through pointers: for other blocks, other warps, and for other
// lanes of the same warp; through a virtual call. And loops that ask such a function again and
// again.
#include "../check.h"

using Wait = unsigned (*)(volatile unsigned*);
__device__ __noinline__ unsigned until_set(volatile unsigned* flag) {
  unsigned seen;
  while ((seen = *flag) == 0) {
  }
  return seen;
}
__device__ __noinline__ unsigned until_set_with_count(volatile unsigned* flag) {
  unsigned tries = 0;
  while (*flag == 0) ++tries;
  return *flag + (tries == ~0u);
}
__device__ Wait waits[2] = {until_set, until_set_with_count};

__global__ void chain_of_blocks(volatile unsigned* chain, unsigned* out) {
  if (threadIdx.x == 0) {
    unsigned before = 1;
    if (blockIdx.x + 1 < gridDim.x) before = waits[blockIdx.x % 2](chain + blockIdx.x + 1);
    out[blockIdx.x] = before;
    __threadfence();
    chain[blockIdx.x] = before * 3 + 1;
  }
}

__global__ void chain_of_warps(unsigned* out) {
  __shared__ volatile unsigned chain[33];
  const unsigned warp = threadIdx.x / 32, count = blockDim.x / 32;
  if (threadIdx.x % 32 == 0) chain[warp] = 0;
  if (threadIdx.x == 0) chain[count] = 1;
  __syncthreads();
  const unsigned before = waits[warp % 2](chain + warp + 1);
  out[threadIdx.x] = before;
  __syncwarp();
  if (threadIdx.x % 32 == 0) chain[warp] = before * 3 + 1;
}

struct Gate {
  __device__ virtual void lock(int* word) = 0;
  __device__ virtual ~Gate() {}
};
struct Spin final : Gate {
  __device__ void lock(int* word) override {
    while (atomicCAS(word, 0, 1) != 0) {
    }
    __threadfence();
  }
};

// Each lane takes the lock in a virtual call.
__global__ void lock_of_lanes(int* word, unsigned* sum) {
  Spin spin;
  Gate* gate = &spin;
  asm volatile("" : "+l"(gate));
  gate->lock(word);
  *(volatile unsigned*)sum =
      *(volatile unsigned*)sum * 3 + threadIdx.x - *(volatile unsigned*)sum * 2;
  __threadfence();
  atomicExch(word, 0);
}

using Look = bool (*)(volatile unsigned*, unsigned*);
__device__ __noinline__ bool look(volatile unsigned* flag, unsigned* seen) {
  return (*seen = *flag) != 0;
}
__device__ __noinline__ bool look_twice(volatile unsigned* flag, unsigned* seen) {
  *seen = *flag;
  return *seen != 0 && *flag != 0;
}
__device__ Look looks[2] = {look, look_twice};

// Each warp asks for the next one.
__global__ void warps_ask(unsigned* out) {
  __shared__ volatile unsigned chain[9];
  const unsigned warp = threadIdx.x / 32;
  chain[warp] = 0;
  if (threadIdx.x == 0) chain[8] = 1;
  __syncthreads();
  unsigned before, rounds = 0;
  while (!looks[warp % 2](chain + warp + 1, &before)) ++rounds;
  out[threadIdx.x] = before + (rounds == ~0u);
  chain[warp] = before * 3 + 1;
}

// Each lane for the next one.
__global__ void lanes_ask(volatile unsigned* chain, unsigned* out) {
  const unsigned t = check::gid();
  unsigned before = 1;
  if (t + 1 < gridDim.x * blockDim.x) {
    while (!looks[t % 2](chain + t + 1, &before)) {
    }
  }
  out[t] = before;
  chain[t] = before * 3 + 1;
}

int main() {
  constexpr unsigned blocks = 12;
  auto* memory = check::device_array<unsigned>(1024);
  unsigned out[256];
  cudaMemset(memory, 0, 4096);
  chain_of_blocks<<<blocks, 64>>>(memory, memory + 64);
  check::cuda(cudaMemcpy(out, memory + 64, blocks * 4, cudaMemcpyDeviceToHost), "blocks");
  unsigned want = 1;
  for (unsigned b = blocks; b-- > 0; want = want * 3 + 1) {
    check::equal(out[b], want, "chain of blocks");
  }
  chain_of_warps<<<1, 256>>>(memory);
  check::cuda(cudaMemcpy(out, memory, sizeof out, cudaMemcpyDeviceToHost), "warps");
  want = 1;
  for (unsigned w = 8; w-- > 0; want = want * 3 + 1) {
    for (unsigned l = 0; l < 32; ++l) check::equal(out[w * 32 + l], want, "chain of warps");
  }
  cudaMemset(memory, 0, 8);
  lock_of_lanes<<<4, 64>>>((int*)memory, memory + 1);
  check::cuda(cudaMemcpy(out, memory, 8, cudaMemcpyDeviceToHost), "lock of lanes");
  check::equal(out[1], 4 * 64 * 63 / 2u, "lock of lanes in a virtual call");
  warps_ask<<<1, 256>>>(memory);
  check::cuda(cudaMemcpy(out, memory, sizeof out, cudaMemcpyDeviceToHost), "warps ask");
  want = 1;
  for (unsigned w = 8; w-- > 0; want = want * 3 + 1) {
    for (unsigned l = 0; l < 32; ++l) check::equal(out[w * 32 + l], want, "warps ask");
  }
  cudaMemset(memory, 0, 4096);
  lanes_ask<<<2, 64>>>(memory, memory + 256);
  check::cuda(cudaMemcpy(out, memory + 256, 512, cudaMemcpyDeviceToHost), "lanes ask");
  want = 1;
  for (unsigned t = 128; t-- > 0; want = want * 3 + 1) check::equal(out[t], want, "lanes ask");
  return check::result();
}
