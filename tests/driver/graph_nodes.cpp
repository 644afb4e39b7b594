// SPDX-License-Identifier: Apache-2.0
// cuGraphAddNode and its relatives: nodes of every kind by CUgraphNodeParams, their parameters
// changed in the graph and in the executable one, conditional nodes, and what is refused.
#include "driver.h"

namespace {

const int n = 100;
CUdeviceptr x, y;
CUgraph graph;
CUcontext context;

CUgraphNode add(CUgraphNodeParams& params, std::vector<CUgraphNode> after) {
  CUgraphNode node = nullptr;
  OK(cuGraphAddNode(&node, graph, after.data(), after.size(), &params));
  return node;
}

void launch(CUgraphExec exec) {
  OK(cuGraphLaunch(exec, nullptr));
  OK(cuStreamSynchronize(nullptr));
}

void run_body_when(CUfunction axpy, unsigned value, bool expected) {
  CUgraph whole;
  CUgraphNode node, inside;
  CUgraphConditionalHandle handle;
  OK(cuGraphCreate(&whole, 0));
  OK(cuGraphConditionalHandleCreate(&handle, whole, context, value, CU_GRAPH_COND_ASSIGN_DEFAULT));
  CUgraphNodeParams params = {CU_GRAPH_NODE_TYPE_CONDITIONAL};
  params.conditional = {handle, CU_GRAPH_COND_TYPE_IF, 1, nullptr, context};
  OK(cuGraphAddNode(&node, whole, nullptr, 0, &params));
  THAT(params.conditional.phGraph_out && params.conditional.phGraph_out[0]);
  float a = 3;
  int count = n;
  void* arguments[] = {&y, &x, &a, &count};
  CUgraphNodeParams kernel = {CU_GRAPH_NODE_TYPE_KERNEL};
  kernel.kernel = {axpy, 4, 1, 1, 32, 1, 1, 0, arguments, nullptr, nullptr, context};
  OK(cuGraphAddNode(&inside, params.conditional.phGraph_out[0], nullptr, 0, &kernel));
  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, whole, 0));
  OK(cuMemsetD32(y, 0, n));
  launch(exec);
  const auto got = read<float>(y, n);
  for (int i = 0; i < n; ++i) THAT(got[i] == (expected ? 3.0f * i : 0));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(whole));
}

}  // namespace

int main() {
  OK(cuInit(0));
  OK(cuCtxCreate(&context, 0, 0));
  CUfunction axpy = function(kernels(), "axpy");
  OK(cuMemAlloc(&x, n * 4));
  OK(cuMemAlloc(&y, n * 4));
  std::vector<float> ramp(n), out(n);
  for (int i = 0; i < n; ++i) ramp[i] = i;
  OK(cuMemcpyHtoD(x, ramp.data(), n * 4));
  OK(cuGraphCreate(&graph, 0));

  CUgraphNodeParams fill = {CU_GRAPH_NODE_TYPE_MEMSET};
  fill.memset = {y, 0, 0x3f800000u, 4, n, 1, context};
  const CUgraphNode filled = add(fill, {});
  float a = 2;
  int count = n, calls = 0;
  void* arguments[] = {&y, &x, &a, &count};
  CUgraphNodeParams kernel = {CU_GRAPH_NODE_TYPE_KERNEL};
  kernel.kernel = {axpy, 4, 1, 1, 32, 1, 1, 0, arguments, nullptr, nullptr, context};
  const CUgraphNode computed = add(kernel, {filled});
  CUgraphNodeParams copy = {CU_GRAPH_NODE_TYPE_MEMCPY};
  CUDA_MEMCPY3D& box = copy.memcpy.copyParams;
  copy.memcpy.copyCtx = context;
  box.srcMemoryType = CU_MEMORYTYPE_DEVICE, box.srcDevice = y;
  box.dstMemoryType = CU_MEMORYTYPE_HOST, box.dstHost = out.data();
  box.WidthInBytes = n * 4, box.Height = box.Depth = 1;
  const CUgraphNode copied = add(copy, {computed});
  CUgraphNodeParams host = {CU_GRAPH_NODE_TYPE_HOST};
  host.host = {[](void* of) { ++*static_cast<int*>(of); }, &calls};
  add(host, {copied, filled});
  CUgraphNodeParams empty = {CU_GRAPH_NODE_TYPE_EMPTY};
  add(empty, {});

  CUDA_MEMCPY3D known{};
  OK(cuGraphMemcpyNodeGetParams(copied, &known));
  THAT(known.srcMemoryType == CU_MEMORYTYPE_DEVICE && known.srcDevice == y);
  THAT(known.dstMemoryType == CU_MEMORYTYPE_HOST && known.dstHost == out.data());
  THAT(known.WidthInBytes == n * 4 && known.Height == 1 && known.Depth == 1);
  OK(cuGraphMemcpyNodeSetParams(copied, &known));

  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, graph, 0));
  launch(exec);
  for (int i = 0; i < n; ++i) THAT(out[i] == 1 + 2 * i);
  THAT(calls == 1);
  a = 5;
  OK(cuGraphExecNodeSetParams(exec, computed, &kernel));
  fill.memset.value = 0x40000000u;
  OK(cuGraphNodeSetParams(filled, &fill));  // not of what is instantiated
  launch(exec);
  for (int i = 0; i < n; ++i) THAT(out[i] == 1 + 5 * i);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphInstantiate(&exec, graph, 0));
  launch(exec);
  for (int i = 0; i < n; ++i) THAT(out[i] == 2 + 2 * i);

  CUgraphNodeParams alloc = {CU_GRAPH_NODE_TYPE_MEM_ALLOC};
  alloc.alloc.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  alloc.alloc.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  alloc.alloc.bytesize = 64;
  const CUgraphNode made = add(alloc, {});
  THAT(alloc.alloc.dptr != 0);
  CUgraphNodeParams free = {CU_GRAPH_NODE_TYPE_MEM_FREE};
  free.free.dptr = alloc.alloc.dptr;
  add(free, {made});

  run_body_when(axpy, 1, true);
  run_body_when(axpy, 0, false);

  CUgraphNode node;
  CUgraphNodeParams batch = {CU_GRAPH_NODE_TYPE_BATCH_MEM_OP};
  batch.memOp.count = 1;  // of no array
  IS(cuGraphAddNode(&node, graph, nullptr, 0, &batch), CUDA_ERROR_INVALID_VALUE);
  CUgraphNodeParams signal = {CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL};
  IS(cuGraphAddNode(&node, graph, nullptr, 0, &signal), CUDA_ERROR_INVALID_VALUE);
  IS(cuGraphAddNode(&node, graph, nullptr, 0, nullptr), CUDA_ERROR_INVALID_VALUE);
  empty.reserved2 = 1;
  IS(cuGraphAddNode(&node, graph, nullptr, 0, &empty), CUDA_ERROR_INVALID_VALUE);
  fill.memset.ctx = reinterpret_cast<CUcontext>(&fill);
  IS(cuGraphAddNode(&node, graph, nullptr, 0, &fill), CUDA_ERROR_INVALID_CONTEXT);
  std::puts("PASS");
}
