// SPDX-License-Identifier: Apache-2.0
// Conditional nodes. A handle is the address of the value, which cudaGraphSetConditional() writes.
#include "runtime/graph/graph.h"

namespace heddle::runtime {
namespace {

using engine::Condition;
using engine::Conditional;
using engine::ConditionalWork;

std::shared_ptr<Conditional> conditional_of(const Graph& graph, cudaGraphConditionalHandle handle) {
  for (const auto& conditional : graph.conditionals()) {
    if (reinterpret_cast<std::uintptr_t>(&conditional->value) == handle) return conditional;
  }
  return nullptr;
}

// Kernels write the value, which lies in the host's memory.
void tell_of(Conditional& conditional) {
  const auto* events = the_engine().device(0).arena.events();
  if (!events || !events->wanted()) return;
  engine::Allocation row;
  row.base = reinterpret_cast<std::uintptr_t>(&conditional.value);
  row.size = sizeof conditional.value;
  row.kind = engine::MemoryKind::kRegistered;
  events->allocated(row);
  conditional.told = std::shared_ptr<void>(nullptr, [=](void*) { events->freed(row); });
}

}  // namespace

HEDDLE_API cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* out,
                                                        cudaGraph_t handle, unsigned initial,
                                                        unsigned flags) {
  return on_graph([&] {
    Graph* graph = graph_of(handle);
    if (!out || !graph || (flags & ~unsigned{cudaGraphCondAssignDefault})) {
      return Error::kInvalidValue;
    }
    const auto made = graph->add_conditional(initial, (flags & cudaGraphCondAssignDefault) != 0);
    tell_of(*made);
    *out = reinterpret_cast<std::uintptr_t>(&made->value);
    return Error::kSuccess;
  });
}

// One of two bodies for `if`, one for `while`, any number for `switch`; all of them empty graphs.
Error add_conditional(cudaGraphNode_t* out, cudaGraph_t handle, const cudaGraphNode_t* dependencies,
                      size_t count, cudaConditionalNodeParams& params) {
  Graph* graph = graph_of(handle);
  if (!graph) return Error::kInvalidValue;
  const bool sized = params.type == cudaGraphCondTypeIf       ? params.size == 1 || params.size == 2
                     : params.type == cudaGraphCondTypeWhile  ? params.size == 1
                     : params.type == cudaGraphCondTypeSwitch ? params.size >= 1
                                                              : false;
  // The handle is of the graph, or of one that this is a body in.
  const Graph* owner = graph;
  ConditionalWork work;
  while (owner && !work.conditional) {
    work.conditional = conditional_of(*owner, params.handle);
    owner = owner->owner() ? &owner->owner()->graph : nullptr;
  }
  if (!sized || !work.conditional || work.conditional->has_node) return Error::kInvalidValue;
  work.condition = static_cast<Condition>(params.type);
  auto& table = the_engine().graphs();
  for (unsigned i = 0; i < params.size; ++i) {
    work.bodies.push_back(std::make_shared<Graph>(table));
  }
  const auto bodies = work.bodies;
  const auto conditional = work.conditional;
  if (Error e = add_node(out, handle, dependencies, count, std::move(work)); !ok(e)) return e;
  conditional->has_node = true;
  auto& node = *node_of(*out);
  auto& handles = std::get<ConditionalWork>(node.work).handles;
  for (const auto& body : bodies) {
    body->set_owner(&node);
    handles.push_back(body.get());
  }
  // Belongs to the node.
  params.phGraph_out = reinterpret_cast<cudaGraph_t*>(handles.data());
  return Error::kSuccess;
}

}  // namespace heddle::runtime
