// SPDX-License-Identifier: Apache-2.0
// Host, child graph, empty and event nodes.
#include "runtime/graph/graph.h"

namespace heddle::runtime {
namespace {

using engine::ChildWork;
using engine::EventRecordWork;
using engine::EventWaitWork;
using engine::HostWork;

void call_host(const HostWork& work) {
  const InHostFunction here;
  work.function(work.data);
}

Error describe_host(const cudaHostNodeParams* params, HostWork* out) {
  if (!params || !params->fn) return Error::kInvalidValue;
  *out = host_work(params->fn, params->userData);
  return Error::kSuccess;
}

// Event nodes of both kinds.
template <class Kind>
cudaError_t add_event(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                      size_t count, cudaEvent_t event) {
  return on_graph([&] {
    Kind work;
    HEDDLE_RETURN_IF_ERROR(describe(event, &work.event));
    return add_node(out, graph, dependencies, count, std::move(work));
  });
}
template <class Kind>
cudaError_t get_event(cudaGraphNode_t node, cudaEvent_t* event) {
  return on_graph([&] {
    const auto* work = work_of<Kind>(node);
    if (!work || !event) return Error::kInvalidValue;
    *event = reinterpret_cast<cudaEvent_t>(work->event.get());
    return Error::kSuccess;
  });
}
template <class Kind, class Set>
cudaError_t set_event(cudaGraphNode_t node, cudaEvent_t event, Set set) {
  return on_graph([&] {
    Kind work;
    if (!work_of<Kind>(node)) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(describe(event, &work.event));
    return set(std::move(work));
  });
}

}  // namespace

HostWork host_work(cudaHostFn_t function, void* data) {
  return {function, data, &call_host, nullptr, nullptr};
}

Error describe(cudaEvent_t handle, std::shared_ptr<Event>* out) {
  *out = context().find(reinterpret_cast<Event*>(handle));
  return *out ? Error::kSuccess : Error::kInvalidValue;
}

HEDDLE_API cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                             const cudaGraphNode_t* dependencies, size_t count) {
  return on_graph([&] { return add_node(out, graph, dependencies, count, engine::EmptyWork{}); });
}

HEDDLE_API cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                            const cudaGraphNode_t* dependencies, size_t count,
                                            const cudaHostNodeParams* params) {
  return on_graph([&] {
    HostWork work;
    HEDDLE_RETURN_IF_ERROR(describe_host(params, &work));
    return add_node(out, graph, dependencies, count, work);
  });
}
HEDDLE_API cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node,
                                                  cudaHostNodeParams* params) {
  return on_graph([&] {
    const auto* work = work_of<HostWork>(node);
    if (!work || !params) return Error::kInvalidValue;
    *params = {work->function, work->data};
    return Error::kSuccess;
  });
}
HEDDLE_API cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                                  const cudaHostNodeParams* params) {
  return on_graph([&] {
    HostWork work;
    HEDDLE_RETURN_IF_ERROR(describe_host(params, &work));
    return set_node(node, work);
  });
}
HEDDLE_API cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                      const cudaHostNodeParams* params) {
  return on_graph([&] {
    HostWork work;
    HEDDLE_RETURN_IF_ERROR(describe_host(params, &work));
    return set_exec_node(exec, node, work);
  });
}

HEDDLE_API cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                                  const cudaGraphNode_t* dependencies, size_t count,
                                                  cudaGraph_t child) {
  return on_graph([&] {
    const Graph* original = graph_of(child);
    // Before there is a copy, which may lie where a graph was.
    if (!original || !graph_of(graph)) return Error::kInvalidValue;
    ChildWork work;
    HEDDLE_RETURN_IF_ERROR(original->clone(nullptr, &work.graph));
    Graph& copy = *work.graph;
    const Error error = add_node(out, graph, dependencies, count, std::move(work));
    if (ok(error)) copy.set_owner(node_of(*out));
    return error;
  });
}
HEDDLE_API cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  return on_graph([&] {
    const auto* work = work_of<ChildWork>(node);
    if (!work || !graph) return Error::kInvalidValue;
    *graph = handle_of(work->graph.get());
    return Error::kSuccess;
  });
}
HEDDLE_API cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec,
                                                            cudaGraphNode_t handle,
                                                            cudaGraph_t child) {
  return on_graph([&] {
    const auto to = exec_of(exec);
    const Graph* graph = graph_of(child);
    if (!to || !graph || !work_of<ChildWork>(handle)) return Error::kInvalidValue;
    const auto report = to->update_child(*node_of(handle), *graph);
    return report.result == engine::UpdateResult::kSuccess ? Error::kSuccess : Error::kInvalidValue;
  });
}

HEDDLE_API cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                                   const cudaGraphNode_t* dependencies,
                                                   size_t count, cudaEvent_t event) {
  return add_event<EventRecordWork>(out, graph, dependencies, count, event);
}
HEDDLE_API cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get_event<EventRecordWork>(node, event);
}
HEDDLE_API cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set_event<EventRecordWork>(node, event,
                                    [&](Work work) { return set_node(node, std::move(work)); });
}
HEDDLE_API cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec,
                                                            cudaGraphNode_t node,
                                                            cudaEvent_t event) {
  return set_event<EventRecordWork>(
      node, event, [&](Work work) { return set_exec_node(exec, node, std::move(work)); });
}

HEDDLE_API cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                                 const cudaGraphNode_t* dependencies, size_t count,
                                                 cudaEvent_t event) {
  return add_event<EventWaitWork>(out, graph, dependencies, count, event);
}
HEDDLE_API cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get_event<EventWaitWork>(node, event);
}
HEDDLE_API cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set_event<EventWaitWork>(node, event,
                                  [&](Work work) { return set_node(node, std::move(work)); });
}
HEDDLE_API cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec,
                                                          cudaGraphNode_t node, cudaEvent_t event) {
  return set_event<EventWaitWork>(
      node, event, [&](Work work) { return set_exec_node(exec, node, std::move(work)); });
}

}  // namespace heddle::runtime
