// SPDX-License-Identifier: Apache-2.0
// Graphs, their nodes and the edges between them.
#include "runtime/graph/graph.h"

namespace heddle::runtime {
namespace {

cudaError_t give_nodes(const std::vector<Node*>& nodes, cudaGraphNode_t* out, size_t* count) {
  return answer(give_list(nodes.size(), !out, count, [&](size_t i, bool there) {
    out[i] = there ? handle_of(nodes[i]) : nullptr;
  }));
}

// Edges are full dependencies; where there is no place for that, they still are.
template <class Nodes>
cudaError_t give_edge_nodes(cudaGraphNode_t handle, Nodes nodes_of_node, cudaGraphNode_t* out,
                            cudaGraphEdgeData* edges, size_t* count) {
  return on_graph([&] {
    const Node* node = node_of(handle);
    if (!node || (!out && edges)) return Error::kInvalidValue;
    const std::vector<Node*>& nodes = nodes_of_node(*node);
    return give_list(nodes.size(), !out, count, [&](size_t i, bool there) {
      out[i] = there ? handle_of(nodes[i]) : nullptr;
      if (edges) edges[i] = {};
    });
  });
}

template <class Change>
cudaError_t change_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                         const cudaGraphEdgeData* edges, size_t count, Change change) {
  return on_graph([&] {
    Graph* in = graph_of(graph);
    if (!in) return Error::kInvalidValue;
    std::vector<Node*> begins, ends;
    HEDDLE_RETURN_IF_ERROR(nodes_of(from, count, &begins));
    HEDDLE_RETURN_IF_ERROR(nodes_of(to, count, &ends));
    HEDDLE_RETURN_IF_ERROR(check_edges(edges, count));
    return change(*in, begins, ends);
  });
}

const auto kConnect = [](Graph& graph, const auto& from, const auto& to) {
  return graph.connect(from, to);
};
const auto kDisconnect = [](Graph& graph, const auto& from, const auto& to) {
  return graph.disconnect(from, to);
};
const auto kDependencies = [](const Node& node) -> auto& { return node.dependencies; };
const auto kDependents = [](const Node& node) -> auto& { return node.dependents; };

}  // namespace

HEDDLE_API cudaError_t cudaGraphCreate(cudaGraph_t* out, unsigned flags) {
  return on_graph([&] {
    if (!out || flags != 0) return Error::kInvalidValue;
    auto& table = the_engine().graphs();
    *out = handle_of(table.graphs.add(std::make_shared<Graph>(table)));
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return on_graph([&] {
    const bool was =
        the_engine().graphs().graphs.remove(reinterpret_cast<Graph*>(graph)) != nullptr;
    return was ? Error::kSuccess : Error::kInvalidValue;
  });
}

HEDDLE_API cudaError_t cudaGraphClone(cudaGraph_t* out, cudaGraph_t original) {
  return on_graph([&] {
    const Graph* graph = graph_of(original);
    if (!out || !graph) return Error::kInvalidValue;
    std::shared_ptr<Graph> clone;
    HEDDLE_RETURN_IF_ERROR(graph->clone(nullptr, &clone));
    *out = handle_of(the_engine().graphs().graphs.add(std::move(clone)));
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* out, cudaGraphNode_t original,
                                                cudaGraph_t clone) {
  return on_graph([&] {
    const Node* node = node_of(original);
    const Graph* graph = graph_of(clone);
    if (!out || !node || !graph) return Error::kInvalidValue;
    Node* found = graph->find_clone_of(node->id);
    if (!found) return Error::kInvalidValue;
    *out = handle_of(found);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGraphNodeGetType(cudaGraphNode_t handle, cudaGraphNodeType* type) {
  return on_graph([&] {
    const Node* node = node_of(handle);
    if (!node || !type) return Error::kInvalidValue;
    // The runtime API has no name for nodes that the driver API adds.
    constexpr auto kBatchMemOp = static_cast<cudaGraphNodeType>(0x0c);
    constexpr cudaGraphNodeType kTypes[] = {cudaGraphNodeTypeKernel,
                                            cudaGraphNodeTypeMemcpy,
                                            cudaGraphNodeTypeMemset,
                                            cudaGraphNodeTypeHost,
                                            cudaGraphNodeTypeGraph,
                                            cudaGraphNodeTypeEmpty,
                                            cudaGraphNodeTypeWaitEvent,
                                            cudaGraphNodeTypeEventRecord,
                                            cudaGraphNodeTypeMemAlloc,
                                            cudaGraphNodeTypeMemFree,
                                            cudaGraphNodeTypeConditional,
                                            kBatchMemOp,
                                            cudaGraphNodeTypeExtSemaphoreSignal,
                                            cudaGraphNodeTypeExtSemaphoreWait};
    *type = kTypes[static_cast<std::size_t>(node->kind())];
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGraphGetNodes(cudaGraph_t handle, cudaGraphNode_t* out, size_t* count) {
  const Graph* graph = graph_of(handle);
  return graph ? give_nodes(graph->nodes(), out, count) : answer(Error::kInvalidValue);
}

HEDDLE_API cudaError_t cudaGraphGetRootNodes(cudaGraph_t handle, cudaGraphNode_t* out,
                                             size_t* count) {
  const Graph* graph = graph_of(handle);
  return graph ? give_nodes(graph->roots(), out, count) : answer(Error::kInvalidValue);
}

HEDDLE_API cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from,
                                         cudaGraphNode_t* to, size_t* count) {
  return cudaGraphGetEdges_v2(graph, from, to, nullptr, count);
}

HEDDLE_API cudaError_t cudaGraphGetEdges_v2(cudaGraph_t handle, cudaGraphNode_t* from,
                                            cudaGraphNode_t* to, cudaGraphEdgeData* data,
                                            size_t* count) {
  return on_graph([&] {
    const Graph* graph = graph_of(handle);
    if (!graph || !from != !to || (!from && data)) return Error::kInvalidValue;
    const auto edges = graph->edges();
    return give_list(edges.size(), !from, count, [&](size_t i, bool there) {
      from[i] = there ? handle_of(edges[i].first) : nullptr;
      to[i] = there ? handle_of(edges[i].second) : nullptr;
      if (data) data[i] = {};
    });
  });
}

HEDDLE_API cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* out,
                                                    size_t* count) {
  return give_edge_nodes(node, kDependencies, out, nullptr, count);
}
HEDDLE_API cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t* out,
                                                       cudaGraphEdgeData* edges, size_t* count) {
  return give_edge_nodes(node, kDependencies, out, edges, count);
}
HEDDLE_API cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* out,
                                                      size_t* count) {
  return give_edge_nodes(node, kDependents, out, nullptr, count);
}
HEDDLE_API cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t* out,
                                                         cudaGraphEdgeData* edges, size_t* count) {
  return give_edge_nodes(node, kDependents, out, edges, count);
}

HEDDLE_API cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                const cudaGraphNode_t* to, size_t count) {
  return change_edges(graph, from, to, nullptr, count, kConnect);
}
HEDDLE_API cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                   const cudaGraphNode_t* to,
                                                   const cudaGraphEdgeData* edges, size_t count) {
  return change_edges(graph, from, to, edges, count, kConnect);
}
HEDDLE_API cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                   const cudaGraphNode_t* to, size_t count) {
  return change_edges(graph, from, to, nullptr, count, kDisconnect);
}
HEDDLE_API cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph,
                                                      const cudaGraphNode_t* from,
                                                      const cudaGraphNode_t* to,
                                                      const cudaGraphEdgeData* edges,
                                                      size_t count) {
  return change_edges(graph, from, to, edges, count, kDisconnect);
}

HEDDLE_API cudaError_t cudaGraphDestroyNode(cudaGraphNode_t handle) {
  return on_graph([&] {
    Node* node = node_of(handle);
    return node ? node->graph.remove(*node) : Error::kInvalidValue;
  });
}

}  // namespace heddle::runtime
