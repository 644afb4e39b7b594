// SPDX-License-Identifier: Apache-2.0
// Branches of a graph run at the same time: kernels wait for what kernels, copies and host
// functions of other branches write, whichever was added first; what joins them comes after all.
#include "graphs.h"

int main() {
  auto* out = gate::pinned<unsigned>(16);
  auto* host_gate = gate::pinned<unsigned>(1);
  auto* one = gate::pinned<unsigned>(1);
  *one = 1;
  unsigned* gates;
  gate::ok(cudaMalloc(&gates, 8 * sizeof *gates), "cudaMalloc");

  cudaGraph_t graph = graphs::create();
  cudaGraphNode_t clear, copy, call, join;
  const cudaMemsetParams zeros{gates, 0, 0, 4, 8, 1};
  gate::ok(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &zeros), "cudaGraphAddMemsetNode");
  // A ring of three, each behind another kernel.
  graphs::Nodes ends;
  for (unsigned k = 0; k < 3; ++k) {
    const auto first = graphs::add(graph, {clear}, gate::write, 7, 64, out + 8 + k, k);
    const auto wait =
        k == 2 ? first
               : graphs::add(graph, {first}, gate::pass, 1, 32, gates + k + 1, out + k, 20 + k);
    ends.push_back(graphs::add(graph, {wait}, gate::open, 1, 32, gates + k));
  }
  // Opened by a copy and by a host function.
  ends.push_back(graphs::add(graph, {clear}, gate::pass, 1, 1, gates + 5, out + 3, 23u));
  gate::ok(
      cudaGraphAddMemcpyNode1D(&copy, graph, &clear, 1, gates + 5, one, 4, cudaMemcpyHostToDevice),
      "cudaGraphAddMemcpyNode1D");
  ends.push_back(graphs::add(graph, {clear}, gate::pass, 1, 1, host_gate, out + 4, 24u));
  const cudaHostNodeParams open{[](void* p) { *static_cast<volatile unsigned*>(p) = 1; },
                                host_gate};
  gate::ok(cudaGraphAddHostNode(&call, graph, &clear, 1, &open), "cudaGraphAddHostNode");
  ends.push_back(copy);
  ends.push_back(call);
  gate::ok(cudaGraphAddEmptyNode(&join, graph, ends.data(), ends.size()), "cudaGraphAddEmptyNode");
  auto* count = gate::pinned<unsigned>(1);
  graphs::add(graph, {join}, gate::note, 1, 1, out + 12, count, 99u);

  cudaGraphExec_t exec = graphs::instantiate(graph);
  const auto s = graphs::stream();
  for (unsigned round = 0; round < 5; ++round) {
    for (unsigned k = 0; k < 16; ++k) out[k] = 0;
    *host_gate = *count = 0;
    graphs::run(exec, s, "cudaGraphLaunch");
    gate::that(out[0] == 20 && out[1] == 21 && out[3] == 23 && out[4] == 24, "all branches");
    gate::that(out[9] == 1 && out[10] == 2 && out[12] == 99 && *count == 1, "and what joins them");
  }
  return gate::result();
}
