// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Polls by plain loads, in loops that fence, also for the compiler alone, or write what they read:
// no compiler may keep the value.
#include "../check.h"

__global__ void fenced(unsigned* chain, unsigned* out) {
  if (threadIdx.x == 0) {
    unsigned before = 1;
    if (blockIdx.x + 1 < gridDim.x) {
      while ((before = chain[blockIdx.x + 1]) == 0) __threadfence();
    }
    out[blockIdx.x] = before;
    chain[blockIdx.x] = before * 3 + 1;
    __threadfence();
  }
}

// Nothing is left of the fence but that the loop reads anew.
__global__ void compiler_fence(unsigned* chain, unsigned* out) {
  unsigned before = 1;
  const unsigned t = check::gid();
  if (t + 1 < gridDim.x * blockDim.x) {
    while (chain[t + 1] == 0) asm volatile("" ::: "memory");
    before = *(volatile unsigned*)&chain[t + 1];
  }
  out[t] = before;
  *(volatile unsigned*)&chain[t] = before * 3 + 1;
}

// Rounds over the words of all warps: a warp counts its own word up when its neighbour has come as
// far.
__global__ void in_step(unsigned* steps, unsigned* out, unsigned last) {
  if (threadIdx.x % 32 != 0) return;
  const unsigned w = check::gid() / 32, warps = gridDim.x * blockDim.x / 32;
  unsigned mine = 0, rounds = 0;
  do {
    const unsigned left = steps[(w + 1) % warps], right = steps[(w + warps - 1) % warps];
    if (left >= mine && right >= mine) {
      ++mine;
      steps[w] = mine;
    }
    ++rounds;
    __threadfence_block();
  } while (mine < last);
  out[w] = mine + (rounds < last);
}

// The loop stores to what it polls.
__global__ void stores(unsigned* words, unsigned* out) {
  if (threadIdx.x % 32 != 0) return;
  const unsigned w = check::gid() / 32, warps = gridDim.x * blockDim.x / 32;
  unsigned looks = 0;
  for (;;) {
    unsigned there = 0;
    for (unsigned k = 0; k < warps; ++k) there += words[k] != 0;
    if (there == warps) break;
    words[w] = ++looks;
  }
  out[w] = w + 1;
}

int main() {
  auto* memory = check::device_array<unsigned>(512);
  unsigned out[256];
  cudaMemset(memory, 0, 2048);
  fenced<<<20, 64>>>(memory, memory + 256);
  check::cuda(cudaMemcpy(out, memory + 256, 80, cudaMemcpyDeviceToHost), "fenced");
  unsigned want = 1;
  for (unsigned b = 20; b-- > 0; want = want * 3 + 1) check::equal(out[b], want, "fenced");
  cudaMemset(memory, 0, 2048);
  compiler_fence<<<3, 64>>>(memory, memory + 256);
  check::cuda(cudaMemcpy(out, memory + 256, 768, cudaMemcpyDeviceToHost), "compiler fence");
  want = 1;
  for (unsigned t = 192; t-- > 0; want = want * 3 + 1) check::equal(out[t], want, "compiler fence");
  for (unsigned blocks : {1u, 7u}) {
    const unsigned warps = blocks * 4;
    cudaMemset(memory, 0, 2048);
    in_step<<<blocks, 128>>>(memory, memory + 256, 20);
    check::cuda(cudaMemcpy(out, memory + 256, warps * 4, cudaMemcpyDeviceToHost), "in step");
    for (unsigned w = 0; w < warps; ++w) check::equal(out[w], 20u, "in step");
    cudaMemset(memory, 0, 2048);
    stores<<<blocks, 128>>>(memory, memory + 256);
    check::cuda(cudaMemcpy(out, memory + 256, warps * 4, cudaMemcpyDeviceToHost), "stores");
    for (unsigned w = 0; w < warps; ++w) check::equal(out[w], w + 1, "stores");
  }
  return check::result();
}
