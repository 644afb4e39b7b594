// SPDX-License-Identifier: Apache-2.0
// Handles that are null, were destroyed, are of another kind or of another graph, and parameters
// that are none: the documented error, each time.
#include "graphs.h"

namespace {

void invalid(cudaError_t got, const char* what) {
  gate::is(got, cudaErrorInvalidValue, what);
  gate::is(cudaGetLastError(), cudaErrorInvalidValue, what);
}

}  // namespace

int main() {
  auto* out = gate::pinned<unsigned>(4);
  cudaGraph_t graph = graphs::create(), gone = graphs::create(), other = graphs::create();
  const auto node = graphs::add(graph, {}, gate::write, 1, 1, out, 3u);
  const auto second = graphs::add(graph, {node}, gate::write, 1, 1, out, 3u);
  const auto foreign = graphs::add(other, {}, gate::write, 1, 1, out, 3u);
  const auto lost = graphs::add(gone, {}, gate::write, 1, 1, out, 3u);
  cudaGraphExec_t exec = graphs::instantiate(graph), gone_exec = graphs::instantiate(graph);
  gate::ok(cudaGraphDestroy(gone), "cudaGraphDestroy");
  gate::ok(cudaGraphExecDestroy(gone_exec), "cudaGraphExecDestroy");
  const auto s = graphs::stream();
  int object = 0;
  size_t count = 0;
  cudaGraphNode_t made;
  cudaGraph_t graph_out;
  cudaGraphExec_t exec_out;
  cudaGraphNodeType type;
  unsigned flag;
  unsigned long long flags;

  for (cudaGraph_t bad : {cudaGraph_t(nullptr), gone, reinterpret_cast<cudaGraph_t>(&object),
                          reinterpret_cast<cudaGraph_t>(node)}) {
    invalid(cudaGraphDestroy(bad), "cudaGraphDestroy");
    invalid(cudaGraphClone(&graph_out, bad), "cudaGraphClone");
    invalid(cudaGraphGetNodes(bad, nullptr, &count), "cudaGraphGetNodes");
    invalid(cudaGraphGetRootNodes(bad, nullptr, &count), "cudaGraphGetRootNodes");
    invalid(cudaGraphGetEdges(bad, nullptr, nullptr, &count), "cudaGraphGetEdges");
    invalid(cudaGraphAddEmptyNode(&made, bad, nullptr, 0), "cudaGraphAddEmptyNode");
    invalid(cudaGraphInstantiate(&exec_out, bad, 0), "cudaGraphInstantiate");
    invalid(cudaGraphAddChildGraphNode(&made, graph, nullptr, 0, bad), "a child graph");
    invalid(cudaGraphAddDependencies(bad, &node, &second, 1), "cudaGraphAddDependencies");
    invalid(cudaGraphExecUpdate(exec, bad, nullptr), "cudaGraphExecUpdate");
    invalid(cudaGraphDebugDotPrint(bad, "/dev/null", 0), "cudaGraphDebugDotPrint");
    invalid(cudaStreamBeginCaptureToGraph(s, bad, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal),
            "cudaStreamBeginCaptureToGraph");
  }
  cudaKernelNodeParams kernel{};
  cudaMemcpy3DParms copy{};
  cudaMemsetParams fill{};
  cudaHostNodeParams host{};
  cudaKernelNodeAttrValue value{};
  cudaEvent_t event;
  for (cudaGraphNode_t bad :
       {cudaGraphNode_t(nullptr), lost, reinterpret_cast<cudaGraphNode_t>(&object),
        reinterpret_cast<cudaGraphNode_t>(graph)}) {
    invalid(cudaGraphNodeGetType(bad, &type), "cudaGraphNodeGetType");
    invalid(cudaGraphDestroyNode(bad), "cudaGraphDestroyNode");
    invalid(cudaGraphNodeGetDependencies(bad, nullptr, &count), "dependencies");
    invalid(cudaGraphNodeGetDependentNodes(bad, nullptr, &count), "dependent nodes");
    invalid(cudaGraphAddEmptyNode(&made, graph, &bad, 1), "cudaGraphAddEmptyNode");
    invalid(cudaGraphAddDependencies(graph, &bad, &second, 1), "cudaGraphAddDependencies");
    invalid(cudaGraphKernelNodeGetParams(bad, &kernel), "cudaGraphKernelNodeGetParams");
    invalid(cudaGraphKernelNodeCopyAttributes(bad, node), "cudaGraphKernelNodeCopyAttributes");
    invalid(cudaGraphNodeSetEnabled(exec, bad, 0), "cudaGraphNodeSetEnabled");
    invalid(cudaGraphNodeFindInClone(&made, bad, graph), "cudaGraphNodeFindInClone");
    invalid(cudaGraphEventRecordNodeGetEvent(bad, &event), "cudaGraphEventRecordNodeGetEvent");
  }
  for (cudaGraphExec_t bad :
       {cudaGraphExec_t(nullptr), gone_exec, reinterpret_cast<cudaGraphExec_t>(&object),
        reinterpret_cast<cudaGraphExec_t>(graph)}) {
    invalid(cudaGraphLaunch(bad, s), "cudaGraphLaunch");
    invalid(cudaGraphUpload(bad, s), "cudaGraphUpload");
    invalid(cudaGraphExecDestroy(bad), "cudaGraphExecDestroy");
    invalid(cudaGraphExecUpdate(bad, graph, nullptr), "cudaGraphExecUpdate");
    invalid(cudaGraphNodeGetEnabled(bad, node, &flag), "cudaGraphNodeGetEnabled");
    invalid(cudaGraphExecGetFlags(bad, &flags), "cudaGraphExecGetFlags");
  }

  // Other kinds and graphs.
  invalid(cudaGraphMemcpyNodeGetParams(node, &copy), "a kernel is no copy");
  invalid(cudaGraphMemsetNodeGetParams(node, &fill), "a kernel is no fill");
  invalid(cudaGraphHostNodeGetParams(node, &host), "a kernel is no host function");
  invalid(cudaGraphChildGraphNodeGetGraph(node, &graph_out), "a kernel is no graph");
  invalid(cudaGraphAddEmptyNode(&made, graph, &foreign, 1), "a node of another graph");
  invalid(cudaGraphAddDependencies(graph, &node, &foreign, 1), "a node of another graph");
  invalid(cudaGraphNodeSetEnabled(exec, foreign, 0), "a node of another graph");
  const cudaGraphNode_t twice[] = {node, node};
  invalid(cudaGraphAddEmptyNode(&made, graph, twice, 2), "a node twice");
  invalid(cudaGraphAddDependencies(graph, &node, &second, 1), "an edge that is there");
  invalid(cudaGraphAddDependencies(graph, &second, &node, 1), "a cycle");
  invalid(cudaGraphAddDependencies(graph, &node, &node, 1), "a loop");
  invalid(cudaGraphRemoveDependencies(graph, &second, &node, 1), "an edge that is not there");

  // Parameters.
  invalid(cudaGraphCreate(nullptr, 0), "cudaGraphCreate");
  invalid(cudaGraphCreate(&graph_out, 1), "flags");
  invalid(cudaGraphInstantiate(nullptr, graph, 0), "cudaGraphInstantiate");
  invalid(cudaGraphInstantiate(&exec_out, graph, 1 << 20), "flags");
  invalid(cudaGraphGetNodes(graph, nullptr, nullptr), "no place for the number");
  invalid(cudaGraphAddKernelNode(&made, graph, nullptr, 0, nullptr), "no parameters");
  invalid(cudaGraphAddEmptyNode(&made, graph, nullptr, 1), "no dependencies");
  graphs::Kernel<unsigned*, unsigned> good(gate::write, 1, 1, out, 3u);
  auto bad = good.params;
  bad.func = &object;
  gate::is(cudaGraphAddKernelNode(&made, graph, nullptr, 0, &bad), cudaErrorInvalidDeviceFunction,
           "no kernel");
  bad = good.params;
  bad.blockDim = dim3(2000);
  invalid(cudaGraphAddKernelNode(&made, graph, nullptr, 0, &bad), "too many threads");
  bad = good.params;
  bad.kernelParams = nullptr;
  invalid(cudaGraphAddKernelNode(&made, graph, nullptr, 0, &bad), "no arguments");
  fill = {out, 0, 1, 3, 1, 1};
  invalid(cudaGraphAddMemsetNode(&made, graph, nullptr, 0, &fill), "elements of 3 bytes");
  fill = {nullptr, 0, 1, 4, 1, 1};
  invalid(cudaGraphAddMemsetNode(&made, graph, nullptr, 0, &fill), "no memory");
  host = {nullptr, nullptr};
  invalid(cudaGraphAddHostNode(&made, graph, nullptr, 0, &host), "no function");
  invalid(cudaGraphAddMemcpyNode1D(&made, graph, nullptr, 0, nullptr, out, 4, cudaMemcpyDefault),
          "no memory");
  invalid(cudaGraphAddEventRecordNode(&made, graph, nullptr, 0, nullptr), "no event");
  invalid(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeIgnore, &value), "attribute");
  gate::is(cudaGraphDebugDotPrint(graph, "/nowhere/at/all", 0), cudaErrorOperatingSystem, "a path");
  cudaUserObject_t user;
  invalid(cudaUserObjectCreate(&user, out, nullptr, 1, cudaUserObjectNoDestructorSync), "destroy");
  invalid(cudaUserObjectRetain(nullptr, 1), "cudaUserObjectRetain");
  invalid(cudaGraphRetainUserObject(graph, reinterpret_cast<cudaUserObject_t>(&object), 1, 0),
          "cudaGraphRetainUserObject");
  graphs::run(exec, s, "what was good still runs");
  gate::that(out[0] == 3, "its result");
  // A graph that is gone does not come back as the copy of the child that it is given.
  cudaGraph_t child = graphs::create();
  for (int round = 0; round < 20; ++round) {
    cudaGraph_t gone = graphs::create();
    gate::ok(cudaGraphDestroy(gone), "cudaGraphDestroy");
    cudaGraphNode_t inside;
    gate::is(cudaGraphAddChildGraphNode(&inside, gone, nullptr, 0, child), cudaErrorInvalidValue,
             "a child of a graph that is gone");
  }
  return gate::result();
}
