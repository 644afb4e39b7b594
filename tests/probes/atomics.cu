// SPDX-License-Identifier: Apache-2.0
// Atomics: one event a warp and instruction, whatever the addresses; operation, order and scope.
#include <cstring>

#include "counter.h"

using counter::count;
namespace probes = heddle::probes;

__global__ void histogram(const int* in, int* bins) {
  __shared__ int own[8];
  if (threadIdx.x < 8) own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[in[threadIdx.x] % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

void shared_and_global(const int* in, int* out) {
  const auto c = count([&] { histogram<<<2, 96>>>(in, out); });
  EXPECT(c.reductions.events, 2 * (3 + 1));
  EXPECT(c.reductions.lanes, 2 * (96 + 8));
  EXPECT(c.atomics.events, 0);
  EXPECT(c.reductions.masks.of(0xff), 2);
  EXPECT(c.shared_lanes, 2 * (96 + 8 + 8));  // atomics, zeros, the last read
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += out[i];
  EXPECT(sum, 192);
}

__global__ void one_address(int* out, int* old) {
  old[threadIdx.x] = atomicAdd(out, 3);
}

void results_used(int* out, int* old) {
  *out = 0;
  const auto c = count([&] { one_address<<<1, 50>>>(out, old); });
  EXPECT(c.atomics.events, 2);
  EXPECT(c.atomics.lanes, 50);
  EXPECT(c.reductions.events, 0);
  EXPECT(*out, 150);
  int sum = 0;
  for (int i = 0; i < 50; ++i) sum += old[i];
  EXPECT(sum, 3 * 50 * 49 / 2);
}

__global__ void every_operation(unsigned* out, int* signed_out, float* f,
                                unsigned long long* wide) {
  const unsigned v = threadIdx.x;
  out[64 + v] = atomicExch(&out[0], v) + atomicCAS(&out[1], v, v + 1);
  atomicAdd_block(&out[2], v);
  atomicAnd(&out[4], v);
  atomicOr(&out[5], v);
  atomicXor_system(&out[6], v);
  atomicMin(&out[7], v);
  atomicMax(&out[8], v);
  atomicMin(&signed_out[0], static_cast<int>(v));
  atomicMax(&signed_out[1], static_cast<int>(v));
  atomicInc(&out[9], 100);
  atomicDec(&out[10], 100);
  atomicAdd(f, 1.0f);
  atomicAdd(wide, 1ull);
}

struct Operations : counter::Counter {
  void atomic(const probes::Access& event) override {
    Counter::atomic(event);
    const std::lock_guard lock(mutex_);
    const auto& site = event.site;
    ++seen[static_cast<unsigned>(site.atomic())];
    ++scopes[static_cast<unsigned>(site.scope)];
    relaxed += site.order == probes::Order::kRelaxed;
    if (site.bytes == 8) ++wide;
    for (unsigned lane = 0; lane < 32; ++lane)
      same_address += event.addresses[lane] == event.addresses[0];
  }
  counter::Tally seen, scopes;
  unsigned relaxed = 0, wide = 0, same_address = 0;
};

void operations(int* memory) {
  Operations c;
  counter::listen(c, [&] {
    every_operation<<<1, 32>>>(reinterpret_cast<unsigned*>(memory), memory + 200,
                               reinterpret_cast<float*>(memory + 300),
                               reinterpret_cast<unsigned long long*>(memory + 400));
  });
  using probes::AtomicOp;
  const auto seen = [&](AtomicOp op) { return c.seen.of(static_cast<unsigned>(op)); };
  EXPECT(seen(AtomicOp::kExchange), 1);
  EXPECT(seen(AtomicOp::kCompareAndSwap), 1);
  EXPECT(seen(AtomicOp::kAdd), 2);
  EXPECT(seen(AtomicOp::kAnd), 1);
  EXPECT(seen(AtomicOp::kOr), 1);
  EXPECT(seen(AtomicOp::kXor), 1);
  EXPECT(seen(AtomicOp::kMinUnsigned), 1);
  EXPECT(seen(AtomicOp::kMaxUnsigned), 1);
  EXPECT(seen(AtomicOp::kMin), 1);
  EXPECT(seen(AtomicOp::kMax), 1);
  EXPECT(seen(AtomicOp::kIncrement), 1);
  EXPECT(seen(AtomicOp::kDecrement), 1);
  EXPECT(seen(AtomicOp::kAddFloat), 1);
  EXPECT(c.counts.atomics.events, 2);
  EXPECT(c.counts.reductions.events, 12);
  EXPECT(c.scopes.of(static_cast<unsigned>(probes::Scope::kBlock)), 1);
  EXPECT(c.scopes.of(static_cast<unsigned>(probes::Scope::kSystem)), 1);
  EXPECT(c.scopes.of(static_cast<unsigned>(probes::Scope::kDevice)), 12);
  EXPECT(c.relaxed, 14);
  EXPECT(c.wide, 1);
  EXPECT(c.same_address, 14 * 32);
}

__global__ void fences(int* out) {
  out[threadIdx.x] = 1;
  __threadfence_block();
  out[threadIdx.x] = 2;
  __threadfence();
  if (threadIdx.x < 3) __threadfence_system();
  out[threadIdx.x + 64] = 3;
}

struct Fences : counter::Counter {
  void fence(const probes::Fence& event) override {
    Counter::fence(event);
    const std::lock_guard lock(mutex_);
    ++scopes[static_cast<unsigned>(event.site.scope)];
  }
  counter::Tally scopes;
};

void fence_events(int* out) {
  Fences c;
  counter::listen(c, [&] { fences<<<1, 64>>>(out); });
  EXPECT(c.counts.fences.events, 5);
  EXPECT(c.counts.fences.lanes, 64 + 64 + 3);
  EXPECT(c.scopes.of(static_cast<unsigned>(probes::Scope::kBlock)), 2);
  EXPECT(c.scopes.of(static_cast<unsigned>(probes::Scope::kDevice)), 2);
  EXPECT(c.scopes.of(static_cast<unsigned>(probes::Scope::kSystem)), 1);
}

int main() {
  int* in = counter::device_array<int>(1024);
  int* out = counter::device_array<int>(1024);
  for (int i = 0; i < 1024; ++i) in[i] = i * 7 % 31;
  shared_and_global(in, out);
  results_used(out, out + 64);
  operations(out);
  fence_events(out);
  return counter::result();
}
