// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp that wait for each other in walks and searches that also look for an end: lane t
// for what lane t + 1 hands over. Each of them is heard where it comes to, in a warp whose lanes go
// their own ways.
#include "planted.h"

constexpr unsigned kThreads = 64;

// A ring of two nodes, which the next lane opens.
__global__ void handed_over(volatile unsigned* next, unsigned* data, const unsigned* goal) {
  const unsigned t = threadIdx.x;
  unsigned at = 2 * t;
  do at = next[at];
  while (at != ~0u && at != goal[t]);
  if (PLANT(false, true)) __threadfence();
  data[t] = data[t + 1] * 3 + t;  // ERROR race
  __threadfence();
  if (t > 0) next[2 * t - 1] = goal[t - 1];
}

// Until a node names itself.
__global__ void behind_the_end(volatile unsigned* next, unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned at = 2 * t, to;
  while ((to = next[at]) != at) at = to;
  out[t + PLANT(1, 0)] = at;  // ERROR out-of-bounds (63,0,0)
  __threadfence();
  if (t > 0) next[2 * t - 1] = 2 * t - 1;
}

__global__ void nobody_wrote(volatile unsigned* next, const unsigned* data, unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned at = 2 * t, to;
  while ((to = next[at]) != at) at = to;
  if (data[t] > 0) out[t] = at;  // ERROR uninitialised (63,0,0)
  __threadfence();
  if (t > 0) next[2 * t - 1] = 2 * t - 1;
}

__global__ void search(unsigned* places) {
  const unsigned t = threadIdx.x;
  PLANT(, volatile) unsigned* p = places;
  unsigned i = t;
  while (p[4 * (t + 1) + i % 4] == 0) ++i;  // ERROR race
  const unsigned seen = p[4 * (t + 1) + i % 4];
  p[4 * t + (t + 2) % 4] = seen * 3 + t;  // ERROR race
}

void rings(unsigned* next, bool to_itself) {
  unsigned ring[2 * kThreads];
  for (unsigned t = 0; t < kThreads; ++t) {
    ring[2 * t] = 2 * t + 1;
    ring[2 * t + 1] = 2 * t;
  }
  ring[2 * kThreads - 1] = to_itself ? 2 * kThreads - 1 : 1000 + kThreads - 1;
  good(cudaMemcpy(next, ring, sizeof ring, cudaMemcpyHostToDevice));
}

int main() {
  auto* next = make<unsigned>(2 * kThreads);
  auto* data = make<unsigned>(kThreads + 1);
  auto* out = make<unsigned>(kThreads);
  auto* places = make<unsigned>(4 * (kThreads + 1));
  unsigned goals[kThreads], *goal = make<unsigned>(kThreads);
  for (unsigned t = 0; t < kThreads; ++t) goals[t] = 1000 + t;
  good(cudaMemcpy(goal, goals, sizeof goals, cudaMemcpyHostToDevice));
  rings(next, false);
  handed_over<<<1, kThreads>>>(next, data, goal);
  rings(next, true);
  behind_the_end<<<1, kThreads>>>(next, out);
  unsigned* some;
  good(cudaMalloc(&some, kThreads * sizeof *some));
  good(cudaMemset(some, 0, PLANT(40, kThreads) * sizeof *some));
  rings(next, true);
  nobody_wrote<<<1, kThreads>>>(next, some, out);
  good(cudaMemset(places + 4 * kThreads + 3, 1, 4));
  search<<<1, kThreads>>>(places);
  good(cudaDeviceSynchronize());
  for (auto* memory : {next, data, out, places, goal, some}) good(cudaFree(memory));
  return 0;
}
