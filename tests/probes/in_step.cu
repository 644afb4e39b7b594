// SPDX-License-Identifier: Apache-2.0
// What a tool that leaves out what is in step (kInStep) hears of barriers, warp operations and ends
// of threads: barriers that all threads come to as one event, full warps' operations as a count,
// and all else as any tool does.
#include <cstdlib>

#include "counter.h"

namespace probes = heddle::probes;
using probes::Event;

class InStepCounter : public counter::Counter {
 public:
  explicit InStepCounter(probes::EventMask more = 0)
      : Counter(Event::kKernel | Event::kBlock | Event::kBarrier | Event::kWarp | Event::kExit |
                Event::kOpened | Event::kInStep | more) {}
  void in_step(const probes::InStep& event) override {
    const std::lock_guard lock(mutex_);
    ++met;
    sites.insert(&event.site);
  }
  void opened(const probes::Opened& event) override {
    const std::lock_guard lock(mutex_);
    ++opened_apart;
    for (const auto lanes : event.arrived) arrived += static_cast<unsigned>(std::popcount(lanes));
  }
  void block_end(const probes::Block& block) override {
    Counter::block_end(block);
    const std::lock_guard lock(mutex_);
    if (!block.notes) return;
    for (const auto clock : block.notes->clocks) clocks += clock;
  }
  unsigned met = 0, opened_apart = 0, arrived = 0, clocks = 0;
  std::set<const probes::Site*> sites;
};

constexpr int kThreads = 96;

__global__ void all_together(const int* in, int* out) {
  __shared__ int data[kThreads];
  const int i = threadIdx.x;
  data[i] = in[i];
  __syncthreads();
  int v = data[kThreads - 1 - i];
  v += __shfl_xor_sync(~0u, v, 3);
  v += __ballot_sync(~0u, v > 0);
  __syncthreads();
  data[i] = v;
  __syncthreads();
  out[i] = data[(i + 40) % kThreads];
}

void in_step(const int* in, int* out) {
  InStepCounter c;
  counter::listen(c, [&] { all_together<<<2, kThreads>>>(in, out); });
  EXPECT(c.met, 6);
  EXPECT(c.sites.size(), 3);
  EXPECT(c.opened_apart, 0);
  EXPECT(c.counts.barriers.events, 0);
  EXPECT(c.counts.warp_operations.events, 0);
  EXPECT(c.clocks, 2 * 3 * 2);
  EXPECT(c.counts.exits.events, 0);
}

// The last warp has 20 threads: its operations name lanes that there are not.
void partial_warp(const int* in, int* out) {
  InStepCounter c;
  counter::listen(c, [&] { all_together<<<1, 84>>>(in, out); });
  EXPECT(c.met, 3);
  EXPECT(c.clocks, 2 * 2);
  EXPECT(c.counts.warp_operations.events, 2);
  EXPECT(c.counts.warp_operations.lanes, 40);
  // Something was out of step, so that the end of each warp behind it is told.
  EXPECT(c.counts.ended >= 20, 1);
}

__global__ void some_end_early(int* out) {
  const int i = threadIdx.x;
  out[i] = i;
  if (i >= 64) return;
  __syncthreads();
  out[i] += out[63 - i];
}

void whole_warp_ends(int* out) {
  InStepCounter c;
  counter::listen(c, [&] { some_end_early<<<1, kThreads>>>(out); });
  EXPECT(c.met, 0);
  EXPECT(c.opened_apart, 1);
  EXPECT(c.arrived, 64);
  EXPECT(c.counts.barriers.lanes, 64);
  EXPECT(c.counts.ended, 32);
}

__global__ void at_two_places(int* out) {
  const int i = threadIdx.x;
  if (i < 32) {
    out[i] = 1;
    __syncthreads();
    out[i] += 2;
  } else {
    __syncthreads();
    out[i] = 3;
  }
}

void two_barriers(int* out) {
  InStepCounter c;
  counter::listen(c, [&] { at_two_places<<<1, kThreads>>>(out); });
  EXPECT(c.met, 0);
  EXPECT(c.opened_apart, 1);
  EXPECT(c.arrived, kThreads);
  EXPECT(c.counts.barriers.events, 3);
  EXPECT(c.counts.barriers.sites.size(), 2);
  for (int i = 0; i < kThreads; ++i) EXPECT(out[i], 3);
}

__global__ void lanes_apart(int n, int* out) {
  const int i = threadIdx.x;
  if (i >= n) return;
  out[i] = i;
  __syncwarp();
  out[i] += static_cast<int>(__activemask() != 0);
}

void lanes_end_apart(int* out) {
  InStepCounter c;
  counter::listen(c, [&] { lanes_apart<<<1, 64>>>(40, out); });
  EXPECT(c.clocks, 1);  // of warp 0
  EXPECT(c.counts.warp_operations.events, 1);
  EXPECT(c.counts.warp_operations.lanes, 8);
  // Warp 0 ended as a whole, maybe before anything was out of step.
  EXPECT(c.counts.ended == 32 || c.counts.ended == 64, 1);
}

// A tool beside it that wants to hear all, hears all.
void beside_another(const int* in, int* out) {
  counter::Counter other;
  InStepCounter c;
  heddle_add_listener(&other);
  counter::listen(c, [&] { all_together<<<2, kThreads>>>(in, out); });
  heddle_remove_listener(&other);
  EXPECT(c.met, 0);
  EXPECT(c.opened_apart, 6);
  EXPECT(other.counts.barriers.events, 18);
  EXPECT(other.counts.warp_operations.events, 12);
  EXPECT(other.counts.ended, 2 * kThreads);
}

int main() {
  auto* in = counter::device_array<int>(kThreads);
  auto* out = counter::device_array<int>(kThreads);
  for (int i = 0; i < kThreads; ++i) in[i] = i * 3;
  // Where each warp has a stack of its own, the engine lets them meet, and tells of each.
  if (!std::getenv("HEDDLE_FIBER")) {
    in_step(in, out);
    partial_warp(in, out);
    whole_warp_ends(out);
    two_barriers(out);
  }
  lanes_end_apart(out);
  beside_another(in, out);
  return counter::result();
}
