// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Lanes, warps and blocks wait in walks from node to node, by what they read: in a ring that
// another thread opens, or until another thread has written to a node of it.
#include "../check.h"

constexpr unsigned kMost = 128;

// Ring r has the nodes 2 r and 2 r + 1. The way out of it is a node that only its walker knows.
struct Memory {
  unsigned next[2 * kMost], state[2 * kMost], value[kMost + 1], out[kMost], goal[kMost];
};

// Who has left opens the ring below, and hands its value on.
template <class Word>
__device__ void walk(Memory* m, unsigned r) {
  Word* next = m->next;
  const unsigned goal = m->goal[r];
  unsigned at = 2 * r, steps = 0;
  while ((at = next[at]) != goal) ++steps;
  const unsigned seen = *(volatile unsigned*)&m->value[r + 1];
  m->out[r] = seen + (steps == ~0u);
  *(volatile unsigned*)&m->value[r] = seen * 3 + r;
  __threadfence();
  if (r > 0) next[2 * r - 1] = *(volatile unsigned*)&m->goal[r - 1];
}

// The ring stays, and something is written at a node of it.
template <class Word>
__device__ void look(Memory* m, unsigned r) {
  Word* state = m->state;
  const unsigned* next = m->next;
  unsigned at = 2 * r;
  while (state[at] == 0) at = next[at];
  const unsigned seen = state[at];
  m->out[r] = seen;
  if (r > 0) state[2 * r - 1 - r % 2] = seen * 3 + r;
}

template <class Word, bool kWalks>
__global__ void lanes(Memory* m) {
  if (kWalks) {
    walk<Word>(m, check::gid());
  } else {
    look<Word>(m, check::gid());
  }
}

template <class Word, bool kWalks>
__global__ void warps(Memory* m) {
  if (threadIdx.x % 32 != 0) return;
  if (kWalks) {
    walk<Word>(m, check::gid() / 32);
  } else {
    look<Word>(m, check::gid() / 32);
  }
}

void run(const char* what, void (*kernel)(Memory*), unsigned blocks, unsigned threads,
         unsigned rings, bool walks) {
  static Memory m;
  m = {};
  for (unsigned r = 0; r < rings; ++r) {
    m.next[2 * r] = 2 * r + 1;
    m.next[2 * r + 1] = 2 * r;
    m.goal[r] = 1000 + 7 * r;
  }
  m.value[rings] = 5;
  if (walks) m.next[2 * rings - 1] = m.goal[rings - 1];
  if (!walks) m.state[2 * rings - 1] = 5;
  auto* memory = check::device_array<Memory>(1);
  cudaMemcpy(memory, &m, sizeof m, cudaMemcpyHostToDevice);
  kernel<<<blocks, threads>>>(memory);
  check::cuda(cudaMemcpy(&m, memory, sizeof m, cudaMemcpyDeviceToHost), what);
  unsigned want = 5;
  for (unsigned r = rings; r-- > 0; want = want * 3 + r) check::equal(m.out[r], want, what);
  cudaFree(memory);
}

int main() {
  run("lanes, volatile walk", lanes<volatile unsigned, true>, 1, 64, 64, true);
  run("lanes, plain walk", lanes<unsigned, true>, 1, 64, 64, true);
  run("lanes, volatile state", lanes<volatile unsigned, false>, 1, 64, 64, false);
  run("lanes, plain state", lanes<unsigned, false>, 1, 64, 64, false);
  run("lanes, partial warp", lanes<volatile unsigned, true>, 1, 45, 45, true);
  run("warps, volatile walk", warps<volatile unsigned, true>, 1, 256, 8, true);
  run("warps, plain walk", warps<unsigned, true>, 1, 256, 8, true);
  run("warps, plain state", warps<unsigned, false>, 1, 256, 8, false);
  run("blocks, volatile walk", warps<volatile unsigned, true>, 7, 96, 21, true);
  run("blocks, volatile state", warps<volatile unsigned, false>, 7, 96, 21, false);
  return check::result();
}
