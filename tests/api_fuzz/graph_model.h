// SPDX-License-Identifier: Apache-2.0
// What the model knows of graphs. A node works on words; it comes after all that work on the same
// ones, so that a launch has one result.
#pragma once

#include "model.h"

namespace fuzz {

using Nodes = std::vector<cudaGraphNode_t>;

// As cudaGraphGetNodes counts them.
std::size_t count_of(const std::vector<NodeState>& nodes);
// Nodes of the graph that work on what `node` works on.
std::vector<std::uint64_t> before(const GraphState& graph, const NodeState& node);
NodeState* with_id(std::vector<NodeState>& nodes, std::uint64_t id);
bool depends(const NodeState& node, std::uint64_t id);
bool reaches(const GraphState& graph, std::uint64_t from, std::uint64_t to);
// The living node with this handle, and its graph.
NodeState* find_node(Model& m, cudaGraphNode_t handle, GraphState** graph = nullptr);
// Mostly a living one, at times another handle.
cudaGraphNode_t any_node(Model& m);
void forget_graph(Model& m, cudaGraph_t graph);
void forget_exec(Model& m, cudaGraphExec_t exec);
void look_at_words(Model& m);

struct KernelParams {
  explicit KernelParams(Model& m, const NodeState& node)
      : word(m.words.at + node.word), value(node.value) {
    params.func = step_kernel();
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = values;
  }
  KernelParams(const KernelParams&) = delete;
  unsigned* word;
  unsigned value;
  void* values[2] = {&word, &value};
  cudaKernelNodeParams params{};
};

}  // namespace fuzz
