// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Lanes poll by plain loads, in loops that write through another pointer: it may point to what is
// polled, as far as a compiler can tell, so each round reads anew.
#include "../check.h"

constexpr unsigned kThreads = 64;

// Lane l waits for lane l + 1.
__global__ void beside_stores(unsigned* chain, unsigned* tries, unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned seen = 1, n = 0;
  if (t + 1 < blockDim.x) {
    while ((seen = chain[t + 1]) == 0) tries[t] = ++n;
  }
  out[t] = seen;
  chain[t] = seen * 3 + t;
}

__global__ void beside_atomics(unsigned* chain, unsigned* tries, unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned seen = 1;
  if (t + 1 < blockDim.x) {
    while ((seen = chain[t + 1]) == 0) atomicAdd(tries, 1);
  }
  out[t] = seen;
  chain[t] = seen * 3 + t;
}

// One pointer leads to both.
__global__ void in_one_array(unsigned* memory, unsigned* last, unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned seen = 1;
  if (t + 1 < blockDim.x) {
    while ((seen = memory[t + 1]) == 0) atomicAdd(memory + blockDim.x, 1);
  }
  out[t] = seen;
  memory[t] = seen * 3 + t;
  last[t] = seen;
}

// The even lanes wait for what the odd ones write behind the loop.
__global__ void behind_the_loop(unsigned* chain, unsigned* tries, unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned seen = 2;
  if (t % 2 == 0) {
    while ((seen = chain[t + 1]) == 0) atomicMax(tries + t, t);
  }
  out[t] = seen;
  chain[t] = t % 2 ? t * 5 : 0;
}

int main() {
  auto* memory = check::device_array<unsigned>(3 * kThreads);
  unsigned out[kThreads];
  const auto run = [&](const char* what, void (*kernel)(unsigned*, unsigned*, unsigned*)) {
    cudaMemset(memory, 0, 12 * kThreads);
    kernel<<<1, kThreads>>>(memory, memory + kThreads, memory + 2 * kThreads);
    check::cuda(cudaMemcpy(out, memory + 2 * kThreads, sizeof out, cudaMemcpyDeviceToHost), what);
  };
  for (auto* kernel : {beside_stores, beside_atomics, in_one_array}) {
    run("a chain", kernel);
    unsigned want = 1;
    for (unsigned t = kThreads; t-- > 0; want = want * 3 + t) check::equal(out[t], want, "a chain");
  }
  run("behind the loop", behind_the_loop);
  for (unsigned t = 0; t < kThreads; ++t)
    check::equal(out[t], t % 2 ? 2 : (t + 1) * 5, "behind the loop");
  return check::result();
}
