// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Waits without a loop: a function that calls itself until another thread has written. What comes
// behind the call keeps it from being made a loop.
#include "../check.h"

__device__ __noinline__ unsigned until_set(volatile unsigned* flag, unsigned depth) {
  const unsigned seen = *flag;
  if (seen != 0) return seen;
  __nanosleep(100);
  const unsigned below = until_set(flag, depth + 1);
  return check::mix(below) == depth ? below + 1 : below;
}

// Two functions that call each other.
__device__ unsigned even(volatile unsigned* flag, unsigned depth);
__device__ __noinline__ unsigned odd(volatile unsigned* flag, unsigned depth) {
  const unsigned seen = *flag;
  if (seen != 0) return seen;
  const unsigned below = even(flag, depth + 1);
  return check::mix(below) == depth ? below + 1 : below;
}
__device__ __noinline__ unsigned even(volatile unsigned* flag, unsigned depth) {
  const unsigned below = odd(flag, depth + 1);
  return check::mix(below) == depth + 1 ? below + 1 : below;
}

__device__ __noinline__ unsigned lock(unsigned* word, unsigned depth) {
  if (atomicCAS(word, 0, 1) == 0) return depth;
  return lock(word, depth + 1) * 3 + 1;
}

template <bool kTwo>
__device__ void pass_on(unsigned* chain, unsigned* out, unsigned i, unsigned n) {
  unsigned seen = 1;
  if (i + 1 < n) seen = kTwo ? even(chain + i + 1, 0) : until_set(chain + i + 1, 0);
  out[i] = seen;
  __threadfence();
  *(volatile unsigned*)(chain + i) = seen * 3 + i;
}

template <bool kTwo>
__global__ void lanes(unsigned* chain, unsigned* out) {
  pass_on<kTwo>(chain, out, check::gid(), gridDim.x * blockDim.x);
}

template <bool kTwo>
__global__ void warps(unsigned* chain, unsigned* out) {
  if (threadIdx.x % 32 != 0) return;
  pass_on<kTwo>(chain, out, check::gid() / 32, gridDim.x * blockDim.x / 32);
}

// Each lane takes a lock by recursion.
__global__ void locks(unsigned* word, unsigned* sum) {
  const bool odd_one = lock(word, 0) % 7 == 8;
  __threadfence();
  *(volatile unsigned*)sum = *(volatile unsigned*)sum + threadIdx.x + odd_one;
  __threadfence();
  atomicExch(word, 0);
}

// Goes down a tree, whose nodes are volatile: no wait.
__device__ __noinline__ unsigned depth_of(volatile unsigned* tree, unsigned node) {
  const unsigned left = tree[2 * node], right = tree[2 * node + 1];
  const unsigned a = left ? depth_of(tree, left) : 0, b = right ? depth_of(tree, right) : 0;
  return 1 + (a > b ? a : b);
}
__global__ void depths(unsigned* tree, unsigned* out) {
  out[threadIdx.x] = depth_of(tree, 1 + threadIdx.x);
}

int main() {
  auto* memory = check::device_array<unsigned>(1024);
  unsigned out[256], tree[512] = {};
  const auto run = [&](const char* what, void (*kernel)(unsigned*, unsigned*), unsigned blocks,
                       unsigned threads, unsigned count) {
    cudaMemset(memory, 0, 4096);
    kernel<<<blocks, threads>>>(memory, memory + 512);
    check::cuda(cudaMemcpy(out, memory + 512, sizeof out, cudaMemcpyDeviceToHost), what);
    unsigned want = 1;
    for (unsigned i = count; i-- > 0; want = want * 3 + i) check::equal(out[i], want, what);
  };
  run("lanes", lanes<false>, 1, 64, 64);
  run("lanes, two functions", lanes<true>, 1, 48, 48);
  run("warps", warps<false>, 1, 256, 8);
  run("warps, two functions", warps<true>, 1, 256, 8);
  run("blocks", warps<false>, 5, 64, 10);
  cudaMemset(memory, 0, 8);
  locks<<<2, 40>>>(memory, memory + 1);
  check::cuda(cudaMemcpy(out, memory, 8, cudaMemcpyDeviceToHost), "locks");
  check::equal(out[1], 2 * 39 * 40 / 2u, "locks");
  for (unsigned n = 1; n < 127; ++n) {
    if (n % 3) tree[2 * n] = 2 * n;
    if (n % 5) tree[2 * n + 1] = 2 * n + 1;
  }
  cudaMemcpy(memory, tree, sizeof tree, cudaMemcpyHostToDevice);
  depths<<<1, 64>>>(memory, memory + 512);
  check::cuda(cudaMemcpy(out, memory + 512, 256, cudaMemcpyDeviceToHost), "depths");
  const auto depth = [&](auto self, unsigned node) -> unsigned {
    const unsigned l = tree[2 * node], r = tree[2 * node + 1];
    const unsigned a = l ? self(self, l) : 0, b = r ? self(self, r) : 0;
    return 1 + (a > b ? a : b);
  };
  for (unsigned t = 0; t < 64; ++t) check::equal(out[t], depth(depth, 1 + t), "depths");
  return check::result();
}
