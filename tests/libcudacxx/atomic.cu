// SPDX-License-Identifier: Apache-2.0
// <cuda/atomic>: cuda::atomic of all sizes, all threads of a block on one object, under divergence;
// blocks that wait for each other: wait, notify, flags and fences.
#include <cuda/atomic>

#include "check.h"

using namespace cuda::std;

struct Point {
  float x, y;
};
struct alignas(16) Wide {
  unsigned long long a, b;
  HD bool operator==(const Wide& other) const { return a == other.a && b == other.b; }
};

// All threads of the block on one object.
__global__ void one(const unsigned* in, unsigned* out) {
  __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> tickets;
  __shared__ cuda::atomic<unsigned char, cuda::thread_scope_block> small;
  __shared__ cuda::atomic<float, cuda::thread_scope_device> sum;
  __shared__ cuda::atomic<double> total;
  __shared__ cuda::atomic<Point, cuda::thread_scope_block> point;
  __shared__ cuda::atomic<Wide, cuda::thread_scope_block> wide;
  __shared__ unsigned came[1024];
  unsigned t = check::tid(), i = check::gid(), n = check::block_threads();
  came[t] = 0;
  if (t == 0) {
    tickets.store(0, memory_order_relaxed);
    small = 0;
    sum = 0;
    total = 0;
    point = Point{0, 0};
    wide = Wide{0, 1};
  }
  __syncthreads();
  if (in[i] & 1) {
    came[tickets.fetch_add(1, memory_order_relaxed)] += 1;
  } else {
    came[tickets++] += 1;
  }
  small.fetch_add(3);
  sum.fetch_add(1.5f, memory_order_relaxed);
  total += 0.5;
  Point old = point.load(), next;
  do {
    next = Point{old.x + 1, old.y - 2};
  } while (!point.compare_exchange_weak(old, next));
  Wide seen = wide.load(memory_order_acquire), after;
  bool ok = true;
  do {
    ok = ok && seen.b == 3 * seen.a + 1;
    after = Wide{seen.a + 1, 3 * (seen.a + 1) + 1};
  } while (!wide.compare_exchange_strong(seen, after, memory_order_acq_rel));
  __syncthreads();
  Point p = point;
  out[i] = ok && came[t] == 1 && tickets == n && small == (unsigned char)(3 * n) &&
           sum == 1.5f * n && total == 0.5 * n && p.x == n && p.y == -2.0f * n &&
           wide.load().a == n;
}

// Blocks hand a token on; waiting threads are woken. Flags and fences.
__global__ void relay(const unsigned* in, unsigned* out,
                      cuda::atomic<unsigned, cuda::thread_scope_device>* turn, unsigned* box,
                      cuda::std::atomic_flag* flags) {
  __shared__ unsigned got;
  unsigned i = check::gid();
  if (check::tid() == 0) {
    for (unsigned now; (now = turn->load(memory_order_acquire)) != blockIdx.x;) turn->wait(now);
    got = blockIdx.x ? box[blockIdx.x - 1] : 1;
    box[blockIdx.x] = got * 3 + 1;
    cuda::atomic_thread_fence(memory_order_seq_cst, cuda::thread_scope_device);
    turn->store(blockIdx.x + 1, memory_order_release);
    turn->notify_all();
    if (flags[0].test_and_set()) got += 0;
  }
  __syncthreads();
  out[i] = in[i] + got;
}

int main() {
  check::run<unsigned>(
      "one object",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { one<<<g, b>>>(in, out); },
      [](const check::Thread&, const unsigned*) { return 1u; });
  check::run<unsigned>(
      "relay",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        auto* words = check::device_array<unsigned>(g.x + 64);
        check::cuda(cudaMemset(words, 0, 4 * (g.x + 64)), "memset");
        relay<<<g, b>>>(in, out, (cuda::atomic<unsigned, cuda::thread_scope_device>*)words,
                        words + 32, (cuda::std::atomic_flag*)(words + 16));
        check::cuda(cudaDeviceSynchronize(), "relay");
        cudaFree(words);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned got = 1;
        for (unsigned k = 0; k < t.block; ++k) got = got * 3 + 1;
        return in[t.global] + got;
      });
  return check::result();
}
