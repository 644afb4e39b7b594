// SPDX-License-Identifier: Apache-2.0
// Nodes of any kind, by CUgraphNodeParams.
#include <algorithm>
#include <cstring>

#include "driver/graph/memory_operations.h"
#include "driver/graph/params.h"
#include "driver/memory/copy.h"

namespace heddle::driver {
namespace {

// Its parameters, null where the node is of another kind.
const CUDA_BATCH_MEM_OP_NODE_PARAMS* memory_operations(const CUgraphNodeParams* params) {
  const bool are = params && params->type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
  return are ? same<const CUDA_BATCH_MEM_OP_NODE_PARAMS>(&params->memOp) : nullptr;
}

CUcontext context_named_by(const CUgraphNodeParams& params) {
  switch (params.type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
      return params.kernel.ctx;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
      return params.memcpy.copyCtx;
    case CU_GRAPH_NODE_TYPE_MEMSET:
      return params.memset.ctx;
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
      return params.conditional.ctx;
    default:
      return nullptr;
  }
}

cudaError_t describe(const CUDA_MEMCPY_NODE_PARAMS& from, cudaMemcpyNodeParams* to) {
  to->flags = from.flags;
  to->reserved[0] = from.reserved;
  return driver::describe(from.copyParams, &to->copyParams);
}

void describe(const CUDA_MEMSET_NODE_PARAMS_v2& from, cudaMemsetParamsV2* to) {
  *to = {pointer(from.dst), from.pitch, from.value, from.elementSize, from.width, from.height};
}

void describe(const CUDA_MEM_ALLOC_NODE_PARAMS_v2& from, cudaMemAllocNodeParamsV2* to) {
  static_assert(sizeof from == sizeof *to);
  std::memcpy(to, &from, sizeof from);
}

void describe(const CUDA_CONDITIONAL_NODE_PARAMS& from, cudaConditionalNodeParams* to) {
  *to = {from.handle, static_cast<cudaGraphConditionalNodeType>(from.type), from.size, nullptr};
}

cudaError_t describe(const CUgraphNodeParams& from, cudaGraphNodeParams* to) {
  to->type = static_cast<cudaGraphNodeType>(from.type);
  std::copy_n(from.reserved0, 3, to->reserved0);
  to->reserved2 = from.reserved2;
  switch (from.type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
      describe_kernel(from.kernel, &to->kernel);
      return cudaSuccess;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
      return describe(from.memcpy, &to->memcpy);
    case CU_GRAPH_NODE_TYPE_MEMSET:
      describe(from.memset, &to->memset);
      return cudaSuccess;
    case CU_GRAPH_NODE_TYPE_HOST:
      to->host = {from.host.fn, from.host.userData};
      return cudaSuccess;
    case CU_GRAPH_NODE_TYPE_GRAPH:
      to->graph = {from.graph.graph};
      return cudaSuccess;
    case CU_GRAPH_NODE_TYPE_EMPTY:
      return cudaSuccess;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
      to->eventWait = {from.eventWait.event};
      return cudaSuccess;
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
      to->eventRecord = {from.eventRecord.event};
      return cudaSuccess;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
      describe(from.alloc, &to->alloc);
      return cudaSuccess;
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
      to->free = {pointer(from.free.dptr)};
      return cudaSuccess;
    case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
      std::memcpy(&to->extSemSignal, &from.extSemSignal, sizeof to->extSemSignal);
      return cudaSuccess;
    case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
      std::memcpy(&to->extSemWait, &from.extSemWait, sizeof to->extSemWait);
      return cudaSuccess;
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
      describe(from.conditional, &to->conditional);
      return cudaSuccess;
    default:
      return cudaErrorInvalidValue;
  }
}

// What the call answers inside the parameters.
void answer(const cudaGraphNodeParams& from, CUgraphNodeParams* to) {
  if (to->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC) {
    to->alloc.dptr = reinterpret_cast<CUdeviceptr>(from.alloc.dptr);
  }
  if (to->type == CU_GRAPH_NODE_TYPE_CONDITIONAL) {
    to->conditional.phGraph_out = from.conditional.phGraph_out;
  }
}

// `call` with the runtime's form of the parameters.
template <class Call>
CUresult with(CUgraphNodeParams* params, Call call) {
  return in_context_of(params ? context_named_by(*params) : nullptr, [&] {
    if (!params) return cudaErrorInvalidValue;
    cudaGraphNodeParams as{cudaGraphNodeTypeEmpty, {}, {}, 0};
    auto error = describe(*params, &as);
    if (error == cudaSuccess) error = call(&as);
    if (error == cudaSuccess) answer(as, params);
    return error;
  });
}

}  // namespace

HEDDLE_DRIVER CUresult cuGraphAddNode(CUgraphNode* out, CUgraph graph,
                                      const CUgraphNode* dependencies, size_t count,
                                      CUgraphNodeParams* params) {
  return cuGraphAddNode_v2(out, graph, dependencies, nullptr, count, params);
}
HEDDLE_DRIVER CUresult cuGraphAddNode_v2(CUgraphNode* out, CUgraph graph,
                                         const CUgraphNode* dependencies,
                                         const CUgraphEdgeData* edges, size_t count,
                                         CUgraphNodeParams* params) {
  if (const auto* operations = memory_operations(params)) {
    return add_memory_operations(out, graph, dependencies, count, operations);
  }
  return with(params, [&](cudaGraphNodeParams* as) {
    return cudaGraphAddNode_v2(out, graph, dependencies, same<const cudaGraphEdgeData>(edges),
                               count, as);
  });
}
HEDDLE_DRIVER CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams* params) {
  if (const auto* operations = memory_operations(params)) {
    return set_memory_operations(node, operations);
  }
  return with(params, [&](cudaGraphNodeParams* as) { return cudaGraphNodeSetParams(node, as); });
}
HEDDLE_DRIVER CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                CUgraphNodeParams* params) {
  if (const auto* operations = memory_operations(params)) {
    return set_memory_operations(exec, node, operations);
  }
  return with(params,
              [&](cudaGraphNodeParams* as) { return cudaGraphExecNodeSetParams(exec, node, as); });
}

}  // namespace heddle::driver
