// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Lanes of a warp wait for each other where the loop does not look like a wait: in walks that also
// look for the end of a structure, in searches at places that the loop computes, and in polls of
// what the loop may write itself. Lane l waits for lane l + 1.
#include "../check.h"

constexpr unsigned kThreads = 64;

struct Memory {
  unsigned chain[kThreads + 1 + 7 * kThreads];
  unsigned next[2 * kThreads], goal[kThreads];
  unsigned places[4 * (kThreads + 1)];
  unsigned out[kThreads];
};

// A ring of two nodes, which another lane opens, with a look for an end that it does not have.
__global__ void walk_to_end(Memory* m) {
  const unsigned t = threadIdx.x, goal = m->goal[t];
  volatile unsigned* next = m->next;
  unsigned at = 2 * t;
  do at = next[at];
  while (at != ~0u && at != goal);
  const unsigned seen = *(volatile unsigned*)&m->chain[t + 1];
  m->out[t] = seen + (at == ~0u);
  *(volatile unsigned*)&m->chain[t] = seen * 3 + t;
  __threadfence();
  if (t > 0) next[2 * t - 1] = *(volatile unsigned*)&m->goal[t - 1];
}

// The same, until a node names itself.
__global__ void walk_to_root(Memory* m) {
  const unsigned t = threadIdx.x;
  volatile unsigned* next = m->next;
  unsigned at = 2 * t, to;
  while ((to = next[at]) != at) at = to;
  const unsigned seen = *(volatile unsigned*)&m->chain[t + 1];
  m->out[t] = seen;
  *(volatile unsigned*)&m->chain[t] = seen * 3 + t;
  __threadfence();
  if (t > 0) next[2 * t - 1] = 2 * t - 1;
}

__global__ void search(Memory* m) {
  const unsigned t = threadIdx.x;
  unsigned* places = m->places;
  unsigned i = t;
  while (places[4 * (t + 1) + i % 4] == 0) ++i;
  const unsigned seen = places[4 * (t + 1) + i % 4];
  m->out[t] = seen;
  places[4 * t + (t + 2) % 4] = seen * 3 + t;
}

__global__ void search_of_warps(Memory* m) {
  const unsigned t = threadIdx.x / 32;
  if (threadIdx.x % 32 != 5) return;
  unsigned* places = m->places;
  unsigned i = t;
  while (places[4 * (t + 1) + i % 4] == 0) ++i;
  const unsigned seen = places[4 * (t + 1) + i % 4];
  m->out[t] = seen;
  places[4 * t + (t + 2) % 4] = seen * 3 + t;
}

// The loop writes to the array that it polls, and could end by that.
__global__ void poll_of_own(Memory* m) {
  const unsigned t = threadIdx.x;
  unsigned* chain = m->chain;
  const unsigned place = m->goal[t] - 1000;
  unsigned seen, n = 0;
  while ((seen = chain[t + 1]) == 0) {
    ++n;
    chain[kThreads + 1 + place + n % 4] = n;
  }
  m->out[t] = seen;
  chain[t] = seen * 3 + t;
}

void run(const char* what, void (*kernel)(Memory*), unsigned threads, unsigned count) {
  static Memory m;
  m = {};
  for (unsigned t = 0; t < kThreads; ++t) {
    m.next[2 * t] = 2 * t + 1;
    m.next[2 * t + 1] = 2 * t;
    m.goal[t] = 1000 + 7 * t;
  }
  m.next[2 * count - 1] = kernel == walk_to_end ? m.goal[count - 1] : 2 * count - 1;
  m.chain[count] = m.places[4 * count + 3] = 5;
  auto* memory = check::device_array<Memory>(1);
  cudaMemcpy(memory, &m, sizeof m, cudaMemcpyHostToDevice);
  kernel<<<1, threads>>>(memory);
  check::cuda(cudaMemcpy(&m, memory, sizeof m, cudaMemcpyDeviceToHost), what);
  unsigned want = 5;
  for (unsigned t = count; t-- > 0; want = want * 3 + t) check::equal(m.out[t], want, what);
  cudaFree(memory);
}

// A list is walked to its end again and again, by plain loads: lane t appends to the list of lane t
// - 1. What the loop writes may be a part of it, as far as a compiler can tell.
__global__ void walk_again(unsigned* next, unsigned* key, unsigned* tries, unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned found = ~0u, rounds = 0;
  for (;;) {
    for (unsigned n = 2 * t; n != ~0u; n = next[n]) {
      if (key[n] % 2 == 1) found = key[n];
    }
    if (found != ~0u) break;
    tries[t] = ++rounds;
  }
  out[t] = found;
  if (t > 0) {
    *(volatile unsigned*)&key[2 * t - 1] = found * 3 + 2 * t;
    __threadfence();
    *(volatile unsigned*)&next[2 * t - 2] = 2 * t - 1;
  }
}
void run_lists() {
  static unsigned next[2 * kThreads], key[2 * kThreads], out[kThreads];
  for (unsigned i = 0; i < 2 * kThreads; ++i) next[i] = ~0u;
  key[2 * kThreads - 2] = 1;
  auto* memory = check::device_array<unsigned>(6 * kThreads);
  cudaMemcpy(memory, next, sizeof next, cudaMemcpyHostToDevice);
  cudaMemcpy(memory + 2 * kThreads, key, sizeof key, cudaMemcpyHostToDevice);
  walk_again<<<1, kThreads>>>(memory, memory + 2 * kThreads, memory + 4 * kThreads,
                              memory + 5 * kThreads);
  check::cuda(cudaMemcpy(out, memory + 5 * kThreads, sizeof out, cudaMemcpyDeviceToHost), "lists");
  unsigned want = 1;
  for (unsigned t = kThreads; t-- > 0; want = want * 3 + 2 * t)
    check::equal(out[t], want, "a walk to the end, again and again");
}

int main() {
  run_lists();
  run("a walk with an end", walk_to_end, kThreads, kThreads);
  run("a walk with an end, partial warp", walk_to_end, 45, 45);
  run("a walk to a root", walk_to_root, kThreads, kThreads);
  run("a search", search, kThreads, kThreads);
  run("a search of warps", search_of_warps, kThreads, kThreads / 32);
  run("a poll of what the loop writes", poll_of_own, kThreads, kThreads);
  return check::result();
}
