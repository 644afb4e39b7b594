// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Locks that serve in the order of arrival, between blocks and between warps: by tickets, by a list
// of nodes (MCS) and by the flag of who came before (CLH). Who has it first keeps it until all have
// come, so that everybody waits in the queue.
#include "../check.h"

struct Node {
  volatile int next, locked;
};

__device__ void add(volatile unsigned long long* sum, unsigned value) {
  *sum = *sum * 3 + value - *sum * 2;
}

// Of a warp in its first round: all have been here.
__device__ void until_all_came(volatile unsigned* came, unsigned round) {
  while (round == 0 && *came < gridDim.x * blockDim.x / 32) {
  }
}

__global__ void ticket_lock(unsigned* next, volatile unsigned* serving, unsigned* came,
                            volatile unsigned long long* sum, unsigned rounds) {
  if (threadIdx.x % 32 != 0) return;
  for (unsigned k = 0; k < rounds; ++k) {
    const unsigned mine = atomicAdd(next, 1u);
    if (k == 0) atomicAdd(came, 1u);
    unsigned attempts = 0;
    while (*serving != mine) ++attempts;
    until_all_came(came, k);
    __threadfence();
    add(sum, check::gid() + k + attempts * 0);
    __threadfence();
    *serving = mine + 1;
  }
}

__global__ void mcs_lock(Node* nodes, int* tail, unsigned* came, volatile unsigned long long* sum,
                         unsigned rounds) {
  if (threadIdx.x % 32 != 0) return;
  const int me = (int)(check::gid() / 32) + 1;
  for (unsigned k = 0; k < rounds; ++k) {
    nodes[me].next = 0;
    nodes[me].locked = 1;
    __threadfence();
    const int before = atomicExch(tail, me);
    if (k == 0) atomicAdd(came, 1u);
    if (before != 0) {
      nodes[before].next = me;
      while (nodes[me].locked) {
      }
    }
    until_all_came(came, k);
    __threadfence();
    add(sum, check::gid() + k);
    __threadfence();
    if (nodes[me].next == 0) {
      if (atomicCAS(tail, me, 0) == me) continue;
      while (nodes[me].next == 0) {
      }
    }
    nodes[nodes[me].next].locked = 0;
  }
}

__global__ void clh_lock(volatile int* flags, int* tail, unsigned* came,
                         volatile unsigned long long* sum, unsigned rounds) {
  if (threadIdx.x % 32 != 0) return;
  int mine = (int)(check::gid() / 32) + 1;
  for (unsigned k = 0; k < rounds; ++k) {
    flags[mine] = 1;
    __threadfence();
    const int before = atomicExch(tail, mine);
    if (k == 0) atomicAdd(came, 1u);
    int spins = 0;
    do {
      if (++spins > 100) __nanosleep(20);
    } while (flags[before] == 1);
    until_all_came(came, k);
    __threadfence();
    add(sum, check::gid() + k);
    __threadfence();
    flags[mine] = 0;
    mine = before;
  }
}

int main() {
  auto* memory = check::device_array<unsigned>(4096);
  auto* sum = check::device_array<unsigned long long>(1);
  for (unsigned shape = 0; shape < 3; ++shape) {
    const unsigned blocks = shape == 0 ? 1 : shape == 1 ? 40 : 6;
    const unsigned threads = shape == 0 ? 256 : shape == 1 ? 32 : 96;
    const unsigned rounds = 10, warps = threads / 32;
    unsigned long long want = 0, got;
    for (unsigned w = 0; w < blocks * warps; ++w) {
      for (unsigned k = 0; k < rounds; ++k) want += w * 32 + k;
    }
    for (unsigned kind = 0; kind < 3; ++kind) {
      cudaMemset(memory, 0, 4096 * 4);
      cudaMemset(sum, 0, 8);
      unsigned* came = memory + 2;
      Node* nodes = (Node*)(memory + 16);
      int *flags = (int*)memory + 16, *tail = (int*)memory;
      if (kind == 0) ticket_lock<<<blocks, threads>>>(memory, memory + 1, came, sum, rounds);
      if (kind == 1) mcs_lock<<<blocks, threads>>>(nodes, tail, came, sum, rounds);
      if (kind == 2) clh_lock<<<blocks, threads>>>(flags, tail, came, sum, rounds);
      check::cuda(cudaMemcpy(&got, sum, 8, cudaMemcpyDeviceToHost), "queue locks");
      check::equal(got, want, kind == 0 ? "ticket lock" : kind == 1 ? "MCS lock" : "CLH lock");
    }
  }
  return check::result();
}
