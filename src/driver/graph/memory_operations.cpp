// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs that wait for values in memory and write them.
#include "driver/graph/memory_operations.h"

#include <algorithm>
#include <vector>

#include "driver/graph/params.h"
#include "driver/stream/memory_operations.h"
#include "runtime/graph/graph.h"

namespace heddle::driver {
namespace {

using engine::MemoryOperationsWork;
using Operations = std::vector<CUstreamBatchMemOpParams>;

const Operations* operations_of(CUgraphNode node) {
  const auto* work = runtime::work_of<MemoryOperationsWork>(node);
  return work ? std::any_cast<Operations>(&work->spelling) : nullptr;
}

// What may change in an executable graph: addresses, values, and how they are compared.
bool alike(const CUstreamBatchMemOpParams& a, const CUstreamBatchMemOpParams& b) {
  return a.operation == b.operation;
}

CUresult describe_node(const CUDA_BATCH_MEM_OP_NODE_PARAMS* params, MemoryOperationsWork* out) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  if (!params) return CUDA_ERROR_INVALID_VALUE;
  if (params->ctx && !is_context(params->ctx)) return CUDA_ERROR_INVALID_CONTEXT;
  return describe(params->paramArray, params->count, params->flags, out);
}

}  // namespace

CUresult add_memory_operations(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                               size_t count, const CUDA_BATCH_MEM_OP_NODE_PARAMS* params) {
  MemoryOperationsWork work;
  if (const CUresult result = describe_node(params, &work); result != CUDA_SUCCESS) return result;
  return in_context(
      [&] { return runtime::add_node(out, graph, dependencies, count, std::move(work)); });
}

CUresult set_memory_operations(CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS* params) {
  MemoryOperationsWork work;
  if (const CUresult result = describe_node(params, &work); result != CUDA_SUCCESS) return result;
  return in_context([&] {
    if (!operations_of(node)) return engine::Error::kInvalidValue;
    return runtime::set_node(node, std::move(work));
  });
}

CUresult set_memory_operations(CUgraphExec exec, CUgraphNode node,
                               const CUDA_BATCH_MEM_OP_NODE_PARAMS* params) {
  MemoryOperationsWork work;
  if (const CUresult result = describe_node(params, &work); result != CUDA_SUCCESS) return result;
  return in_context([&] {
    const Operations* old = operations_of(node);
    const auto& now = *std::any_cast<Operations>(&work.spelling);
    if (!old || !std::equal(old->begin(), old->end(), now.begin(), now.end(), alike))
      return engine::Error::kInvalidValue;
    return runtime::set_exec_node(exec, node, std::move(work));
  });
}

HEDDLE_DRIVER CUresult cuGraphAddBatchMemOpNode(CUgraphNode* out, CUgraph graph,
                                                const CUgraphNode* dependencies, size_t count,
                                                const CUDA_BATCH_MEM_OP_NODE_PARAMS* params) {
  return add_memory_operations(out, graph, dependencies, count, params);
}
// The array belongs to the node and is as it is until the node changes.
HEDDLE_DRIVER CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode node,
                                                      CUDA_BATCH_MEM_OP_NODE_PARAMS* out) {
  return in_context([&] {
    const Operations* operations = operations_of(node);
    if (!operations || !out) return cudaErrorInvalidValue;
    *out = {current(), static_cast<unsigned>(operations->size()),
            const_cast<CUstreamBatchMemOpParams*>(operations->data()), 0};
    return cudaSuccess;
  });
}
HEDDLE_DRIVER CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode node,
                                                      const CUDA_BATCH_MEM_OP_NODE_PARAMS* params) {
  return set_memory_operations(node, params);
}
HEDDLE_DRIVER CUresult cuGraphExecBatchMemOpNodeSetParams(
    CUgraphExec exec, CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS* params) {
  return set_memory_operations(exec, node, params);
}

}  // namespace heddle::driver
