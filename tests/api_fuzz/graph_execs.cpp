// SPDX-License-Identifier: Apache-2.0
// Executable graphs: launches, updates of single nodes and of all.
#include <algorithm>

#include "graph_model.h"

namespace fuzz {
namespace {

void instantiate(Model& m) {
  if (m.execs.size() > 8) return;
  const cudaGraph_t graph = m.handle_of(m.graphs);
  const bool good = m.graphs.count(graph), wrong_flags = m.dice.one_in(10);
  constexpr unsigned long long kFlags[] = {0, 0, cudaGraphInstantiateFlagUseNodePriority};
  const bool right = good && !wrong_flags && !m.graphs[graph].only;
  cudaGraphExec_t exec = nullptr;
  m.expect("cudaGraphInstantiate",
           cudaGraphInstantiate(&exec, graph, wrong_flags ? 64 : kFlags[m.dice.below(3)]),
           right ? cudaSuccess : cudaErrorInvalidValue);
  if (!right) return;
  GraphState& state = m.graphs[graph];
  m.execs[m.born(exec)] = {state.nodes, state.version, count_of(state.nodes)};
  if (state.memory) state.only = exec;
}

void destroy_exec(Model& m) {
  const cudaGraphExec_t exec = m.handle_of(m.execs);
  const bool good = m.execs.count(exec);
  m.expect("cudaGraphExecDestroy", cudaGraphExecDestroy(exec),
           good ? cudaSuccess : cudaErrorInvalidValue);
  if (good) forget_exec(m, exec);
}

void launch(Model& m) {
  const cudaGraphExec_t exec = m.handle_of(m.execs);
  const bool good = m.execs.count(exec);
  cudaStream_t stream = m.handle_of(m.streams);
  if (good && is_stream(m, stream)) stream = own(m, m.words.owner);
  const bool right = good && is_stream(m, stream);
  m.expect("cudaGraphLaunch", cudaGraphLaunch(exec, stream),
           !good   ? cudaErrorInvalidValue
           : right ? cudaSuccess
                   : kBadHandle);
  if (right) run_nodes(m, m.execs[exec].nodes);
  if (m.dice.one_in(3)) look_at_words(m);
}

// A node of the executable graph or of anywhere. `known`: its number there.
cudaGraphNode_t node_for(Model& m, cudaGraphExec_t exec, NodeState** known) {
  cudaGraphNode_t handle = any_node(m);
  *known = nullptr;
  if (!m.execs.count(exec)) return handle;
  auto& nodes = m.execs[exec].nodes;
  if (!nodes.empty() && !m.dice.one_in(5)) handle = nodes[m.dice.below(nodes.size())].handle;
  const NodeState* living = find_node(m, handle);
  if (living) *known = with_id(nodes, living->id);
  return handle;
}

void set_exec_kernel(Model& m) {
  make_words(m);
  const cudaGraphExec_t exec = m.handle_of(m.execs);
  NodeState* node = nullptr;
  const cudaGraphNode_t handle = node_for(m, exec, &node);
  NodeState changed = node ? *node : NodeState();
  changed.value = static_cast<unsigned>(m.dice.below(1000));
  const KernelParams kernel(m, changed);
  const bool good = node && node->does == Does::kKernel;
  m.expect("cudaGraphExecKernelNodeSetParams",
           cudaGraphExecKernelNodeSetParams(exec, handle, &kernel.params),
           good ? cudaSuccess : cudaErrorInvalidValue);
  if (good) node->value = changed.value;
}

void enable(Model& m) {
  const cudaGraphExec_t exec = m.handle_of(m.execs);
  NodeState* node = nullptr;
  const cudaGraphNode_t handle = node_for(m, exec, &node);
  const bool good = node && (node->does == Does::kKernel || node->does == Does::kFill ||
                             node->does == Does::kCopy);
  const unsigned on = static_cast<unsigned>(m.dice.below(2));
  unsigned is = 9;
  m.expect("cudaGraphNodeSetEnabled", cudaGraphNodeSetEnabled(exec, handle, on),
           good ? cudaSuccess : cudaErrorInvalidValue);
  m.expect("cudaGraphNodeGetEnabled", cudaGraphNodeGetEnabled(exec, handle, &is),
           good ? cudaSuccess : cudaErrorInvalidValue);
  if (!good) return;
  node->enabled = on;
  m.that("whether it is enabled", is == on);
}

void update(Model& m) {
  const cudaGraphExec_t exec = m.handle_of(m.execs);
  const cudaGraph_t graph = m.handle_of(m.graphs);
  cudaGraphExecUpdateResultInfo info{};
  if (!m.execs.count(exec) || !m.graphs.count(graph)) {
    m.expect("cudaGraphExecUpdate", cudaGraphExecUpdate(exec, graph, &info), cudaErrorInvalidValue);
    m.that("the result", info.result == cudaGraphExecUpdateError);
    return;
  }
  ExecState& old = m.execs[exec];
  const GraphState& state = m.graphs[graph];
  if (old.version == state.version) {
    m.expect("cudaGraphExecUpdate", cudaGraphExecUpdate(exec, graph, &info), cudaSuccess);
    m.that("the result", info.result == cudaGraphExecUpdateSuccess);
    for (std::size_t i = 0; i < old.nodes.size(); ++i) {
      const NodeState& node = state.nodes[i];
      old.nodes[i].value = node.value;
      old.nodes[i].child = node.child;
    }
  } else if (old.node_count != count_of(state.nodes)) {
    m.expect("cudaGraphExecUpdate", cudaGraphExecUpdate(exec, graph, &info),
             cudaErrorGraphExecUpdateFailure);
    m.that("the result", info.result == cudaGraphExecUpdateErrorTopologyChanged && !info.errorNode);
  }
}

}  // namespace

const std::vector<Call> kExecCalls = {
    instantiate, instantiate,     instantiate,     destroy_exec, launch, launch, launch,
    launch,      set_exec_kernel, set_exec_kernel, enable,       update, update};

}  // namespace fuzz
