// SPDX-License-Identifier: Apache-2.0
// options: -rdc=true
// also: three-threads
// Grids wait in loops for what others of the same launch write: a parent for its child, each level
// of many for the one below, a child for one that is launched later, and both for each other in
// turn. With one host thread as with several: whoever waits lets the others run.
#include "../check.h"

__global__ void count(unsigned* counter, unsigned* out) {
  out[threadIdx.x] = threadIdx.x * 3 + 1;
  __threadfence();
  atomicAdd(counter, 1);
}

// In each of many blocks all threads wait.
__global__ void parents(unsigned* counters, unsigned* children, unsigned* out) {
  unsigned* mine = children + blockIdx.x * 64;
  if (threadIdx.x == 0) count<<<1, 64, 0, cudaStreamFireAndForget>>>(counters + blockIdx.x, mine);
  while (*(volatile unsigned*)(counters + blockIdx.x) < 64) {
  }
  __threadfence();
  out[check::gid()] = *(volatile unsigned*)(mine + threadIdx.x) + blockIdx.x;
}

__global__ void levels(volatile unsigned* ended, unsigned depth) {
  unsigned below = 7;
  if (depth > 0) {
    levels<<<1, 1, 0, cudaStreamFireAndForget>>>((unsigned*)ended, depth - 1);
    while ((below = ended[depth - 1]) == 0) {
    }
  }
  ended[depth] = below * 3 + 1;
}

// Behind a pointer no compiler sees the wait: a slice ends.
using Look = bool (*)(volatile unsigned*, unsigned);
__device__ __noinline__ bool is_there(volatile unsigned* word, unsigned value) {
  return *word >= value;
}
__device__ __noinline__ bool is_beside(volatile unsigned* word, unsigned value) {
  return word[1] >= value;
}
__device__ Look looks[] = {is_there, is_beside};

__global__ void answers(volatile unsigned* word, unsigned rounds, unsigned which) {
  for (unsigned i = 1; i <= rounds; ++i) {
    while (!looks[which](word, i)) {
    }
    word[1] = i;
    __threadfence();
  }
}
__global__ void asks(volatile unsigned* word, unsigned rounds, unsigned which) {
  answers<<<1, 1, 0, cudaStreamFireAndForget>>>((unsigned*)word, rounds, which);
  for (unsigned i = 1; i <= rounds; ++i) {
    word[0] = i;
    __threadfence();
    while (!looks[1 - which](word, i)) {
    }
  }
}

__global__ void raise(volatile unsigned* word) {
  *word = 1;
}
__global__ void brothers(unsigned* word, unsigned which) {
  answers<<<2, 1, 0, cudaStreamFireAndForget>>>(word, 1, which);
  raise<<<1, 1, 0, cudaStreamFireAndForget>>>(word);
}

int main() {
  constexpr unsigned kBlocks = 40;
  auto* words = check::device_array<unsigned>(64);
  auto* children = check::device_array<unsigned>(kBlocks * 64);
  auto* out = check::device_array<unsigned>(kBlocks * 64);
  static unsigned host[kBlocks * 64];
  const auto read = [&](const unsigned* from, unsigned count, const char* what) {
    check::cuda(cudaMemcpy(host, from, count * 4, cudaMemcpyDeviceToHost), what);
  };

  cudaMemset(words, 0, 256);
  parents<<<kBlocks, 64>>>(words, children, out);
  read(out, kBlocks * 64, "parents");
  for (unsigned i = 0; i < kBlocks * 64; ++i)
    check::equal(host[i], i % 64 * 3 + 1 + i / 64, "parents");

  cudaMemset(words, 0, 256);
  levels<<<1, 1>>>(words, 9);
  read(words, 10, "levels");
  unsigned want = 7;
  for (unsigned i = 0; i < 10; ++i) check::equal(host[i], want = want * 3 + 1, "levels");

  cudaMemset(words, 0, 256);
  asks<<<1, 1>>>(words, 6, 0);
  read(words, 2, "in turn");
  check::equal(host[1], 6u, "in turn");

  cudaMemset(words, 0, 256);
  brothers<<<1, 1>>>(words, 0);
  read(words, 2, "brothers");
  check::equal(host[1], 1u, "brothers");
  return check::result();
}
