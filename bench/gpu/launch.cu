// SPDX-License-Identifier: Apache-2.0
// What a launch costs: empty kernels one after the other, how fast blocks start, and what waits at
// the end of a launch. Under a profiler each kernel also shows its own duration.
#include "measure.h"

using namespace bench_gpu;

namespace {

__global__ void empty() {}

__global__ void wait_cycles(int cycles) {
  const auto begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

__global__ void one_store(int* to) {
  to[blockIdx.x] = 1;
}

void back_to_back() {
  constexpr int kLaunches = 1000;
  const auto time = seconds([] {
    for (int i = 0; i < kLaunches; ++i) empty<<<1, 32>>>();
  });
  fact("launch_interval_us", time / kLaunches * 1e6, "us", "empty kernels one after the other");
}

void blocks() {
  for (int threads : {32, 256, 1024}) {
    for (int grid : {1, 132, 1320, 13200, 132000, 1320000}) {
      const auto time = seconds([&] { empty<<<grid, threads>>>(); });
      std::printf("# empty,blocks=%d,threads=%d,us=%.3f\n", grid, threads, time * 1e6);
    }
  }
  for (int grid : {132, 264, 1320, 13200}) {
    const auto time = seconds([&] { wait_cycles<<<grid, 1024>>>(2000); });
    std::printf("# wait 2000 cycles,blocks=%d,threads=1024,us=%.3f\n", grid, time * 1e6);
  }
  Array<int> to(132000);
  for (int grid : {1, 132, 132000}) {
    const auto time = seconds([&] { one_store<<<grid, 32>>>(to.get()); });
    std::printf("# store,blocks=%d,threads=32,us=%.3f\n", grid, time * 1e6);
  }
}

}  // namespace

int main() {
  back_to_back();
  blocks();
}
