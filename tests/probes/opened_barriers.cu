// SPDX-License-Identifier: Apache-2.0
// Barriers that open: which one, what it counted, and the lanes that came to it.
#include <cooperative_groups.h>

#include "counter.h"

using counter::device_array;
using counter::listen;

struct Opening {
  std::uint32_t block, id, threads;
  std::vector<std::uint32_t> arrived;
  bool operator==(const Opening&) const = default;
};

class Recorder : public probes::Listener {
 public:
  probes::EventMask events() const override { return mask(probes::Event::kOpened); }
  void opened(const probes::Opened& event) override {
    const std::lock_guard lock(mutex_);
    all.push_back({event.block.index[0],
                   event.id,
                   event.threads,
                   {event.arrived.begin(), event.arrived.end()}});
  }
  std::vector<Opening> of(std::uint32_t block) const {
    std::vector<Opening> result;
    for (const auto& one : all) {
      if (one.block == block) result.push_back(one);
    }
    return result;
  }
  std::vector<Opening> all;

 private:
  std::mutex mutex_;
};

constexpr std::uint32_t kAllLanes = ~0u;

__global__ void plain(int* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;  // threads that have ended are not waited for
  out[i] = i;
  __syncthreads();
  const int v = out[n - 1 - i];
  if (__syncthreads_count(v & 1) > 0) out[i] += v;
}

__global__ void named(int* out) {
  const unsigned warp = threadIdx.x / 32;
  if (warp == 0) {
    out[threadIdx.x] = 5;
    asm volatile("bar.arrive 3, 64;" ::: "memory");
  } else if (warp == 2) {
    asm volatile("bar.sync 3, 64;" ::: "memory");
    out[threadIdx.x] = out[threadIdx.x - 64];
  }
}

__global__ void whole_grid(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  cooperative_groups::this_grid().sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] += out[threadIdx.x];
}

// Lanes wait for each other: thread by thread.
__global__ void one_by_one(int* lock, int* out) {
  bool done = false;
  while (!done) {
    if (atomicExch(lock, 1) == 0) {
      *out += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
  __syncthreads();
}

int main() {
  int* out = device_array<int>(256);
  {
    Recorder recorder;
    listen(recorder, [&] { plain<<<2, 80>>>(out, 70); });
    for (std::uint32_t block = 0; block < 2; ++block) {
      const Opening whole{block, 0, 0, {kAllLanes, kAllLanes, 0x3f}};
      const auto seen = recorder.of(block);
      EXPECT(seen.size(), 2);
      for (const auto& one : seen) EXPECT(one == whole, true);
    }
  }
  {
    Recorder recorder;
    listen(recorder, [&] { named<<<1, 96>>>(out); });
    EXPECT(recorder.all.size(), 1);
    const Opening want{0, 3, 64, {kAllLanes, 0, kAllLanes}};
    EXPECT(!recorder.all.empty() && recorder.all[0] == want, true);
  }
  {
    Recorder recorder;
    void* arguments[] = {&out};
    listen(recorder, [&] {
      cudaLaunchCooperativeKernel(reinterpret_cast<void*>(whole_grid), 3, 64, arguments, 0,
                                  nullptr);
    });
    unsigned grids = 0;
    for (const auto& one : recorder.all) {
      if (one.id != heddle::abi::kGridBarrier) continue;
      ++grids;
      EXPECT(one.arrived == std::vector<std::uint32_t>(2, kAllLanes), true);
    }
    EXPECT(grids, 3);
  }
  {
    int* lock = device_array<int>(1);
    Recorder recorder;
    listen(recorder, [&] { one_by_one<<<1, 40>>>(lock, out); });
    EXPECT(recorder.all.size(), 1);
    const Opening want{0, 0, 0, {kAllLanes, 0xff}};
    EXPECT(!recorder.all.empty() && recorder.all[0] == want, true);
  }
  return counter::result();
}
