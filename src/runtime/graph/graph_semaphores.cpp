// SPDX-License-Identifier: Apache-2.0
// Nodes that signal external semaphores, and that wait for them.
#include "runtime/external/semaphore.h"
#include "runtime/graph/graph.h"

namespace heddle::runtime {
namespace {

using engine::SemaphoreSignalWork;
using engine::SemaphoreWaitWork;

template <class Kind, class Params>
Error describe_node(const Params* params, Kind* out) {
  if (!params) return Error::kInvalidValue;
  return describe(params->extSemArray, params->paramsArray, params->numExtSems, out);
}

template <class Kind, class Params>
cudaError_t add(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                size_t count, const Params* params) {
  return on_graph([&] {
    Kind work;
    HEDDLE_RETURN_IF_ERROR(describe_node(params, &work));
    return add_node(out, graph, dependencies, count, std::move(work));
  });
}

// The arrays belong to the node and are as they are until the node changes.
template <class Kind, class List, class Params>
cudaError_t get(cudaGraphNode_t node, Params* out) {
  return on_graph([&] {
    auto* work = work_of<Kind>(node);
    if (!work || !out) return Error::kInvalidValue;
    auto& list = *std::any_cast<List>(&work->spelling);
    *out = {list.semaphores.data(), list.params.data(),
            static_cast<unsigned>(list.semaphores.size())};
    return Error::kSuccess;
  });
}

template <class Kind, class Params, class Set>
cudaError_t set(cudaGraphNode_t node, const Params* params, Set set) {
  return on_graph([&] {
    Kind work;
    if (!work_of<Kind>(node)) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(describe_node(params, &work));
    return set(std::move(work));
  });
}

}  // namespace

HEDDLE_API cudaError_t cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* dependencies, size_t count,
    const cudaExternalSemaphoreSignalNodeParams* params) {
  return add<SemaphoreSignalWork>(out, graph, dependencies, count, params);
}
HEDDLE_API cudaError_t cudaGraphExternalSemaphoresSignalNodeGetParams(
    cudaGraphNode_t node, cudaExternalSemaphoreSignalNodeParams* out) {
  return get<SemaphoreSignalWork, SignalList>(node, out);
}
HEDDLE_API cudaError_t cudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t node, const cudaExternalSemaphoreSignalNodeParams* params) {
  return set<SemaphoreSignalWork>(node, params,
                                  [&](Work work) { return set_node(node, std::move(work)); });
}
HEDDLE_API cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const cudaExternalSemaphoreSignalNodeParams* params) {
  return set<SemaphoreSignalWork>(
      node, params, [&](Work work) { return set_exec_node(exec, node, std::move(work)); });
}

HEDDLE_API cudaError_t cudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* dependencies, size_t count,
    const cudaExternalSemaphoreWaitNodeParams* params) {
  return add<SemaphoreWaitWork>(out, graph, dependencies, count, params);
}
HEDDLE_API cudaError_t cudaGraphExternalSemaphoresWaitNodeGetParams(
    cudaGraphNode_t node, cudaExternalSemaphoreWaitNodeParams* out) {
  return get<SemaphoreWaitWork, WaitList>(node, out);
}
HEDDLE_API cudaError_t cudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t node, const cudaExternalSemaphoreWaitNodeParams* params) {
  return set<SemaphoreWaitWork>(node, params,
                                [&](Work work) { return set_node(node, std::move(work)); });
}
HEDDLE_API cudaError_t cudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const cudaExternalSemaphoreWaitNodeParams* params) {
  return set<SemaphoreWaitWork>(
      node, params, [&](Work work) { return set_exec_node(exec, node, std::move(work)); });
}

}  // namespace heddle::runtime
