// SPDX-License-Identifier: Apache-2.0
// What the calls of graphs and captures share: handles, and work as the engine describes it.
#pragma once

#include "engine/graph/capture.h"
#include "engine/graph/graph.h"
#include "engine/graph/graph_exec.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

using engine::Graph;
using engine::GraphExec;
using engine::Node;
using engine::NodeKind;
using engine::Work;

template <class Call>
cudaError_t on_graph(Call call) {
  if (thread_state().in_host_function) [[unlikely]]
    return answer(Error::kNotPermitted);
  return answer(call());
}

inline cudaGraph_t handle_of(const Graph* graph) {
  return reinterpret_cast<cudaGraph_t>(const_cast<Graph*>(graph));
}
inline cudaGraphNode_t handle_of(const Node* node) {
  return reinterpret_cast<cudaGraphNode_t>(const_cast<Node*>(node));
}

// Null: the handle is none.
Graph* graph_of(cudaGraph_t handle);
Node* node_of(cudaGraphNode_t handle);
std::shared_ptr<GraphExec> exec_of(cudaGraphExec_t handle);

// kInvalidValue: a handle among them is none.
Error nodes_of(const cudaGraphNode_t* handles, size_t count, std::vector<Node*>* out);

// kInvalidValue: an edge that is more than a full dependency asks for what it may not.
Error check_edges(const cudaGraphEdgeData* edges, size_t count);

// The calls that add a node of some kind, change it, and change it in an executable graph.
Error add_node(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
               size_t count, Work work);
Error set_node(cudaGraphNode_t node, Work work);
Error set_exec_node(cudaGraphExec_t exec, cudaGraphNode_t node, Work work);

// The work of a node of this kind; null: it is of another one, or none.
template <class Kind>
Kind* work_of(cudaGraphNode_t handle) {
  Node* node = node_of(handle);
  return node ? std::get_if<Kind>(&node->work) : nullptr;
}

// From what the API is given, checked.
Error describe(const cudaKernelNodeParams& params, engine::KernelWork* out);
Error describe(const cudaMemsetParams& params, engine::FillWork* out);
Error describe_1d(void* to, const void* from, size_t count, cudaMemcpyKind kind,
                  engine::CopyWork* out);
Error describe_to_symbol(const void* symbol, const void* from, size_t count, size_t offset,
                         cudaMemcpyKind kind, engine::CopyWork* out);
Error describe_from_symbol(void* to, const void* symbol, size_t count, size_t offset,
                           cudaMemcpyKind kind, engine::CopyWork* out);
Error describe(cudaEvent_t handle, std::shared_ptr<Event>* out);
Error describe_alloc(cudaMemAllocNodeParams* params, engine::AllocWork* out);
Error describe_free(void* address, engine::FreeWork* out);
// Keeps the attributes of a node whose parameters change.
Error with_attributes_of(cudaGraphNode_t node, engine::KernelWork* work);
// Nodes that device code may change: `asked` as the attribute has it. kNotSupported: it is one, and
// shall be none; kInvalidValue.
Error make_updatable(int asked, engine::KernelWork* work);
cudaGraphDeviceNode_t device_handle(const engine::KernelWork& work);  // null: it is none
// The work of cudaGraphNodeParams, for a node that is there or not (null).
Error describe(cudaGraphNodeParams& params, cudaGraphNode_t node, Work* out);
Error add_conditional(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                      size_t count, cudaConditionalNodeParams& params);

engine::HostWork host_work(cudaHostFn_t function, void* data);

// Stream-ordered allocation in a captured stream, and memory of graphs that is freed outside them.
// The node allocates memory of the pool's device, to be accessed by those that the pool allows now.
Error capture_malloc(Stream& stream, engine::Pool& pool, void** out, size_t size);
Error capture_free(Stream& stream, void* address);
Error release_graph_memory(Device& device, void* address);

// The device is reset: its graphs and executable graphs are gone, those that have nothing on it
// stay.
void remove_graphs(Device& device);

// Lists are answered into an array of *count entries; a null array asks for their number. `write`
// puts entry i; what is beyond the list is null.
template <class Write>
Error give_list(size_t have, bool only_count, size_t* count, Write write) {
  if (!count) return Error::kInvalidValue;
  if (!only_count) {
    for (size_t i = 0; i < *count; ++i) write(i, i < have);
    if (*count < have) have = *count;
  }
  *count = have;
  return Error::kSuccess;
}

}  // namespace heddle::runtime
