// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// A kernel of a graph waits, in a function behind a pointer, for what the thread that launched the
// graph does later, or for another branch of the graph. Its last runs were short, so that this
// thread, or a strand with other tasks to do, runs it itself.
#include "graphs.h"

using Wait = unsigned (*)(volatile unsigned*);
__device__ __noinline__ unsigned until_set(volatile unsigned* flag) {
  unsigned seen;
  while ((seen = *flag) == 0) {
  }
  return seen;
}
__device__ Wait waits[1] = {until_set};

__global__ void wait_for(volatile unsigned* flag, unsigned* out) {
  unsigned seen = *flag;
  if (seen == 0) seen = waits[0](flag);
  out[threadIdx.x] = seen + threadIdx.x;
}
__global__ void set(volatile unsigned* flag, unsigned value) {
  if (threadIdx.x == 7) *flag = value;
}
__global__ void twice(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

struct Run {
  unsigned *flag, *out, *twofold;
  cudaStream_t stream = graphs::stream();

  void put(unsigned value) {
    gate::ok(cudaMemcpy(flag, &value, sizeof value, cudaMemcpyHostToDevice), "cudaMemcpy");
    gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  }
  void make_short(cudaGraphExec_t exec) {
    put(1);
    for (unsigned k = 0; k < 50; ++k) graphs::run(exec, stream, "a short graph");
    put(0);
  }
  void expect(unsigned value, const char* what) {
    gate::ok(cudaStreamSynchronize(stream), what);
    unsigned seen[32];
    gate::ok(cudaMemcpy(seen, twofold, sizeof seen, cudaMemcpyDeviceToHost), "cudaMemcpy");
    for (unsigned i = 0; i < 32; ++i) gate::that(seen[i] == 2 * (value + i), what);
  }
};

int main() {
  unsigned* memory;
  gate::ok(cudaMalloc(&memory, 4096), "cudaMalloc");
  Run run{memory, memory + 32, memory + 64};
  const cudaStream_t other = graphs::stream();

  // What the launching thread does later; the graph goes on behind the kernel.
  cudaGraph_t small = graphs::create();
  const auto first = graphs::add(small, {}, wait_for, 1, 32, run.flag, run.out);
  graphs::add(small, {first}, twice, 1, 32, run.out, run.twofold);
  const auto exec = graphs::instantiate(small);
  for (unsigned value = 5; value < 8; ++value) {
    run.make_short(exec);
    gate::ok(cudaGraphLaunch(exec, run.stream), "cudaGraphLaunch");
    set<<<1, 32, 0, other>>>(run.flag, value);
    run.expect(value, "what this thread sets later");
  }

  // A branch that was added later. Of many tasks the pool's threads run all.
  for (const unsigned tasks : {0u, 20u}) {
    cudaGraph_t graph = graphs::create();
    const auto waits = graphs::add(graph, {}, wait_for, 1, 32, run.flag, run.out);
    graphs::add(graph, {waits}, twice, 1, 32, run.out, run.twofold);
    graphs::add(graph, {}, set, 1, 32, run.flag, 30 + tasks);
    for (unsigned k = 0; k < tasks; ++k)
      graphs::add(graph, {}, gate::write, 1, 1, memory + 100 + k, k);
    const auto branches = graphs::instantiate(graph);
    run.make_short(branches);
    gate::ok(cudaGraphLaunch(branches, run.stream), "cudaGraphLaunch");
    run.expect(30 + tasks, "what another branch sets");
  }
  return gate::result();
}
