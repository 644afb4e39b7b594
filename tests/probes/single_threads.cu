// SPDX-License-Identifier: Apache-2.0
// A kernel whose lanes wait for each other, ahead of a barrier that counts threads, runs thread by
// thread. Its events are told one by one: accesses, atomics, fences, barriers, warp operations and
// exits, and a listener may answer.
#include "counter.h"

namespace probes = heddle::probes;

using counter::count;
using counter::device_array;
using counter::listen;

// Every lane takes the lock for itself and waits for the lanes of its warp.
__global__ void locked(int* lock, int* sum, int* out, int n) {
  __shared__ int ranks[64];
  const int i = threadIdx.x;
  if (i >= n) return;
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *sum = *sum + i;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
  asm volatile("bar.sync 1, 64;" ::: "memory");
  const int third = __shfl_sync(0xffffffffu, i, 3);
  ranks[i] = i * 2;
  __syncthreads();
  out[i] = ranks[n - 1 - i] + third;
}

void events() {
  int* lock = device_array<int>(1);
  int* sum = device_array<int>(1);
  int* out = device_array<int>(64);
  const auto c = count([&] { locked<<<1, 64>>>(lock, sum, out, 64); });
  EXPECT(*sum, 64 * 63 / 2);
  for (int i = 0; i < 64; ++i) EXPECT(out[i], (63 - i) * 2 + i / 32 * 32 + 3);
  EXPECT(c.kernels_begun, 1);
  EXPECT(c.blocks_begun, 1);
  EXPECT(c.blocks_ended, 1);
  EXPECT(c.ended, 64);
  EXPECT(c.loads.lanes, 64 * 2);   // *sum, ranks
  EXPECT(c.stores.lanes, 64 * 3);  // *sum, ranks, out
  EXPECT(c.shared_lanes, 64 * 2);
  EXPECT(c.fences.lanes, 64);
  EXPECT(c.barriers.lanes, 64 * 2);
  EXPECT(c.warp_operations.lanes, 64);
  EXPECT(c.atomics.lanes + c.reductions.lanes >= 128, true);
  EXPECT(c.loads.events, c.loads.lanes);
  EXPECT(c.loads.masks.of(1u << 7), 4);
}

// Keeps all from `out`.
class Gate : public probes::Listener {
 public:
  explicit Gate(const int* out) : out_(reinterpret_cast<std::uint64_t>(out)) {}
  probes::EventMask events() const override {
    return probes::Event::kAccess | probes::Event::kAtomic | probes::Event::kAnswer;
  }
  std::uint32_t admit(const probes::Access& event) override {
    return counter::lanes_where(
        event, [&](unsigned lane) { return event.addresses[lane] - out_ >= 64 * sizeof(int); });
  }

 private:
  const std::uint64_t out_;
};

void answers() {
  int* lock = device_array<int>(1);
  int* sum = device_array<int>(1);
  int* out = device_array<int>(64);
  Gate gate(out);
  listen(gate, [&] { locked<<<1, 64>>>(lock, sum, out, 64); });
  EXPECT(*sum, 64 * 63 / 2);
  for (int i = 0; i < 64; ++i) EXPECT(out[i], 0);
}

int main() {
  events();
  answers();
  return counter::result();
}
