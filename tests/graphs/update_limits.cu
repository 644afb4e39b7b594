// SPDX-License-Identifier: Apache-2.0
// What nodes of an executable graph may become, and the result that says why they may not; as the
// documentation of cudaGraphExecUpdate has it, and an H100.
#include "graphs.h"

namespace {

unsigned *out, *device;

cudaGraph_t kernel(int priority, bool cooperative = false) {
  cudaGraph_t graph = graphs::create();
  const auto node = graphs::add(graph, {}, gate::write, 1, 1, out, 3u);
  cudaLaunchAttributeValue value{};
  if (priority) {
    value.priority = priority;
    gate::ok(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &value),
             "priority");
  }
  value = {};
  value.cooperative = cooperative;
  gate::ok(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &value),
           "cooperative");
  return graph;
}

cudaGraph_t fill(void* at, unsigned value, size_t width, size_t height, cudaGraphNode_t* node) {
  cudaGraph_t graph = graphs::create();
  const cudaMemsetParams params{at, 64, value, 1, width, height};
  gate::ok(cudaGraphAddMemsetNode(node, graph, nullptr, 0, &params), "cudaGraphAddMemsetNode");
  return graph;
}

cudaMemcpy3DParms rows(void* from, size_t height) {
  cudaMemcpy3DParms p{};
  p.srcPtr = make_cudaPitchedPtr(from, 64, 64, height);
  p.dstPtr = make_cudaPitchedPtr(device, 128, 64, height);
  p.extent = make_cudaExtent(64, height, 1);
  p.kind = cudaMemcpyDefault;
  return p;
}

cudaGraph_t copy(const cudaMemcpy3DParms& params, cudaGraphNode_t* node) {
  cudaGraph_t graph = graphs::create();
  gate::ok(cudaGraphAddMemcpyNode(node, graph, nullptr, 0, &params), "cudaGraphAddMemcpyNode");
  return graph;
}

cudaGraph_t branch(unsigned bodies, unsigned initial, cudaGraphConditionalNodeType type) {
  cudaGraph_t graph = graphs::create();
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeConditional;
  gate::ok(cudaGraphConditionalHandleCreate(&params.conditional.handle, graph, initial,
                                            cudaGraphCondAssignDefault),
           "cudaGraphConditionalHandleCreate");
  params.conditional.type = type;
  params.conditional.size = bodies;
  cudaGraphNode_t node;
  gate::ok(cudaGraphAddNode(&node, graph, nullptr, 0, &params), "cudaGraphAddNode");
  for (unsigned k = 0; k < bodies; ++k) {
    graphs::add(params.conditional.phGraph_out[k], {}, gate::write, 1, 1, out + k, 10 + initial);
  }
  return graph;
}

void expect(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResult want,
            const char* what) {
  cudaGraphExecUpdateResultInfo info{};
  const bool good = want == cudaGraphExecUpdateSuccess;
  gate::is(cudaGraphExecUpdate(exec, graph, &info),
           good ? cudaSuccess : cudaErrorGraphExecUpdateFailure, what);
  gate::that(info.result == want, what);
  gate::that((info.errorNode != nullptr) == !good && !info.errorFromNode, "the node");
  (void)cudaGetLastError();
}

}  // namespace

int main() {
  out = gate::pinned<unsigned>(1024);
  auto* other = gate::pinned<unsigned>(1024);
  gate::ok(cudaMalloc(&device, 4096), "cudaMalloc");
  const auto s = graphs::stream();
  cudaGraphNode_t node;

  // Priorities stay where the graph goes by them.
  cudaGraphExec_t exec = graphs::instantiate(kernel(0));
  expect(exec, kernel(-3), cudaGraphExecUpdateSuccess, "another priority");
  expect(exec, kernel(0, true), cudaGraphExecUpdateErrorAttributesChanged, "cooperative");
  exec = graphs::instantiate(kernel(0), cudaGraphInstantiateFlagUseNodePriority);
  expect(exec, kernel(-3), cudaGraphExecUpdateErrorAttributesChanged, "another priority in use");
  expect(exec, kernel(0), cudaGraphExecUpdateSuccess, "the same priority");
  exec = graphs::instantiate(kernel(-70), cudaGraphInstantiateFlagUseNodePriority);
  expect(exec, kernel(-80), cudaGraphExecUpdateErrorAttributesChanged, "as they were asked for");

  // Rows keep their shape.
  exec = graphs::instantiate(fill(device, 1, 32, 4, &node));
  expect(exec, fill(device, 1, 16, 4, &node), cudaGraphExecUpdateErrorParametersChanged, "width");
  expect(exec, fill(device, 1, 32, 1, &node), cudaGraphExecUpdateErrorParametersChanged, "height");
  expect(exec, fill(out, 1, 32, 4, &node), cudaGraphExecUpdateErrorParametersChanged, "memory");
  expect(exec, fill(device + 16, 2, 32, 4, &node), cudaGraphExecUpdateSuccess, "place and value");
  gate::ok(cudaMemset(device, 0, 4096), "cudaMemset");
  graphs::run(exec, s, "cudaGraphLaunch");
  unsigned got[32];
  gate::ok(cudaMemcpy(got, device, sizeof got, cudaMemcpyDefault), "cudaMemcpy");
  gate::that(got[0] == 0 && got[16] == 0x02020202 && got[23] == 0x02020202 && got[24] == 0,
             "the new rows");
  exec = graphs::instantiate(fill(device, 1, 32, 1, &node));
  expect(exec, fill(device, 1, 99, 1, &node), cudaGraphExecUpdateSuccess, "one row");

  exec = graphs::instantiate(copy(rows(out, 4), &node));
  const auto changed = rows(other, 4), one = rows(other, 1);
  gate::is(cudaGraphExecMemcpyNodeSetParams(exec, node, &changed), cudaErrorInvalidValue, "rows");
  gate::is(cudaGraphExecMemcpyNodeSetParams(exec, node, &one), cudaErrorInvalidValue, "one row");
  (void)cudaGetLastError();
  cudaGraphNode_t next;
  expect(exec, copy(changed, &next), cudaGraphExecUpdateErrorParametersChanged, "several rows");
  expect(exec, copy(rows(out, 4), &next), cudaGraphExecUpdateSuccess, "the same rows");
  exec = graphs::instantiate(copy(rows(out, 1), &node));
  expect(exec, copy(one, &next), cudaGraphExecUpdateSuccess, "one row");
  gate::ok(cudaGraphExecMemcpyNodeSetParams(exec, node, &one), "one row");
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<unsigned>();
  cudaArray_t array;
  gate::ok(cudaMallocArray(&array, &desc, 64, 0), "cudaMallocArray");
  cudaMemcpy3DParms there{};
  there.srcPtr = make_cudaPitchedPtr(out, 256, 64, 1);
  there.dstArray = array;
  there.extent = make_cudaExtent(16, 1, 1);
  there.kind = cudaMemcpyDefault;
  expect(exec, copy(there, &next), cudaGraphExecUpdateErrorParametersChanged, "an array");

  // Conditional nodes keep their kind; what the value begins with is the new graph's.
  exec = graphs::instantiate(branch(1, 0, cudaGraphCondTypeIf));
  expect(exec, branch(2, 0, cudaGraphCondTypeIf), cudaGraphExecUpdateErrorParametersChanged,
         "else");
  expect(exec, branch(1, 0, cudaGraphCondTypeWhile), cudaGraphExecUpdateErrorParametersChanged,
         "while");
  out[0] = 0;
  graphs::run(exec, s, "cudaGraphLaunch");
  gate::that(out[0] == 0, "the condition does not hold");
  expect(exec, branch(1, 1, cudaGraphCondTypeIf), cudaGraphExecUpdateSuccess, "another default");
  graphs::run(exec, s, "cudaGraphLaunch");
  gate::that(out[0] == 11, "the new one does");

  // Memory nodes are their graph's own.
  const auto allocate = [&] {
    cudaGraph_t graph;
    void* p;
    gate::ok(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
    gate::ok(cudaMallocAsync(&p, 4096, s), "cudaMallocAsync");
    gate::ok(cudaFreeAsync(p, s), "cudaFreeAsync");
    gate::ok(cudaStreamEndCapture(s, &graph), "cudaStreamEndCapture");
    return graph;
  };
  cudaGraph_t own = allocate();
  exec = graphs::instantiate(own);
  expect(exec, own, cudaGraphExecUpdateSuccess, "its own memory");
  expect(exec, allocate(), cudaGraphExecUpdateErrorNotSupported, "other memory");

  cudaGraphExecUpdateResultInfo info{};
  gate::is(cudaGraphExecUpdate(exec, nullptr, &info), cudaErrorInvalidValue, "no graph");
  gate::that(info.result == cudaGraphExecUpdateError, "says so");
  return gate::result();
}
