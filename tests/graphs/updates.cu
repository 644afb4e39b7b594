// SPDX-License-Identifier: Apache-2.0
// Parameters of an executable graph change node by node and all at once; launches that were made
// before keep the old ones. What cannot change says why.
#include "graphs.h"

namespace {

__global__ void other(unsigned* out, unsigned value) {
  out[1] = value * 2;
}

cudaGraph_t chain(unsigned* out, unsigned value, unsigned length, bool star = false,
                  bool kernel = true) {
  cudaGraph_t graph = graphs::create();
  cudaGraphNode_t last = graphs::add(graph, {}, gate::write, 1, 1, out, value);
  const auto root = last;
  for (unsigned k = 1; k < length; ++k) {
    const cudaGraphNode_t after = star ? root : last;
    if (kernel) {
      last = graphs::add(graph, {after}, gate::write, 1, 1, out + k, value + k);
    } else {
      gate::ok(cudaGraphAddEmptyNode(&last, graph, &after, 1), "cudaGraphAddEmptyNode");
    }
  }
  return graph;
}

void refused(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResult want,
             const char* what) {
  cudaGraphExecUpdateResultInfo info{};
  gate::is(cudaGraphExecUpdate(exec, graph, &info), cudaErrorGraphExecUpdateFailure, what);
  gate::that(info.result == want, what);
  (void)cudaGetLastError();
}

}  // namespace

int main() {
  auto* out = gate::pinned<unsigned>(16);
  auto* gates = gate::pinned<unsigned>(1);
  const auto s = graphs::stream();
  cudaGraph_t graph = chain(out, 10, 3);
  cudaGraphExec_t exec = graphs::instantiate(graph);
  graphs::run(exec, s, "as it was made");
  gate::that(out[0] == 10 && out[1] == 11 && out[2] == 12, "the first values");

  // One node.
  cudaGraphNode_t nodes[3];
  size_t count = 3;
  gate::ok(cudaGraphGetNodes(graph, nodes, &count), "cudaGraphGetNodes");
  graphs::Kernel<unsigned*, unsigned> changed(other, 1, 1, out, 33u);
  gate::pass<<<1, 1, 0, s>>>(gates, out + 8, 1);
  gate::ok(cudaGraphLaunch(exec, s), "a launch that waits");
  gate::ok(cudaGraphExecKernelNodeSetParams(exec, nodes[1], &changed.params),
           "cudaGraphExecKernelNodeSetParams");
  out[1] = 0;
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaStreamSynchronize(s), "cudaStreamSynchronize");
  gate::that(out[1] == 11, "keeps what it was launched with");
  graphs::run(exec, s, "the next launch");
  gate::that(out[1] == 66 && out[2] == 12, "has the new function and parameters");
  cudaKernelNodeParams kept{};
  gate::ok(cudaGraphKernelNodeGetParams(nodes[1], &kept), "cudaGraphKernelNodeGetParams");
  gate::that(kept.func == (void*)gate::write && **(unsigned**)(kept.kernelParams + 1) == 11,
             "the node itself is as it was");

  // Disabled.
  unsigned enabled = 7;
  gate::ok(cudaGraphNodeSetEnabled(exec, nodes[0], 0), "cudaGraphNodeSetEnabled");
  gate::ok(cudaGraphNodeGetEnabled(exec, nodes[0], &enabled), "cudaGraphNodeGetEnabled");
  gate::that(enabled == 0, "is disabled");
  out[0] = out[2] = 0;
  graphs::run(exec, s, "without the first node");
  gate::that(out[0] == 0 && out[2] == 12, "which does nothing");
  gate::ok(cudaGraphNodeSetEnabled(exec, nodes[0], 1), "cudaGraphNodeSetEnabled");

  // All at once.
  cudaGraph_t next = chain(out, 50, 3);
  cudaGraphExecUpdateResultInfo info{};
  gate::ok(cudaGraphExecUpdate(exec, next, &info), "cudaGraphExecUpdate");
  gate::that(info.result == cudaGraphExecUpdateSuccess && !info.errorNode, "a success");
  graphs::run(exec, s, "after cudaGraphExecUpdate");
  gate::that(out[0] == 50 && out[1] == 51 && out[2] == 52, "all new values");

  refused(exec, chain(out, 1, 4), cudaGraphExecUpdateErrorTopologyChanged, "one more node");
  refused(exec, chain(out, 1, 3, true), cudaGraphExecUpdateErrorTopologyChanged, "other edges");
  refused(exec, chain(out, 1, 3, false, false), cudaGraphExecUpdateErrorNodeTypeChanged, "kinds");
  cudaGraph_t cooperative = chain(out, 1, 3);
  cudaGraphNode_t root;
  count = 1;
  gate::ok(cudaGraphGetRootNodes(cooperative, &root, &count), "cudaGraphGetRootNodes");
  cudaKernelNodeAttrValue value{};
  value.cooperative = 1;
  gate::ok(cudaGraphKernelNodeSetAttribute(root, cudaKernelNodeAttributeCooperative, &value),
           "cudaGraphKernelNodeSetAttribute");
  refused(exec, cooperative, cudaGraphExecUpdateErrorAttributesChanged, "an attribute");
  graphs::run(exec, s, "after updates that were refused");
  gate::that(out[0] == 50 && out[1] == 51 && out[2] == 52, "it does what it did");

  // Copies and fills.
  unsigned *device, source[4] = {5, 6, 7, 8};
  gate::ok(cudaMalloc(&device, 64), "cudaMalloc");
  cudaGraph_t copies = graphs::create();
  cudaGraphNode_t copy, fill, call;
  gate::ok(cudaGraphAddMemcpyNode1D(&copy, copies, nullptr, 0, device, source, 4,
                                    cudaMemcpyHostToDevice),
           "cudaGraphAddMemcpyNode1D");
  cudaMemsetParams params{device + 4, 0, 1, 4, 4, 1};
  gate::ok(cudaGraphAddMemsetNode(&fill, copies, nullptr, 0, &params), "cudaGraphAddMemsetNode");
  cudaHostNodeParams function{[](void* p) { ++*static_cast<unsigned*>(p); }, out + 9};
  gate::ok(cudaGraphAddHostNode(&call, copies, nullptr, 0, &function), "cudaGraphAddHostNode");
  cudaGraphExec_t copying = graphs::instantiate(copies);
  gate::ok(cudaGraphExecMemcpyNodeSetParams1D(copying, copy, device, source + 1, 12,
                                              cudaMemcpyHostToDevice),
           "cudaGraphExecMemcpyNodeSetParams1D");
  params.value = 0x01020304;
  gate::ok(cudaGraphExecMemsetNodeSetParams(copying, fill, &params),
           "cudaGraphExecMemsetNodeSetParams");
  function.userData = out + 10;
  gate::ok(cudaGraphExecHostNodeSetParams(copying, call, &function),
           "cudaGraphExecHostNodeSetParams");
  graphs::run(copying, s, "copies");
  unsigned got[8];
  gate::ok(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost), "cudaMemcpy");
  gate::that(got[0] == 6 && got[2] == 8 && got[4] == 0x01020304 && got[7] == 0x01020304,
             "what was set");
  gate::that(out[9] == 0 && out[10] == 1, "the host function's argument");
  gate::is(
      cudaGraphExecMemcpyNodeSetParams1D(copying, copy, source, device, 4, cudaMemcpyDeviceToHost),
      cudaErrorInvalidValue, "memory of another kind");
  gate::is(cudaGraphExecMemsetNodeSetParams(copying, copy, &params), cudaErrorInvalidValue,
           "a node of another kind");
  gate::is(cudaGraphExecKernelNodeSetParams(copying, nodes[0], &changed.params),
           cudaErrorInvalidValue, "a node of another graph");

  // A child graph.
  cudaGraph_t outer = graphs::create();
  cudaGraphNode_t child;
  gate::ok(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph), "a child graph");
  cudaGraphExec_t outer_exec = graphs::instantiate(outer);
  gate::ok(cudaGraphExecChildGraphNodeSetParams(outer_exec, child, next),
           "cudaGraphExecChildGraphNodeSetParams");
  out[0] = out[2] = 0;
  graphs::run(outer_exec, s, "cudaGraphLaunch");
  gate::that(out[0] == 50 && out[2] == 52, "the values of the new child");
  gate::is(cudaGraphExecChildGraphNodeSetParams(outer_exec, child, copies), cudaErrorInvalidValue,
           "another topology");
  return gate::result();
}
