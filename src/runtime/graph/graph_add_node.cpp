// SPDX-License-Identifier: Apache-2.0
// Nodes of any kind, by cudaGraphNodeParams.
#include <cstring>

#include "runtime/external/semaphore.h"
#include "runtime/graph/graph.h"
#include "runtime/memory/transfer.h"

namespace heddle::runtime {
namespace {

// What is reserved must be zero.
bool clean(const cudaGraphNodeParams& params) {
  return !params.reserved0[0] && !params.reserved0[1] && !params.reserved0[2] &&
         params.reserved2 == 0;
}

template <class To, class From>
To same(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

template <class Kind, class... Given>
Error put(Work* out, Given&&... given) {
  Kind work;
  const Error error = describe(given..., &work);
  if (ok(error)) *out = std::move(work);
  return error;
}

template <class Kind>
Error put_event(Work* out, cudaEvent_t event) {
  Kind work;
  const Error error = describe(event, &work.event);
  if (ok(error)) *out = std::move(work);
  return error;
}

Error put_kernel(Work* out, const cudaKernelNodeParamsV2& params, cudaGraphNode_t node) {
  engine::KernelWork work;
  if (node) {
    HEDDLE_RETURN_IF_ERROR(with_attributes_of(node, &work));
  }
  const Error error = describe(same<cudaKernelNodeParams>(params), &work);
  if (ok(error)) *out = std::move(work);
  return error;
}

Error put_copy(Work* out, const cudaMemcpyNodeParams& params) {
  if (params.flags || params.reserved[0] || params.reserved[1] || params.reserved[2]) {
    return Error::kInvalidValue;
  }
  return put<engine::CopyWork>(out, params.copyParams);
}

template <class Kind, class Params>
Error put_semaphores(Work* out, const Params& params) {
  return put<Kind>(out, params.extSemArray, params.paramsArray, params.numExtSems);
}

// Kinds whose parameters may change.
Error describe_changeable(cudaGraphNodeParams& params, cudaGraphNode_t node, Work* out) {
  switch (params.type) {
    case cudaGraphNodeTypeKernel:
      return put_kernel(out, params.kernel, node);
    case cudaGraphNodeTypeMemcpy:
      return put_copy(out, params.memcpy);
    case cudaGraphNodeTypeMemset:
      return put<engine::FillWork>(out, same<cudaMemsetParams>(params.memset));
    case cudaGraphNodeTypeHost:
      if (!params.host.fn) return Error::kInvalidValue;
      *out = host_work(params.host.fn, params.host.userData);
      return Error::kSuccess;
    case cudaGraphNodeTypeWaitEvent:
      return put_event<engine::EventWaitWork>(out, params.eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return put_event<engine::EventRecordWork>(out, params.eventRecord.event);
    case cudaGraphNodeTypeExtSemaphoreSignal:
      return put_semaphores<engine::SemaphoreSignalWork>(out, params.extSemSignal);
    case cudaGraphNodeTypeExtSemaphoreWait:
      return put_semaphores<engine::SemaphoreWaitWork>(out, params.extSemWait);
    default:
      return Error::kInvalidValue;
  }
}

Error add(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
          size_t count, cudaGraphNodeParams& params) {
  Work work = engine::EmptyWork{};
  switch (params.type) {
    case cudaGraphNodeTypeEmpty:
      break;
    case cudaGraphNodeTypeGraph:
      return static_cast<Error>(
          cudaGraphAddChildGraphNode(out, graph, dependencies, count, params.graph.graph));
    case cudaGraphNodeTypeMemAlloc: {
      auto given = same<cudaMemAllocNodeParams>(params.alloc);
      engine::AllocWork alloc;
      if (!graph_of(graph)) return Error::kInvalidValue;
      HEDDLE_RETURN_IF_ERROR(describe_alloc(&given, &alloc));
      params.alloc.dptr = given.dptr;
      work = std::move(alloc);
      break;
    }
    case cudaGraphNodeTypeMemFree: {
      engine::FreeWork free;
      HEDDLE_RETURN_IF_ERROR(describe_free(params.free.dptr, &free));
      work = std::move(free);
      break;
    }
    case cudaGraphNodeTypeConditional:
      return add_conditional(out, graph, dependencies, count, params.conditional);
    default:
      HEDDLE_RETURN_IF_ERROR(describe_changeable(params, nullptr, &work));
  }
  return add_node(out, graph, dependencies, count, std::move(work));
}

}  // namespace

HEDDLE_API cudaError_t cudaGraphAddNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, size_t count,
                                        cudaGraphNodeParams* params) {
  return cudaGraphAddNode_v2(out, graph, dependencies, nullptr, count, params);
}

HEDDLE_API cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* out, cudaGraph_t graph,
                                           const cudaGraphNode_t* dependencies,
                                           const cudaGraphEdgeData* edges, size_t count,
                                           cudaGraphNodeParams* params) {
  return on_graph([&] {
    if (!out || !params || !clean(*params)) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(check_edges(edges, count));
    return add(out, graph, dependencies, count, *params);
  });
}

HEDDLE_API cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* params) {
  return on_graph([&] {
    Work work;
    if (!params || !node_of(node) || !clean(*params)) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(describe_changeable(*params, node, &work));
    return set_node(node, std::move(work));
  });
}

HEDDLE_API cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                  cudaGraphNodeParams* params) {
  return on_graph([&] {
    Work work;
    if (!params || !node_of(node) || !clean(*params)) return Error::kInvalidValue;
    if (params->type == cudaGraphNodeTypeGraph) {
      return static_cast<Error>(
          cudaGraphExecChildGraphNodeSetParams(exec, node, params->graph.graph));
    }
    HEDDLE_RETURN_IF_ERROR(describe_changeable(*params, node, &work));
    return set_exec_node(exec, node, std::move(work));
  });
}

}  // namespace heddle::runtime
