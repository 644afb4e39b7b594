// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/graph.h"

#include "engine/graph/graph_devices.h"

namespace heddle::runtime {

Graph* graph_of(cudaGraph_t handle) {
  auto* graph = reinterpret_cast<Graph*>(handle);
  return the_engine().graphs().all_graphs.has(graph) ? graph : nullptr;
}

Node* node_of(cudaGraphNode_t handle) {
  auto* node = reinterpret_cast<Node*>(handle);
  return the_engine().graphs().nodes.has(node) ? node : nullptr;
}

std::shared_ptr<GraphExec> exec_of(cudaGraphExec_t handle) {
  return the_engine().graphs().execs.find(reinterpret_cast<GraphExec*>(handle));
}

Error nodes_of(const cudaGraphNode_t* handles, size_t count, std::vector<Node*>* out) {
  if (count && !handles) return Error::kInvalidValue;
  out->clear();
  for (size_t i = 0; i < count; ++i) {
    Node* node = node_of(handles[i]);
    if (!node) return Error::kInvalidValue;
    out->push_back(node);
  }
  return Error::kSuccess;
}

// A programmatic edge lets a kernel begin before the one that it comes after has ended: coming
// after all of it is allowed as well.
Error check_edges(const cudaGraphEdgeData* edges, size_t count) {
  for (size_t i = 0; edges && i < count; ++i) {
    const cudaGraphEdgeData& edge = edges[i];
    const bool programmatic = edge.type == cudaGraphDependencyTypeProgrammatic;
    const unsigned char most =
        programmatic ? cudaGraphKernelNodePortLaunchCompletion : cudaGraphKernelNodePortDefault;
    bool good = edge.type <= cudaGraphDependencyTypeProgrammatic && edge.from_port <= most &&
                edge.to_port == 0 && programmatic == (edge.from_port != 0);
    for (const unsigned char byte : edge.reserved) good = good && byte == 0;
    if (!good) return Error::kInvalidValue;
  }
  return Error::kSuccess;
}

Error add_node(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
               size_t count, Work work) {
  Graph* to = graph_of(graph);
  if (!out || !to) return Error::kInvalidValue;
  std::vector<Node*> nodes;
  HEDDLE_RETURN_IF_ERROR(nodes_of(dependencies, count, &nodes));
  Node* made = nullptr;
  const Error error = to->add(std::move(work), nodes, &made);
  if (ok(error)) *out = handle_of(made);
  return error;
}

Error set_node(cudaGraphNode_t handle, Work work) {
  Node* node = node_of(handle);
  if (!node || node->kind() != kind_of(work)) return Error::kInvalidValue;
  node->work = std::move(work);
  return Error::kSuccess;
}

Error set_exec_node(cudaGraphExec_t exec, cudaGraphNode_t handle, Work work) {
  const auto to = exec_of(exec);
  const Node* node = node_of(handle);
  if (!to || !node) return Error::kInvalidValue;
  return to->set_work(*node, std::move(work));
}

void remove_graphs(Device& device) {
  engine::GraphTable& table = the_engine().graphs();
  for (const auto& exec : table.execs.all()) {
    if (!exec->uses(device)) continue;
    exec->wait();  // it may run in a stream of another device
    table.execs.remove(exec.get());
  }
  for (const auto& graph : table.graphs.all()) {
    if (engine::uses(the_engine().pointers(), *graph, device)) table.graphs.remove(graph.get());
  }
}

}  // namespace heddle::runtime
