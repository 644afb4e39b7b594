// SPDX-License-Identifier: Apache-2.0
// Launches and blocks; several listeners with different wishes; listeners that come and go.
#include <cstring>

#include "counter.h"

namespace probes = heddle::probes;
using counter::count;
using probes::Event;

__global__ void work(const int* in, int* out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[n - threadIdx.x];
}

struct Places : counter::Counter {
  using Counter::Counter;
  void kernel_begin(const probes::Launch& launch) override {
    Counter::kernel_begin(launch);
    name = std::string(launch.kernel);
    for (int i = 0; i < 3; ++i) grid[i] = launch.grid[i];
    for (int i = 0; i < 3; ++i) block[i] = launch.block[i];
    static_bytes = launch.static_shared_bytes;
    dynamic_bytes = launch.dynamic_shared_bytes;
    window = launch.window;
    sites = launch.sites.size();
    params = launch.params.size();
    registers = launch.record.registers;
    std::memcpy(&last_param, launch.params.data() + 16, 4);
  }
  void block_begin(const probes::Block& b) override {
    Counter::block_begin(b);
    const std::lock_guard lock(mutex_);
    ++blocks[b.index[0] + 10 * b.index[1] + 100 * b.index[2]];
    wrong += b.shared.size() != 256 + 64 || b.dynamic_offset != 256;
    begun[b.worker] = &b;
  }
  void access(const probes::Access& event) override {
    Counter::access(event);
    const std::lock_guard lock(mutex_);
    wrong += begun[event.block.worker] != &event.block || event.warp > 1;
  }
  void block_end(const probes::Block& b) override {
    Counter::block_end(b);
    const std::lock_guard lock(mutex_);
    wrong += begun[b.worker] != &b;
    begun[b.worker] = nullptr;
  }
  std::string name;
  unsigned grid[3], block[3], static_bytes = 0, dynamic_bytes = 0, registers = 0, wrong = 0;
  int last_param = 0;
  probes::AccessPolicyWindow window;
  std::size_t sites = 0, params = 0;
  counter::Tally blocks;
  std::map<unsigned, const probes::Block*> begun;
};

void facts(const int* in, int* out) {
  Places c;
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow = {out, 4096, 0.75f, cudaAccessPropertyPersisting,
                              cudaAccessPropertyStreaming};
  cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &value);
  counter::listen(c, [&] {
    work<<<dim3(3, 2, 2), 64, 64>>>(in, out, 63);
    work<<<dim3(3, 2, 2), 64, 64>>>(in, out, 63);
  });
  EXPECT(c.window.base == out && c.window.bytes == 4096 && c.window.hit_ratio == 0.75f, true);
  EXPECT(c.window.hit == probes::AccessProperty::kPersisting, true);
  EXPECT(c.window.miss == probes::AccessProperty::kStreaming, true);
  EXPECT(c.name == "_Z4workPKiPii", true);
  EXPECT(c.grid[0] * 100 + c.grid[1] * 10 + c.grid[2], 322);
  EXPECT(c.block[0] * 100 + c.block[1] * 10 + c.block[2], 6411);
  EXPECT(c.static_bytes, 256);
  EXPECT(c.dynamic_bytes, 64);
  EXPECT(c.params, 20);
  EXPECT(c.last_param, 63);
  EXPECT(c.registers > 0, true);
  EXPECT(c.sites, 6);  // two loads, two stores, barrier, exit
  EXPECT(c.counts.kernels_begun, 2);
  EXPECT(c.counts.kernels_ended, 2);
  EXPECT(c.counts.faulted, false);
  EXPECT(c.counts.blocks_begun, 24);
  EXPECT(c.counts.blocks_ended, 24);
  EXPECT(c.blocks.size(), 12);
  for (const auto& [block, times] : c.blocks) EXPECT(times, 2);
  EXPECT(c.wrong, 0);
}

// Each hears what it asked for, though the kernel tells more.
void two_listeners(const int* in, int* out) {
  counter::Counter barriers(mask(Event::kBarrier)), accesses(Event::kAccess | Event::kBlock);
  heddle_add_listener(&barriers);
  counter::listen(accesses, [&] { work<<<2, 64>>>(in, out, 63); });
  heddle_remove_listener(&barriers);
  EXPECT(barriers.counts.barriers.events, 4);
  EXPECT(barriers.counts.loads.events, 0);
  EXPECT(barriers.counts.blocks_begun, 0);
  EXPECT(accesses.counts.loads.events, 8);
  EXPECT(accesses.counts.barriers.events, 0);
  EXPECT(accesses.counts.blocks_ended, 2);
  EXPECT(accesses.counts.kernels_begun, 0);
}

void coming_and_going(const int* in, int* out) {
  const auto launch = [&] { work<<<2, 64>>>(in, out, 63); };
  launch();
  EXPECT(count(launch, mask(Event::kAccess)).loads.events, 8);
  launch();
  EXPECT(count(launch, mask(Event::kKernel)).kernels_ended, 1);
  EXPECT(count(launch, mask(Event::kAccess)).loads.events, 8);
  EXPECT(count(launch, mask(Event::kBarrier)).loads.events, 0);
}

__global__ void faulty(int* p) {
  if (blockIdx.x == 1) p = nullptr;
  atomicAdd(p, 1);
}

void faults(int* out) {
  counter::Counter c;
  heddle_add_listener(&c);
  faulty<<<2, 32>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  heddle_remove_listener(&c);
  EXPECT(error, cudaErrorIllegalAddress);
  EXPECT(c.counts.kernels_ended, 1);
  EXPECT(c.counts.faulted, true);
  EXPECT(c.counts.blocks_ended < 2, true);
  EXPECT(c.counts.reductions.events >= 1, true);  // told before it happened
}

// For plain-runs-have-none: one launch, with a listener to `events`.
void launch_with(const int* in, int* out, probes::EventMask events) {
  const auto launch = [&] { work<<<2, 64>>>(in, out, 63); };
  if (events == 0) return launch();
  const auto c = count(launch, events);
  EXPECT(c.kernels_ended, has(events, Event::kKernel) ? 1 : 0);
  EXPECT(c.blocks_ended, has(events, Event::kBlock) ? 2 : 0);
  EXPECT(c.loads.events, has(events, Event::kAccess) ? 8 : 0);
  EXPECT(c.barriers.events, has(events, Event::kBarrier) ? 4 : 0);
}

int main(int argc, char** argv) {
  int* in = counter::device_array<int>(1024);
  int* out = counter::device_array<int>(1024);
  for (int i = 0; i < 1024; ++i) in[i] = i * i % 97;
  const std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "plain") launch_with(in, out, 0);
  if (mode == "kernels") launch_with(in, out, Event::kKernel | Event::kBlock);
  if (mode == "accesses") launch_with(in, out, mask(Event::kAccess));
  if (mode == "barriers") launch_with(in, out, mask(Event::kBarrier));
  if (mode == "faults") faults(out);
  if (mode == "") {
    facts(in, out);
    two_listeners(in, out);
    coming_and_going(in, out);
  }
  if (cudaDeviceSynchronize() == cudaSuccess && mode != "faults") {
    for (int i = 0; i < 64; ++i) EXPECT(out[i], in[63 - i]);
  }
  return counter::result();
}
