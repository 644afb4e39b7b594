// SPDX-License-Identifier: Apache-2.0
// Barriers: one event a warp and arrival, in every way in which blocks are run.
#include "counter.h"

namespace probes = heddle::probes;

struct Barriers : counter::Counter {
  void barrier(const probes::Barrier& event) override {
    Counter::barrier(event);
    const std::lock_guard lock(mutex_);
    predicates += static_cast<unsigned>(std::popcount(event.predicate));
    others += event.id != 0 || event.threads != 0;
    ++operations[static_cast<unsigned>(event.site.barrier_op())];
  }
  std::uint64_t predicates = 0, others = 0;
  counter::Tally operations;
};

__global__ void reverse(const int* in, int* out) {
  __shared__ int buffer[128];
  for (int round = 0; round < 3; ++round) {
    buffer[threadIdx.x] = in[threadIdx.x] + round;
    __syncthreads();
    out[threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  }
}

void plain(const int* in, int* out) {
  for (unsigned threads : {32u, 100u, 128u}) {
    const unsigned warps = (threads + 31) / 32;
    Barriers c;
    counter::listen(c, [&] { reverse<<<5, threads>>>(in, out); });
    EXPECT(c.counts.barriers.events, 5 * 6 * warps);
    EXPECT(c.counts.barriers.lanes, 5 * 6 * threads);
    EXPECT(c.counts.loads.lanes, 5 * 3 * 2 * threads);
    EXPECT(c.counts.stores.lanes, 5 * 3 * 2 * threads);
    EXPECT(c.others, 0);
    EXPECT(c.counts.blocks_begun, 5);
    EXPECT(c.counts.blocks_ended, 5);
    for (unsigned i = 0; i < threads; ++i) EXPECT(out[i], in[threads - 1 - i] + 2);
  }
}

__global__ void reductions(const int* in, int* out) {
  const int v = in[threadIdx.x];
  int r = __syncthreads_count(v % 3 == 0);
  r += __syncthreads_and(v >= 0);
  r += 10 * __syncthreads_or(v == 50);
  out[threadIdx.x] = r;
}

void with_results(const int* in, int* out) {
  Barriers c;
  counter::listen(c, [&] { reductions<<<1, 70>>>(in, out); });
  unsigned thirds = 0, fifties = 0;
  for (int i = 0; i < 70; ++i) {
    thirds += in[i] % 3 == 0;
    fifties += in[i] == 50;
  }
  EXPECT(c.counts.barriers.events, 9);
  EXPECT(c.counts.barriers.lanes, 210);
  EXPECT(c.predicates, thirds + 70 + fifties);
  for (unsigned op = 1; op <= 3; ++op) EXPECT(c.operations.of(op), 3);
  for (int i = 0; i < 70; ++i) EXPECT(out[i], thirds + 1 + (fifties ? 10 : 0));
}

// Some threads have left before: the others' masks say so, and the ends were told first.
__global__ void after_exits(int* out) {
  if (threadIdx.x % 32 >= 20) return;
  __syncthreads();
  atomicAdd(out, 1);
}

// They leave a loop by a return, which clang joins with the loop's end.
__global__ void exits_from_a_loop(int* out) {
  int sum = 0;
  for (unsigned k = 0; k < 4; ++k) {
    __syncthreads();
    sum += out[0];
    if (threadIdx.x % 8 == k) return;
  }
  out[threadIdx.x] = sum + 1;
}

struct Order : Barriers {
  void exit(const probes::Exit& event) override {
    Barriers::exit(event);
    const std::lock_guard lock(mutex_);
    gone[event.warp] |= event.ended;
  }
  void barrier(const probes::Barrier& event) override {
    Barriers::barrier(event);
    const std::lock_guard lock(mutex_);
    complete += (event.active | gone[event.warp]) == ~0u;
  }
  std::uint32_t gone[2] = {};
  unsigned complete = 0;
};

void exits_come_first(int* out) {
  *out = 0;
  Order c;
  counter::listen(c, [&] { after_exits<<<1, 64>>>(out); });
  EXPECT(c.counts.barriers.events, 2);
  EXPECT(c.counts.barriers.lanes, 40);
  EXPECT(c.complete, 2);
  EXPECT(c.counts.ended, 64);
  EXPECT(*out, 40);
  Order loop;
  *out = 0;
  counter::listen(loop, [&] { exits_from_a_loop<<<1, 64>>>(out); });
  EXPECT(loop.counts.barriers.events, 8);
  EXPECT(loop.complete, 8);
  EXPECT(loop.counts.ended, 64);
}

// A barrier in a function that is not inlined: the warp is on a fiber.
__device__ __noinline__ void wait_in_function(int depth) {
  if (depth > 0) wait_in_function(depth - 1);
  __syncthreads();
}
__global__ void recursive(int* out) {
  wait_in_function(3);
  out[threadIdx.x] = static_cast<int>(threadIdx.x);
}

void on_fibers(int* out) {
  Barriers c;
  counter::listen(c, [&] { recursive<<<2, 64>>>(out); });
  EXPECT(c.counts.barriers.events, 2 * 2 * 4);
  EXPECT(c.counts.stores.lanes, 128);
}

int main() {
  int* in = counter::device_array<int>(128);
  int* out = counter::device_array<int>(128);
  for (int i = 0; i < 128; ++i) in[i] = i * i % 97;
  plain(in, out);
  with_results(in, out);
  exits_come_first(out);
  on_fibers(out);
  return counter::result();
}
