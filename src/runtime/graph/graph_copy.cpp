// SPDX-License-Identifier: Apache-2.0
// Memcpy nodes.
#include "runtime/graph/graph_node_calls.h"
#include "runtime/memory/transfer.h"

namespace heddle::runtime {
namespace {

using engine::CopyWork;

cudaPitchedPtr pitched(const engine::Box& box, const engine::Extent& extent) {
  const std::size_t pitch = box.pitch ? box.pitch : extent.width;
  return {box.at, pitch, extent.width, box.slice ? box.slice / pitch : extent.height};
}

cudaMemcpy3DParms spelled(const CopyWork& work) {
  if (const auto* given = std::any_cast<cudaMemcpy3DParms>(&work.spelling)) return *given;
  cudaMemcpy3DParms params{};
  params.srcPtr = pitched(work.from, work.extent);
  params.dstPtr = pitched(work.to, work.extent);
  params.extent = {work.extent.width, work.extent.height, work.extent.depth};
  params.kind = static_cast<cudaMemcpyKind>(work.direction);
  return params;
}

Error describe_given(const cudaMemcpy3DParms* params, CopyWork* out) {
  return params ? describe(*params, out) : Error::kInvalidValue;
}

}  // namespace

Error describe_1d(void* to, const void* from, size_t count, cudaMemcpyKind kind, CopyWork* out) {
  if (count == 0) return Error::kInvalidValue;
  *out = {box(to, count, count), box(from, count, count), {count}, direction(kind), {}};
  return engine::check_copy(the_engine().pointers(), out->to, out->from, out->extent,
                            out->direction);
}

Error describe_to_symbol(const void* symbol, const void* from, size_t count, size_t offset,
                         cudaMemcpyKind kind, CopyWork* out) {
  const bool good = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ||
                    kind == cudaMemcpyDefault;
  if (!good) return Error::kInvalidMemcpyDirection;
  void* to = nullptr;
  if (Error e = symbol_part(current_device(), symbol, count, offset, &to); !ok(e)) return e;
  return describe_1d(to, from, count, kind, out);
}

Error describe_from_symbol(void* to, const void* symbol, size_t count, size_t offset,
                           cudaMemcpyKind kind, CopyWork* out) {
  const bool good = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ||
                    kind == cudaMemcpyDefault;
  if (!good) return Error::kInvalidMemcpyDirection;
  void* from = nullptr;
  if (Error e = symbol_part(current_device(), symbol, count, offset, &from); !ok(e)) return e;
  return describe_1d(to, from, count, kind, out);
}

HEDDLE_API cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                                    cudaMemcpy3DParms* params) {
  return on_graph([&] {
    const auto* work = work_of<CopyWork>(node);
    if (!work || !params) return Error::kInvalidValue;
    *params = spelled(*work);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                              const cudaGraphNode_t* dependencies, size_t number,
                                              const cudaMemcpy3DParms* params) {
  return add_described<CopyWork>(out, graph, dependencies, number,
                                 [&](CopyWork* work) { return describe_given(params, work); });
}
HEDDLE_API cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                                    const cudaMemcpy3DParms* params) {
  return set_described<CopyWork>(node,
                                 [&](CopyWork* work) { return describe_given(params, work); });
}
HEDDLE_API cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        const cudaMemcpy3DParms* params) {
  return set_described<CopyWork>(exec, node,
                                 [&](CopyWork* work) { return describe_given(params, work); });
}

HEDDLE_API cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* out, cudaGraph_t graph,
                                                const cudaGraphNode_t* dependencies, size_t number,
                                                void* to, const void* from, size_t count,
                                                cudaMemcpyKind kind) {
  return add_described<CopyWork>(out, graph, dependencies, number, [&](CopyWork* work) {
    return describe_1d(to, from, count, kind, work);
  });
}
HEDDLE_API cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to,
                                                      const void* from, size_t count,
                                                      cudaMemcpyKind kind) {
  return set_described<CopyWork>(
      node, [&](CopyWork* work) { return describe_1d(to, from, count, kind, work); });
}
HEDDLE_API cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec,
                                                          cudaGraphNode_t node, void* to,
                                                          const void* from, size_t count,
                                                          cudaMemcpyKind kind) {
  return set_described<CopyWork>(
      exec, node, [&](CopyWork* work) { return describe_1d(to, from, count, kind, work); });
}

HEDDLE_API cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* out, cudaGraph_t graph,
                                                      const cudaGraphNode_t* dependencies,
                                                      size_t number, const void* symbol,
                                                      const void* from, size_t count, size_t offset,
                                                      cudaMemcpyKind kind) {
  return add_described<CopyWork>(out, graph, dependencies, number, [&](CopyWork* work) {
    return describe_to_symbol(symbol, from, count, offset, kind, work);
  });
}
HEDDLE_API cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node,
                                                            const void* symbol, const void* from,
                                                            size_t count, size_t offset,
                                                            cudaMemcpyKind kind) {
  return set_described<CopyWork>(node, [&](CopyWork* work) {
    return describe_to_symbol(symbol, from, count, offset, kind, work);
  });
}
HEDDLE_API cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, const void* symbol, const void* from, size_t count,
    size_t offset, cudaMemcpyKind kind) {
  return set_described<CopyWork>(exec, node, [&](CopyWork* work) {
    return describe_to_symbol(symbol, from, count, offset, kind, work);
  });
}

HEDDLE_API cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* out, cudaGraph_t graph,
                                                        const cudaGraphNode_t* dependencies,
                                                        size_t number, void* to, const void* symbol,
                                                        size_t count, size_t offset,
                                                        cudaMemcpyKind kind) {
  return add_described<CopyWork>(out, graph, dependencies, number, [&](CopyWork* work) {
    return describe_from_symbol(to, symbol, count, offset, kind, work);
  });
}
HEDDLE_API cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* to,
                                                              const void* symbol, size_t count,
                                                              size_t offset, cudaMemcpyKind kind) {
  return set_described<CopyWork>(node, [&](CopyWork* work) {
    return describe_from_symbol(to, symbol, count, offset, kind, work);
  });
}
HEDDLE_API cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec,
                                                                  cudaGraphNode_t node, void* to,
                                                                  const void* symbol, size_t count,
                                                                  size_t offset,
                                                                  cudaMemcpyKind kind) {
  return set_described<CopyWork>(exec, node, [&](CopyWork* work) {
    return describe_from_symbol(to, symbol, count, offset, kind, work);
  });
}

}  // namespace heddle::runtime
