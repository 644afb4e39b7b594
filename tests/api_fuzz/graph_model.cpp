// SPDX-License-Identifier: Apache-2.0
// What the model knows of graphs.
#include "graph_model.h"

#include <algorithm>

namespace fuzz {

void count_call(void* counter) {
  ++*static_cast<unsigned*>(counter);
}

void make_words(Model& m) {
  if (m.words.at) return;
  m.expect("cudaMalloc", cudaMalloc(&m.words.at, sizeof m.words.holds), cudaSuccess);
  m.expect("cudaMemset", cudaMemset(m.words.at, 0, sizeof m.words.holds), cudaSuccess);
  m.expect("cudaDeviceSynchronize", cudaDeviceSynchronize(), cudaSuccess);
  m.born(m.words.at);
  std::fill_n(m.words.holds, kWords, 0);
  m.words.owner = nullptr;
}

void run_nodes(Model& m, const std::vector<NodeState>& nodes) {
  for (const NodeState& node : nodes) {
    unsigned& word = m.words.holds[node.word];
    if (!node.enabled) continue;
    switch (node.does) {
      case Does::kNothing:
        break;
      case Does::kKernel:
        word = word * 3 + node.value;
        break;
      case Does::kFill:
      case Does::kMemory:
        word = node.value;
        break;
      case Does::kCopy:
        word = m.words.holds[node.from];
        break;
      case Does::kHost:
        ++m.words.calls_wanted[node.word];
        break;
      case Does::kChild:
        run_nodes(m, node.child);
    }
  }
}

void all_born(Model& m, cudaGraph_t graph) {
  std::size_t count = 0;
  m.expect("cudaGraphGetNodes", cudaGraphGetNodes(graph, nullptr, &count), cudaSuccess);
  std::vector<cudaGraphNode_t> nodes(count);
  m.expect("cudaGraphGetNodes", cudaGraphGetNodes(graph, nodes.data(), &count), cudaSuccess);
  m.born(graph);
  for (const cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    cudaGraph_t child = nullptr;
    m.born(node);
    m.expect("cudaGraphNodeGetType", cudaGraphNodeGetType(node, &type), cudaSuccess);
    if (type != cudaGraphNodeTypeGraph) continue;
    m.expect("cudaGraphChildGraphNodeGetGraph", cudaGraphChildGraphNodeGetGraph(node, &child),
             cudaSuccess);
    all_born(m, child);
  }
}

std::size_t count_of(const std::vector<NodeState>& nodes) {
  std::size_t count = 0;
  for (const NodeState& node : nodes) count += node.does == Does::kMemory ? 4 : 1;
  return count;
}

void add_words(const NodeState& node, std::vector<unsigned>* out) {
  if (node.does != Does::kNothing && node.does != Does::kChild) out->push_back(node.word);
  if (node.does == Does::kCopy) out->push_back(node.from);
  for (const NodeState& inner : node.child) add_words(inner, out);
}

// Nodes of the graph that use what `node` uses.
std::vector<std::uint64_t> before(const GraphState& graph, const NodeState& node) {
  std::vector<unsigned> words;
  add_words(node, &words);
  std::vector<std::uint64_t> ids;
  for (const NodeState& other : graph.nodes) {
    std::vector<unsigned> theirs;
    add_words(other, &theirs);
    if (std::any_of(theirs.begin(), theirs.end(), [&](unsigned word) {
          return std::find(words.begin(), words.end(), word) != words.end();
        })) {
      ids.push_back(other.id);
    }
  }
  return ids;
}

NodeState* with_id(std::vector<NodeState>& nodes, std::uint64_t id) {
  const auto it = std::find_if(nodes.begin(), nodes.end(),
                               [&](const NodeState& node) { return node.id == id; });
  return it == nodes.end() ? nullptr : &*it;
}

bool depends(const NodeState& node, std::uint64_t id) {
  const auto has = [&](const auto& list) {
    return std::find(list.begin(), list.end(), id) != list.end();
  };
  return has(node.after) || has(node.also_after);
}

bool reaches(const GraphState& graph, std::uint64_t from, std::uint64_t to) {
  if (from == to) return true;
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const NodeState& node) {
    return depends(node, from) && reaches(graph, node.id, to);
  });
}

// The living node with this handle, and its graph.
NodeState* find_node(Model& m, cudaGraphNode_t handle, GraphState** graph) {
  for (auto& [key, state] : m.graphs) {
    for (NodeState& node : state.nodes) {
      if (!handle || node.handle != handle) continue;
      if (graph) *graph = &state;
      return &node;
    }
  }
  return nullptr;
}

cudaGraphNode_t any_node(Model& m) {
  std::map<cudaGraphNode_t, int> known;
  for (const auto& [key, state] : m.graphs) {
    for (const NodeState& node : state.nodes) {
      if (node.handle) known[node.handle] = 0;
    }
  }
  return m.handle_of(known);
}

void forget_graph(Model& m, cudaGraph_t graph) {
  for (const NodeState& node : m.graphs[graph].nodes) {
    if (node.handle) m.died(node.handle);
  }
  m.graphs.erase(graph);
  m.died(graph);
}

void forget_exec(Model& m, cudaGraphExec_t exec) {
  for (auto& [key, graph] : m.graphs) {
    if (graph.only == exec) graph.only = nullptr;
  }
  m.execs.erase(exec);
  m.died(exec);
}

bool on_device(const std::vector<NodeState>& nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [](const NodeState& node) {
    return (node.does != Does::kNothing && node.does != Does::kHost && node.does != Does::kChild) ||
           on_device(node.child);
  });
}

void look_at_words(Model& m) {
  if (!m.words.at) return;
  unsigned got[kWords];
  m.expect("cudaMemcpyAsync",
           cudaMemcpyAsync(got, m.words.at, sizeof got, cudaMemcpyDeviceToHost, m.words.owner),
           cudaSuccess);
  m.expect("cudaStreamSynchronize", cudaStreamSynchronize(m.words.owner), cudaSuccess);
  m.that("what graphs write", std::equal(got, got + kWords, m.words.holds));
  m.that("what graphs call",
         std::equal(m.words.calls, m.words.calls + kWords, m.words.calls_wanted));
}

void forget_graphs(Model& m) {
  for (auto it = m.execs.begin(); it != m.execs.end();) {
    const auto next = std::next(it);
    if (on_device(it->second.nodes)) forget_exec(m, it->first);
    it = next;
  }
  for (auto it = m.graphs.begin(); it != m.graphs.end();) {
    const auto next = std::next(it);
    if (on_device(it->second.nodes)) forget_graph(m, it->first);
    it = next;
  }
}

void remove_graphs(Model& m) {
  look_at_words(m);
  m.expect("cudaDeviceSynchronize", cudaDeviceSynchronize(), cudaSuccess);  // counters are ours
  for (const auto& [exec, state] : m.execs)
    m.expect("cudaGraphExecDestroy", cudaGraphExecDestroy(exec), cudaSuccess);
  for (const auto& [graph, state] : m.graphs)
    m.expect("cudaGraphDestroy", cudaGraphDestroy(graph), cudaSuccess);
  if (m.words.at) m.expect("cudaFree", cudaFree(m.words.at), cudaSuccess);
  m.execs.clear();
  m.graphs.clear();
  m.words.at = nullptr;
}

}  // namespace fuzz
