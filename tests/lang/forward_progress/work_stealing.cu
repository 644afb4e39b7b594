// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Breadth-first search by persistent threads: a shared queue whose end moves while they look, and
// a queue for each block from which the others steal.
#include "graph.h"

// One queue for all: a thread takes a number and waits for its item, or for the end of all work.
__global__ void one_queue(const unsigned* first, const unsigned* to, unsigned* distance,
                          volatile int* queue, int* head, int* tail, int* open) {
  for (;;) {
    const int mine = atomicAdd(head, 1);
    int item;
    while ((item = queue[mine]) < 0) {
      if (*(volatile int*)open == 0) return;
    }
    __threadfence();
    const unsigned v = (unsigned)item, next = *(volatile unsigned*)&distance[v] + 1;
    for (unsigned i = first[v]; i < first[v + 1]; ++i) {
      if (atomicMin(&distance[to[i]], next) <= next) continue;
      atomicAdd(open, 1);
      __threadfence();
      queue[atomicAdd(tail, 1)] = (int)to[i];
    }
    __threadfence();
    atomicSub(open, 1);
  }
}

// A stack for each block with a lock, worked at by thread 0 of each warp.
struct Stack {
  int lock, count;
  unsigned items[4000];
};
__device__ bool pop(Stack* stack, unsigned* item) {
  bool good = false;
  if (*(volatile int*)&stack->count == 0) return false;
  while (atomicCAS(&stack->lock, 0, 1) != 0) {
  }
  __threadfence();
  volatile int* count = &stack->count;
  if (*count > 0) {
    *item = *(volatile unsigned*)&stack->items[*count - 1];
    *count = *count - 1;
    good = true;
  }
  __threadfence();
  atomicExch(&stack->lock, 0);
  return good;
}
__device__ void push(Stack* stack, unsigned item) {
  while (atomicCAS(&stack->lock, 0, 1) != 0) {
  }
  __threadfence();
  volatile int* count = &stack->count;
  *(volatile unsigned*)&stack->items[*count] = item;
  *count = *count + 1;
  __threadfence();
  atomicExch(&stack->lock, 0);
}
__global__ void stealing(const unsigned* first, const unsigned* to, unsigned* distance,
                         Stack* stacks, int* open) {
  if (threadIdx.x % 32 != 0) return;
  unsigned victim = blockIdx.x;
  while (*(volatile int*)open > 0) {
    unsigned v;
    if (!pop(&stacks[victim], &v)) {
      victim = (victim + 1) % gridDim.x;
      continue;
    }
    const unsigned next = *(volatile unsigned*)&distance[v] + 1;
    for (unsigned i = first[v]; i < first[v + 1]; ++i) {
      if (atomicMin(&distance[to[i]], next) <= next) continue;
      atomicAdd(open, 1);
      push(&stacks[blockIdx.x], to[i]);
    }
    __threadfence();
    atomicSub(open, 1);
    victim = blockIdx.x;
  }
}

int main() {
  for (unsigned shape = 0; shape < 3; ++shape) {
    const unsigned blocks = shape == 0 ? 1 : shape == 1 ? 4 : 5;
    const unsigned threads = shape == 0 ? 64 : shape == 1 ? 32 : 64;
    const unsigned nodes = 100, room = 20000;
    const Graph graph(nodes, 2 * nodes, true, blocks);
    std::vector<unsigned> want(nodes, ~0u), got(nodes), frontier{0};
    want[0] = 0;
    for (std::size_t i = 0; i < frontier.size(); ++i) {
      const unsigned v = frontier[i];
      for (unsigned k = graph.first[v]; k < graph.first[v + 1]; ++k) {
        if (want[graph.to[k]] != ~0u) continue;
        want[graph.to[k]] = want[v] + 1;
        frontier.push_back(graph.to[k]);
      }
    }
    auto* distance = check::device_array<unsigned>(nodes);
    auto* queue = check::device_array<int>(room + 3);
    int counters[3] = {0, 1, 1};
    const unsigned zero = 0;
    cudaMemset(distance, 0xff, nodes * 4);
    cudaMemset(queue, 0xff, room * 4);
    cudaMemset(queue, 0, 4);
    cudaMemcpy(distance, &zero, 4, cudaMemcpyHostToDevice);
    cudaMemcpy(queue + room, counters, sizeof counters, cudaMemcpyHostToDevice);
    one_queue<<<blocks, threads>>>(graph.device_first, graph.device_to, distance, queue,
                                   queue + room, queue + room + 1, queue + room + 2);
    check::cuda(cudaMemcpy(got.data(), distance, nodes * 4, cudaMemcpyDeviceToHost), "one queue");
    check::that(got == want, "distances by one queue");

    auto* stacks = check::device_array<Stack>(blocks);
    const int one = 1;
    cudaMemset(stacks, 0, blocks * sizeof(Stack));
    cudaMemcpy(&stacks[blocks - 1].count, &one, 4, cudaMemcpyHostToDevice);
    cudaMemset(distance, 0xff, nodes * 4);
    cudaMemcpy(distance, &zero, 4, cudaMemcpyHostToDevice);
    cudaMemcpy(queue, &one, 4, cudaMemcpyHostToDevice);
    stealing<<<blocks, threads>>>(graph.device_first, graph.device_to, distance, stacks, queue);
    check::cuda(cudaMemcpy(got.data(), distance, nodes * 4, cudaMemcpyDeviceToHost), "stealing");
    check::that(got == want, "distances by stolen work");
    cudaFree(distance);
    cudaFree(queue);
    cudaFree(stacks);
  }
  return check::result();
}
