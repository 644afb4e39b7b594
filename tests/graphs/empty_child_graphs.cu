// SPDX-License-Identifier: Apache-2.0
// What follows a child graph without nodes comes after what stands before it.
#include "graphs.h"

__global__ void copy(const unsigned* from, unsigned* to) {
  *to = *from;
}

int main() {
  auto* gates = gate::pinned<unsigned>(1);
  auto* out = gate::pinned<unsigned>(4);
  const cudaStream_t stream = graphs::stream(), free = graphs::stream();
  cudaGraph_t graph = graphs::create(), empty = graphs::create(), nested = graphs::create();
  cudaGraphNode_t child, outer;
  gate::ok(cudaGraphAddChildGraphNode(&child, nested, nullptr, 0, empty), "in a child graph");
  const auto first = graphs::add(graph, {}, gate::pass, 1, 1, gates, out, 21u);
  gate::ok(cudaGraphAddChildGraphNode(&child, graph, &first, 1, empty), "an empty child graph");
  graphs::add(graph, {child}, copy, 1, 1, out, out + 1);
  gate::ok(cudaGraphAddChildGraphNode(&outer, graph, &first, 1, nested), "one with that in it");
  graphs::add(graph, {outer}, copy, 1, 1, out, out + 2);
  cudaGraphExec_t exec = graphs::instantiate(graph);
  for (unsigned round = 0; round < 2; ++round) {
    gates[0] = out[0] = 0;
    out[1] = out[2] = 99;
    gate::ok(cudaGraphLaunch(exec, stream), "cudaGraphLaunch");
    // Whatever could begin has begun when these have ended.
    for (unsigned i = 0; i < 4; ++i) gate::write<<<1, 1, 0, free>>>(out + 3, i);
    gate::ok(cudaStreamSynchronize(free), "another stream");
    *(volatile unsigned*)gates = 1;
    gate::ok(cudaStreamSynchronize(stream), "the graph");
    gate::that(out[1] == 21, "after an empty child graph");
    gate::that(out[2] == 21, "after a child graph with an empty one");
  }
  return gate::result();
}
