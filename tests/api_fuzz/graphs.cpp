// SPDX-License-Identifier: Apache-2.0
// Graphs: explicit nodes, their edges and parameters, and clones.
#include <algorithm>

#include "graph_model.h"

namespace fuzz {
namespace {

void create(Model& m) {
  cudaGraph_t graph = nullptr;
  const unsigned flags = m.dice.one_in(8) ? 1 : 0;
  m.expect("cudaGraphCreate", cudaGraphCreate(&graph, flags),
           flags ? cudaErrorInvalidValue : cudaSuccess);
  if (!flags) m.graphs[m.born(graph)].version = m.next_id();
}

void destroy(Model& m) {
  const cudaGraph_t graph = m.handle_of(m.graphs);
  const bool good = m.graphs.count(graph);
  m.expect("cudaGraphDestroy", cudaGraphDestroy(graph), good ? cudaSuccess : cudaErrorInvalidValue);
  if (good) forget_graph(m, graph);
}

// Memory of its own, set, copied to the word and freed: four nodes.
cudaError_t add_memory(Model& m, cudaGraphNode_t* out, cudaGraph_t graph, const Nodes& after,
                       const NodeState& node) {
  cudaMemAllocNodeParams params{};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location = {cudaMemLocationTypeDevice, 0};
  params.bytesize = 4;
  cudaGraphNode_t alloc, fill, copy;
  if (cudaError_t e = cudaGraphAddMemAllocNode(&alloc, graph, after.data(), after.size(), &params))
    return e;
  m.born(params.dptr);
  const cudaMemsetParams set{params.dptr, 0, node.value, 4, 1, 1};
  m.expect("cudaGraphAddMemsetNode", cudaGraphAddMemsetNode(&fill, graph, &alloc, 1, &set),
           cudaSuccess);
  m.expect("cudaGraphAddMemcpyNode1D",
           cudaGraphAddMemcpyNode1D(&copy, graph, &fill, 1, m.words.at + node.word, params.dptr, 4,
                                    cudaMemcpyDeviceToDevice),
           cudaSuccess);
  return cudaGraphAddMemFreeNode(out, graph, &copy, 1, params.dptr);
}

cudaError_t add(Model& m, cudaGraphNode_t* out, cudaGraph_t graph, const Nodes& after,
                const NodeState& node, cudaGraph_t child) {
  switch (node.does) {
    case Does::kNothing:
      return cudaGraphAddEmptyNode(out, graph, after.data(), after.size());
    case Does::kKernel: {
      const KernelParams kernel(m, node);
      return cudaGraphAddKernelNode(out, graph, after.data(), after.size(), &kernel.params);
    }
    case Does::kFill: {
      const cudaMemsetParams params{m.words.at + node.word, 0, node.value, 4, 1, 1};
      return cudaGraphAddMemsetNode(out, graph, after.data(), after.size(), &params);
    }
    case Does::kCopy:
      return cudaGraphAddMemcpyNode1D(out, graph, after.data(), after.size(),
                                      m.words.at + node.word, m.words.at + node.from, 4,
                                      cudaMemcpyDefault);
    case Does::kHost: {
      const cudaHostNodeParams params{count_call, &m.words.calls[node.word]};
      return cudaGraphAddHostNode(out, graph, after.data(), after.size(), &params);
    }
    case Does::kChild:
      return cudaGraphAddChildGraphNode(out, graph, after.data(), after.size(), child);
    default:
      return add_memory(m, out, graph, after, node);
  }
}

void add_node(Model& m) {
  make_words(m);
  const cudaGraph_t graph = m.handle_of(m.graphs), child = m.handle_of(m.graphs);
  const bool good = m.graphs.count(graph) && m.graphs[graph].open;
  if (m.graphs.count(graph) && !good) return;
  GraphState none;
  GraphState& state = good ? m.graphs[graph] : none;
  NodeState node;
  node.does = static_cast<Does>(m.dice.below(7));
  if (node.does == Does::kMemory && !m.dice.one_in(3)) node.does = Does::kKernel;
  node.word = static_cast<unsigned>(m.dice.below(kWords));
  node.from = static_cast<unsigned>(m.dice.below(kWords));
  if (node.from == node.word) node.from = (node.word + 1) % kWords;
  node.value = static_cast<unsigned>(m.dice.below(1000));
  bool right = good;
  if (node.does == Does::kChild) {
    right = right && m.graphs.count(child) && !m.graphs[child].memory;
    if (m.graphs.count(child)) {
      node.child = m.graphs[child].nodes;
      if (count_of(node.child) + state.nodes.size() > 60) return;
    }
  }
  node.after = before(state, node);
  Nodes after;
  for (const std::uint64_t id : node.after) after.push_back(with_id(state.nodes, id)->handle);
  if (m.dice.one_in(15)) {
    // A node twice, or one of nowhere.
    after.push_back(after.empty() ? any_node(m) : after.front());
    if (after.size() == 1 && find_node(m, after[0])) return;
    right = false;
  }
  m.expect("adding a node", add(m, &node.handle, graph, after, node, child),
           right ? cudaSuccess : cudaErrorInvalidValue);
  if (!right) return;
  if (node.does == Does::kChild || node.does == Does::kMemory) {
    all_born(m, graph);
  } else {
    m.born(node.handle);
  }
  node.id = m.next_id();
  state.memory |= node.does == Does::kMemory;
  state.version = m.next_id();
  state.nodes.push_back(std::move(node));
}

void remove_node(Model& m) {
  const cudaGraphNode_t handle = any_node(m);
  GraphState* graph = nullptr;
  NodeState* node = find_node(m, handle, &graph);
  if (node) {
    // What others come after keeps them in order.
    const std::uint64_t id = node->id;
    for (const NodeState& other : graph->nodes) {
      if (depends(other, id)) return;
    }
  }
  const bool good = node && !graph->memory;
  m.expect("cudaGraphDestroyNode", cudaGraphDestroyNode(handle),
           good ? cudaSuccess : cudaErrorInvalidValue);
  if (!good) return;
  graph->nodes.erase(graph->nodes.begin() + (node - graph->nodes.data()));
  graph->version = m.next_id();
  m.died(handle);
}

void change_edges(Model& m) {
  const cudaGraph_t handle = m.handle_of(m.graphs);
  const bool good = m.graphs.count(handle);
  cudaGraphNode_t from = any_node(m), to = any_node(m);
  if (good && m.graphs[handle].nodes.size() > 1 && m.graphs[handle].open) {
    from = m.dice.any_of(m.graphs[handle].nodes).handle;
    to = m.dice.any_of(m.graphs[handle].nodes).handle;
  }
  GraphState *first_graph = nullptr, *second_graph = nullptr;
  if (good && m.dice.one_in(2)) {
    for (const NodeState& node : m.graphs[handle].nodes) {
      if (node.also_after.empty()) continue;
      from = with_id(m.graphs[handle].nodes, node.also_after.front())->handle;
      to = node.handle;
    }
  }
  const NodeState* first = find_node(m, from, &first_graph);
  NodeState* second = find_node(m, to, &second_graph);
  const bool both =
      good && first && second && first_graph == &m.graphs[handle] && second_graph == first_graph;
  if (both && second->does == Does::kMemory) return;  // its edges end at another one of its nodes
  if (m.dice.one_in(2)) {
    // Forwards only: the model's order of nodes stays one.
    if (both && first > second && !reaches(*first_graph, second->id, first->id)) return;
    const bool right = both && first < second && !depends(*second, first->id) && first != second;
    m.expect("cudaGraphAddDependencies", cudaGraphAddDependencies(handle, &from, &to, 1),
             right ? cudaSuccess : cudaErrorInvalidValue);
    if (!right) return;
    second->also_after.push_back(first->id);
    first_graph->version = m.next_id();
  } else {
    if (both && depends(*second, first->id) &&
        std::find(second->after.begin(), second->after.end(), first->id) != second->after.end()) {
      return;  // keeps them in order
    }
    const bool right = both && depends(*second, first->id) && !first_graph->memory;
    m.expect("cudaGraphRemoveDependencies", cudaGraphRemoveDependencies(handle, &from, &to, 1),
             right ? cudaSuccess : cudaErrorInvalidValue);
    if (!right) return;
    std::erase(second->also_after, first->id);
    first_graph->version = m.next_id();
  }
}

void set_kernel(Model& m) {
  make_words(m);
  const cudaGraphNode_t handle = any_node(m);
  NodeState* node = find_node(m, handle);
  NodeState changed = node ? *node : NodeState();
  changed.value = static_cast<unsigned>(m.dice.below(1000));
  const KernelParams kernel(m, changed);
  const bool good = node && node->does == Does::kKernel;
  m.expect("cudaGraphKernelNodeSetParams", cudaGraphKernelNodeSetParams(handle, &kernel.params),
           good ? cudaSuccess : cudaErrorInvalidValue);
  if (good) node->value = changed.value;
}

void ask(Model& m) {
  const cudaGraph_t graph = m.handle_of(m.graphs);
  const bool good = m.graphs.count(graph);
  std::size_t nodes = 0, edges = 0;
  m.expect("cudaGraphGetNodes", cudaGraphGetNodes(graph, nullptr, &nodes),
           good ? cudaSuccess : cudaErrorInvalidValue);
  m.expect("cudaGraphGetEdges", cudaGraphGetEdges(graph, nullptr, nullptr, &edges),
           good ? cudaSuccess : cudaErrorInvalidValue);
  if (!good || !m.graphs[graph].open) return;
  std::size_t wanted = 0;
  for (const NodeState& node : m.graphs[graph].nodes) {
    wanted += node.after.size() + node.also_after.size() + (node.does == Does::kMemory ? 3 : 0);
  }
  m.that("nodes", nodes == count_of(m.graphs[graph].nodes));
  m.that("edges", edges == wanted);
}

void clone(Model& m) {
  if (m.graphs.size() > 12) return;
  const cudaGraph_t original = m.handle_of(m.graphs);
  const bool good = m.graphs.count(original) && !m.graphs[original].memory;
  cudaGraph_t made = nullptr;
  m.expect("cudaGraphClone", cudaGraphClone(&made, original),
           good ? cudaSuccess : cudaErrorInvalidValue);
  if (!good) return;
  GraphState state = m.graphs[original];
  for (NodeState& node : state.nodes) {
    if (!node.handle) continue;
    cudaGraphNode_t there = nullptr;
    m.expect("cudaGraphNodeFindInClone", cudaGraphNodeFindInClone(&there, node.handle, made),
             cudaSuccess);
    const std::uint64_t id = m.next_id();
    for (NodeState& other : state.nodes) {
      std::replace(other.after.begin(), other.after.end(), node.id, id);
      std::replace(other.also_after.begin(), other.also_after.end(), node.id, id);
    }
    node.handle = m.born(there);
    node.id = id;
  }
  all_born(m, made);
  m.graphs[made] = std::move(state);
}

}  // namespace

void begin_graph(Model& m) {
  while (m.graphs.empty() && m.failures() == 0) create(m);
  for (int i = 0; i < 12; ++i) add_node(m);
}

const std::vector<Call> kGraphCalls = {
    create,     destroy,  add_node, add_node,    add_node,     add_node,
    add_node,   add_node, add_node, remove_node, change_edges, change_edges,
    set_kernel, ask,      clone,    capture,     capture};

}  // namespace fuzz
