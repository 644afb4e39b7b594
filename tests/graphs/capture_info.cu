// SPDX-License-Identifier: Apache-2.0
// A capture can be looked at and changed while it goes on: its graph takes nodes by hand, which the
// next captured one may come after; a capture may go into a graph that is there, and executable
// graphs that are launched in it become nodes.
#include "graphs.h"

int main() {
  auto* log = gate::pinned<unsigned>(16);
  auto* count = gate::pinned<unsigned>(1);
  const auto s = graphs::stream(), other = graphs::stream();
  cudaStreamCaptureStatus status;
  unsigned long long id = 0, second_id = 0;
  cudaGraph_t graph = nullptr, ended = nullptr;
  const cudaGraphNode_t* last = nullptr;
  size_t n = 9;
  gate::ok(cudaStreamGetCaptureInfo(s, &status, &id, &graph, &last, &n),
           "cudaStreamGetCaptureInfo");
  gate::that(status == cudaStreamCaptureStatusNone && n == 9 && !graph, "nothing is captured");

  gate::ok(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed), "cudaStreamBeginCapture");
  gate::note<<<1, 1, 0, s>>>(log, count, 1);
  gate::ok(cudaStreamGetCaptureInfo_v2(s, &status, &id, &graph, &last, &n), "_v2");
  gate::that(status == cudaStreamCaptureStatusActive && id && graph && n == 1, "what is captured");
  cudaGraphNodeType type;
  gate::ok(cudaGraphNodeGetType(last[0], &type), "cudaGraphNodeGetType");
  gate::that(type == cudaGraphNodeTypeKernel, "the last node");
  // By hand.
  cudaGraphNode_t by_hand = graphs::add(graph, {last[0]}, gate::note, 1, 1, log, count, 2u);
  gate::ok(cudaStreamUpdateCaptureDependencies(s, &by_hand, 1, cudaStreamSetCaptureDependencies),
           "cudaStreamUpdateCaptureDependencies");
  gate::note<<<1, 1, 0, s>>>(log, count, 3);
  const cudaGraphEdgeData* edges = nullptr;
  gate::ok(cudaStreamGetCaptureInfo_v3(s, &status, &second_id, &graph, &last, &edges, &n), "_v3");
  gate::that(second_id == id && n == 1, "the same capture");
  cudaGraphNode_t before[2];
  size_t m = 2;
  gate::ok(cudaGraphNodeGetDependencies(last[0], before, &m), "cudaGraphNodeGetDependencies");
  gate::that(m == 1 && before[0] == by_hand, "comes after the node by hand");
  gate::ok(cudaStreamEndCapture(s, &ended), "cudaStreamEndCapture");
  gate::that(ended == graph, "that graph");
  cudaGraphExec_t exec = graphs::instantiate(graph);
  graphs::run(exec, s, "cudaGraphLaunch");
  gate::that(*count == 3 && log[0] == 1 && log[1] == 2 && log[2] == 3, "in that order");

  // Into a graph that is there.
  cudaGraph_t mine = graphs::create();
  const auto first = graphs::add(mine, {}, gate::note, 1, 1, log, count, 10u);
  gate::ok(cudaStreamBeginCaptureToGraph(s, mine, &first, nullptr, 1, cudaStreamCaptureModeGlobal),
           "cudaStreamBeginCaptureToGraph");
  gate::ok(cudaGraphLaunch(exec, s), "a graph within");
  gate::note<<<1, 1, 0, s>>>(log, count, 11);
  gate::ok(cudaStreamEndCapture(s, &ended), "cudaStreamEndCapture");
  gate::that(ended == mine, "the same graph");
  cudaGraphExec_t outer = graphs::instantiate(mine);
  gate::ok(cudaGraphExecDestroy(exec), "cudaGraphExecDestroy");
  for (unsigned round = 0; round < 2; ++round) {
    *count = 0;
    graphs::run(outer, s, "cudaGraphLaunch");
    const unsigned want[] = {10, 1, 2, 3, 11};
    bool right = *count == 5;
    for (unsigned k = 0; k < 5; ++k) right = right && log[k] == want[k];
    gate::that(right, "all in order");
  }

  // What a captured launch keeps: arguments, sizes, attributes.
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(2, 3);
  config.blockDim = dim3(4, 5, 2);
  config.dynamicSmemBytes = 96;
  config.stream = s;
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  gate::ok(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
  gate::ok(cudaLaunchKernelEx(&config, gate::write, log, 123u), "cudaLaunchKernelEx");
  gate::ok(cudaStreamEndCapture(s, &graph), "cudaStreamEndCapture");
  cudaGraphNode_t node;
  n = 1;
  gate::ok(cudaGraphGetNodes(graph, &node, &n), "cudaGraphGetNodes");
  cudaKernelNodeParams params{};
  gate::ok(cudaGraphKernelNodeGetParams(node, &params), "cudaGraphKernelNodeGetParams");
  gate::that(params.func == (void*)gate::write && params.gridDim.y == 3 && params.blockDim.z == 2 &&
                 params.sharedMemBytes == 96 && *(unsigned*)params.kernelParams[1] == 123,
             "function, sizes and arguments");
  cudaKernelNodeAttrValue value{};
  gate::ok(cudaGraphKernelNodeGetAttribute(node, cudaKernelNodeAttributeCooperative, &value),
           "cudaGraphKernelNodeGetAttribute");
  gate::that(value.cooperative == 1, "the attribute");
  return gate::result();
}
