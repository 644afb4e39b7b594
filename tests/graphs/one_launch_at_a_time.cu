// SPDX-License-Identifier: Apache-2.0
// Two launches of one executable graph never overlap, whatever their streams.
#include <chrono>
#include <thread>

#include "graphs.h"

// Counts who has come, waits until the gate of that number opens, and counts who has gone.
__global__ void stay(volatile unsigned* gates, unsigned* come, unsigned* gone, unsigned* overlaps) {
  const unsigned number = atomicAdd(come, 1);
  if (atomicAdd(gone, 0) != number) atomicAdd(overlaps, 1);
  while (gates[number] == 0) {
  }
  atomicAdd(gone, 1);
}

int main() {
  constexpr unsigned kLaunches = 3;
  auto* gates = gate::pinned<unsigned>(kLaunches);
  auto* counts = gate::pinned<unsigned>(4);
  volatile unsigned* come = counts;
  cudaGraph_t graph = graphs::create();
  graphs::add(graph, {}, stay, 1, 1, gates, counts, counts + 1, counts + 2);
  cudaGraphExec_t exec = graphs::instantiate(graph);
  for (unsigned i = 0; i < kLaunches; ++i) {
    gate::ok(cudaGraphLaunch(exec, graphs::stream()), "cudaGraphLaunch");
  }
  const cudaStream_t free = graphs::stream();
  for (unsigned i = 0; i < kLaunches; ++i) {
    while (*come <= i) std::this_thread::yield();
    // Time for one that does not wait for its turn.
    gate::write<<<1, 1, 0, free>>>(counts + 3, i);
    gate::ok(cudaStreamSynchronize(free), "another stream");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    gate::that(*come == i + 1, "the next has not begun");
    *(volatile unsigned*)(gates + i) = 1;
  }
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  gate::that(counts[1] == kLaunches && counts[2] == 0, "one after the other");
  return gate::result();
}
