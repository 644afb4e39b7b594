// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddNode, cudaGraphNodeSetParams and cudaGraphExecNodeSetParams do for all kinds what the
// calls of each kind do; attributes of kernel nodes are kept and copied.
#include "graphs.h"

namespace {

cudaGraphNode_t add(cudaGraph_t graph, const graphs::Nodes& after, cudaGraphNodeParams& params) {
  cudaGraphNode_t node = nullptr;
  gate::ok(cudaGraphAddNode(&node, graph, after.data(), after.size(), &params), "cudaGraphAddNode");
  return node;
}

}  // namespace

int main() {
  auto* out = gate::pinned<unsigned>(8);
  unsigned* device;
  gate::ok(cudaMalloc(&device, 64), "cudaMalloc");
  const auto s = graphs::stream();
  cudaGraph_t graph = graphs::create();
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeMemset;
  params.memset = {device, 0, 0x01020304, 4, 16, 1};
  const auto fill = add(graph, {}, params);
  unsigned value = 5;
  void* args[] = {&device, &value};
  params = {};
  params.type = cudaGraphNodeTypeKernel;
  params.kernel.func = (void*)gate::write;
  params.kernel.gridDim = params.kernel.blockDim = dim3(1);
  params.kernel.kernelParams = args;
  const auto kernel = add(graph, {fill}, params);
  cudaGraphNodeParams copy{};
  copy.type = cudaGraphNodeTypeMemcpy;
  copy.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(device, 64, 64, 1);
  copy.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(out, 32, 32, 1);
  copy.memcpy.copyParams.extent = make_cudaExtent(32, 1, 1);
  copy.memcpy.copyParams.kind = cudaMemcpyDeviceToHost;
  const auto copied = add(graph, {kernel}, copy);
  cudaMemcpy3DParms got{};
  gate::ok(cudaGraphMemcpyNodeGetParams(copied, &got), "cudaGraphMemcpyNodeGetParams");
  gate::that(got.srcPtr.ptr == device && got.dstPtr.pitch == 32 && got.extent.width == 32,
             "a copy");
  unsigned calls = 0;
  cudaGraphNodeParams host{};
  host.type = cudaGraphNodeTypeHost;
  host.host = {[](void* p) { ++*static_cast<unsigned*>(p); }, &calls};
  const auto call = add(graph, {copied}, host);
  cudaGraphNodeParams empty{};
  empty.type = cudaGraphNodeTypeEmpty;
  add(graph, {call}, empty);
  cudaGraphExec_t exec = graphs::instantiate(graph);
  graphs::run(exec, s, "cudaGraphLaunch");
  gate::that(out[0] == 5 && out[1] == 0x01020304 && calls == 1, "all kinds");

  value = 6;
  gate::ok(cudaGraphExecNodeSetParams(exec, kernel, &params), "cudaGraphExecNodeSetParams");
  graphs::run(exec, s, "cudaGraphLaunch");
  gate::that(out[0] == 6 && calls == 2, "the new argument");
  value = 7;
  gate::ok(cudaGraphNodeSetParams(kernel, &params), "cudaGraphNodeSetParams");
  gate::is(cudaGraphNodeSetParams(kernel, &host), cudaErrorInvalidValue, "another kind");
  gate::is(cudaGraphExecNodeSetParams(exec, kernel, &host), cudaErrorInvalidValue, "another kind");
  params.reserved2 = 1;
  gate::is(cudaGraphNodeSetParams(kernel, &params), cudaErrorInvalidValue, "what is reserved");
  empty.type = cudaGraphNodeTypeCount;
  cudaGraphNode_t node;
  gate::is(cudaGraphAddNode(&node, graph, nullptr, 0, &empty), cudaErrorInvalidValue, "no kind");
  graphs::run(graphs::instantiate(graph), s, "cudaGraphLaunch");
  gate::that(out[0] == 7, "the argument of the node");

  // Arguments in one buffer.
  struct {
    unsigned* p;
    unsigned value;
  } packed{device, 8};
  size_t size = 12;
  void* extra[] = {(void*)1, &packed, (void*)2, &size, nullptr};
  cudaKernelNodeParams in_buffer{};
  in_buffer.func = (void*)gate::write;
  in_buffer.gridDim = in_buffer.blockDim = dim3(1);
  in_buffer.extra = extra;
  gate::ok(cudaGraphKernelNodeSetParams(kernel, &in_buffer), "cudaGraphKernelNodeSetParams");
  graphs::run(graphs::instantiate(graph), s, "cudaGraphLaunch");
  gate::that(out[0] == 8, "the argument in the buffer");
  size = 8;
  gate::is(cudaGraphKernelNodeSetParams(kernel, &in_buffer), cudaErrorInvalidValue, "too short");

  // Attributes.
  cudaKernelNodeAttrValue window{}, kept{};
  window.accessPolicyWindow = {device, 64, 0.5f, cudaAccessPropertyPersisting,
                               cudaAccessPropertyStreaming};
  gate::ok(
      cudaGraphKernelNodeSetAttribute(kernel, cudaKernelNodeAttributeAccessPolicyWindow, &window),
      "cudaGraphKernelNodeSetAttribute");
  window = {};
  window.priority = -3;
  gate::ok(cudaGraphKernelNodeSetAttribute(kernel, cudaKernelNodeAttributePriority, &window),
           "cudaGraphKernelNodeSetAttribute");
  const auto second = graphs::add(graph, {kernel}, gate::write, 1, 1, device, 9u);
  gate::ok(cudaGraphKernelNodeCopyAttributes(kernel, second), "cudaGraphKernelNodeCopyAttributes");
  gate::ok(
      cudaGraphKernelNodeGetAttribute(second, cudaKernelNodeAttributeAccessPolicyWindow, &kept),
      "cudaGraphKernelNodeGetAttribute");
  gate::that(kept.accessPolicyWindow.base_ptr == device &&
                 kept.accessPolicyWindow.hitRatio == 0.5f &&
                 kept.accessPolicyWindow.missProp == cudaAccessPropertyStreaming,
             "the window");
  gate::ok(cudaGraphKernelNodeGetAttribute(second, cudaKernelNodeAttributePriority, &kept),
           "cudaGraphKernelNodeGetAttribute");
  gate::that(kept.priority == -3, "the priority");
  graphs::run(graphs::instantiate(graph, cudaGraphInstantiateFlagUseNodePriority), s, "priorities");
  return gate::result();
}
