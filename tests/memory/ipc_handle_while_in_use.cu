// SPDX-License-Identifier: Apache-2.0
// A handle of memory that kernels and copies are using right now: nobody waits for the other, and
// what they write is there.
#include <atomic>
#include <chrono>
#include <thread>

#include "memory.h"

namespace {

// Until the gate opens, adds to its words again and again; says how often.
__global__ void add(volatile unsigned* gate, unsigned* words, unsigned count, unsigned* rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned done = 0;
  do {
    for (unsigned at = i; at < count; at += gridDim.x * blockDim.x) atomicAdd(words + at, 1);
    ++done;
  } while (*gate == 0);
  rounds[i] = done;
}

}  // namespace

int main() {
  constexpr unsigned kThreads = 64, kSmall = 1000, kLarge = 1 << 20;
  auto* gates = gate::pinned<unsigned>(2);
  auto* rounds = gate::pinned<unsigned>(kThreads);
  unsigned *words[2], *untouched, *source;
  for (unsigned** p : {&words[0], &untouched}) gate::ok(cudaMalloc(p, kSmall * 4), "cudaMalloc");
  for (unsigned** p : {&words[1], &source}) gate::ok(cudaMalloc(p, kLarge * 4), "cudaMalloc");
  memory::count_from<<<1, 64>>>(untouched, kSmall, 7);
  memory::count_from<<<1, 64>>>(source, kLarge, 9);
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  std::atomic<bool> ended{false};
  std::thread watch([&] {
    for (int k = 0; k < 500 && !ended; ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    gate::that(ended, "the handles wait for kernels");
    *(volatile unsigned*)gates = 1;
  });

  const unsigned counts[] = {kSmall, kLarge};
  cudaStream_t s[2];
  for (int k : {0, 1}) {
    gate::ok(cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking), "cudaStreamCreate");
    gate::ok(cudaMemsetAsync(words[k], 0, counts[k] * 4, s[k]), "cudaMemsetAsync");
  }
  for (int k : {0, 1}) {
    *(volatile unsigned*)gates = 0;
    add<<<1, kThreads, 0, s[k]>>>(gates, words[k], counts[k], rounds);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    cudaIpcMemHandle_t handle;
    gate::ok(cudaIpcGetMemHandle(&handle, words[k]), "cudaIpcGetMemHandle");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    *(volatile unsigned*)gates = 1;
    gate::ok(cudaStreamSynchronize(s[k]), "cudaStreamSynchronize");
    auto* got = new unsigned[counts[k]];
    gate::ok(cudaMemcpy(got, words[k], counts[k] * 4, cudaMemcpyDefault), "cudaMemcpy");
    bool good = true;
    for (unsigned i = 0; i < counts[k]; ++i) good = good && got[i] == rounds[i % kThreads];
    gate::that(good, "no addition is lost");
    delete[] got;
  }
  gate::that(memory::holds(untouched, kSmall, 7), "its neighbour");

  // Copies in both directions.
  cudaIpcMemHandle_t handle;
  unsigned* target;
  for (int round = 0; round < 20; ++round) {
    gate::ok(cudaMalloc(&target, kLarge * 4), "cudaMalloc");
    gate::ok(cudaMemcpyAsync(target, source, kLarge * 4, cudaMemcpyDeviceToDevice, s[0]), "copy");
    gate::ok(cudaIpcGetMemHandle(&handle, target), "cudaIpcGetMemHandle");
    gate::ok(cudaStreamSynchronize(s[0]), "cudaStreamSynchronize");
    gate::that(memory::holds(target, kLarge, 9), "all of the copy");
    gate::ok(cudaFree(target), "cudaFree");
  }
  ended = true;
  watch.join();
  return gate::result();
}
