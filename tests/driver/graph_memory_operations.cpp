// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs that wait for values in memory and write them: in their order, without keeping a
// thread while they wait, also where they are captured.
#include <chrono>
#include <cstdint>
#include <thread>

#include "words.h"

namespace {

CUstreamBatchMemOpParams wait_for(CUdeviceptr at, std::uint32_t wanted) {
  CUstreamBatchMemOpParams params{};
  params.waitValue = {CU_STREAM_MEM_OP_WAIT_VALUE_32, at, {wanted}, CU_STREAM_WAIT_VALUE_EQ, 0};
  return params;
}
CUstreamBatchMemOpParams write(CUdeviceptr at, std::uint64_t wanted) {
  CUstreamBatchMemOpParams params{};
  params.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
  params.writeValue.address = at;
  params.writeValue.value64 = wanted;
  return params;
}

// A set to 1 before it, a copy behind it, and a branch that waits for nothing.
void in_a_graph(CUcontext context) {
  CUdeviceptr gate = word(0), before = word(0), written = word(0), copy = word(0), beside = word(0);
  CUgraph graph = nullptr;
  OK(cuGraphCreate(&graph, 0));
  CUgraphNode set = nullptr, operations = nullptr, behind = nullptr, other = nullptr;
  CUDA_MEMSET_NODE_PARAMS fill{before, 0, 1, 4, 1, 1};
  OK(cuGraphAddMemsetNode(&set, graph, nullptr, 0, &fill, context));
  CUstreamBatchMemOpParams both[2] = {wait_for(gate, 5), write(written, 0x123456789abc)};
  CUDA_BATCH_MEM_OP_NODE_PARAMS params{context, 2, both, 0};
  OK(cuGraphAddBatchMemOpNode(&operations, graph, &set, 1, &params));
  CUDA_MEMCPY3D box{};
  box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = written;
  box.dstDevice = copy;
  box.WidthInBytes = 8;
  box.Height = box.Depth = 1;
  OK(cuGraphAddMemcpyNode(&behind, graph, &operations, 1, &box, context));
  fill.dst = beside;
  OK(cuGraphAddMemsetNode(&other, graph, nullptr, 0, &fill, context));

  CUgraphNodeType type{};
  OK(cuGraphNodeGetType(operations, &type));
  THAT(type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
  CUDA_BATCH_MEM_OP_NODE_PARAMS got{};
  OK(cuGraphBatchMemOpNodeGetParams(operations, &got));
  THAT(got.count == 2 && got.paramArray[0].waitValue.address == gate &&
       got.paramArray[1].writeValue.value64 == 0x123456789abc);

  CUgraphExec exec = nullptr;
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  CUstream in = stream(), second = stream();
  OK(cuGraphLaunch(exec, in));
  nothing_happens(in);
  THAT(value<unsigned>(before) == 1 && value<unsigned>(beside) == 1);
  THAT(value<std::uint64_t>(written) == 0);
  OK(cuStreamWriteValue32(second, gate, 5, 0));
  OK(cuStreamSynchronize(in));
  THAT(value<std::uint64_t>(copy) == 0x123456789abc);

  // Again, at once; then with another value, in the executable graph alone.
  OK(cuGraphLaunch(exec, in));
  OK(cuStreamSynchronize(in));
  both[0] = wait_for(gate, 6);
  both[1] = write(written, 99);
  OK(cuGraphExecBatchMemOpNodeSetParams(exec, operations, &params));
  OK(cuGraphLaunch(exec, in));
  nothing_happens(in);
  OK(cuStreamWriteValue32(second, gate, 6, 0));
  OK(cuStreamSynchronize(in));
  THAT(value<std::uint64_t>(copy) == 99);
  OK(cuGraphBatchMemOpNodeGetParams(operations, &got));
  THAT(got.paramArray[1].writeValue.value64 == 0x123456789abc);
  OK(cuGraphBatchMemOpNodeSetParams(operations, &params));
  OK(cuGraphBatchMemOpNodeGetParams(operations, &got));
  THAT(got.paramArray[1].writeValue.value64 == 99);

  // The kinds of operations stay, and so do their number and the kind of the node.
  both[1] = wait_for(gate, 1);
  IS(cuGraphExecBatchMemOpNodeSetParams(exec, operations, &params), CUDA_ERROR_INVALID_VALUE);
  params.count = 1;
  IS(cuGraphExecBatchMemOpNodeSetParams(exec, operations, &params), CUDA_ERROR_INVALID_VALUE);
  IS(cuGraphBatchMemOpNodeSetParams(set, &params), CUDA_ERROR_INVALID_VALUE);
  IS(cuGraphBatchMemOpNodeGetParams(set, &got), CUDA_ERROR_INVALID_VALUE);
  IS(cuGraphAddBatchMemOpNode(&other, graph, nullptr, 0, nullptr), CUDA_ERROR_INVALID_VALUE);
  both[0] = wait_for(gate + 2, 0);
  IS(cuGraphAddBatchMemOpNode(&other, graph, nullptr, 0, &params), CUDA_ERROR_INVALID_VALUE);
  params.flags = 1;
  IS(cuGraphAddBatchMemOpNode(&other, graph, nullptr, 0, &params), CUDA_ERROR_INVALID_VALUE);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
}

void by_the_call_for_all_kinds(CUcontext context) {
  CUdeviceptr at = word(0);
  CUgraph graph = nullptr;
  OK(cuGraphCreate(&graph, 0));
  CUstreamBatchMemOpParams one = write(at, 42);
  CUgraphNodeParams params{};
  params.type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
  params.memOp = {context, 1, &one, 0};
  CUgraphNode node = nullptr;
  OK(cuGraphAddNode(&node, graph, nullptr, 0, &params));
  CUgraphExec exec = nullptr;
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cuGraphLaunch(exec, nullptr));
  OK(cuCtxSynchronize());
  THAT(value<std::uint64_t>(at) == 42);
  one = write(at, 43);
  OK(cuGraphExecNodeSetParams(exec, node, &params));
  OK(cuGraphLaunch(exec, nullptr));
  OK(cuCtxSynchronize());
  THAT(value<std::uint64_t>(at) == 43);
}

void captured() {
  CUdeviceptr gate = word(0), at = word(0);
  CUstream in = stream(), second = stream();
  OK(cuStreamBeginCapture(in, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuStreamWaitValue32(in, gate, 3, CU_STREAM_WAIT_VALUE_GEQ));
  OK(cuStreamWriteValue32(in, at, 17, 0));
  CUgraph graph = nullptr;
  OK(cuStreamEndCapture(in, &graph));
  THAT(value<unsigned>(at) == 0);
  size_t count = 0;
  OK(cuGraphGetNodes(graph, nullptr, &count));
  THAT(count == 2);
  CUgraphExec exec = nullptr;
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cuGraphLaunch(exec, in));
  nothing_happens(in);
  OK(cuStreamWriteValue32(second, gate, 4, 0));
  OK(cuStreamSynchronize(in));
  THAT(value<unsigned>(at) == 17);
}

}  // namespace

int main() {
  OK(cuInit(0));
  CUcontext context = nullptr;
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuCtxSetCurrent(context));
  in_a_graph(context);
  by_the_call_for_all_kinds(context);
  captured();
  std::puts("PASS");
}
