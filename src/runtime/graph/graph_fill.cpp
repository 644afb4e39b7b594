// SPDX-License-Identifier: Apache-2.0
// Memset nodes: rows of elements of 1, 2 or 4 bytes.
#include "runtime/graph/graph_node_calls.h"
#include "runtime/memory/transfer.h"

namespace heddle::runtime {

using engine::FillWork;

Error describe(const cudaMemsetParams& params, FillWork* out) {
  const unsigned element = params.elementSize;
  const bool known = element == 1 || element == 2 || element == 4;
  if (!known || params.width == 0 || params.height == 0) return Error::kInvalidValue;
  std::size_t width = 0;
  if (__builtin_mul_overflow(params.width, element, &width)) return Error::kInvalidValue;
  if (params.height > 1 && params.pitch < width) return Error::kInvalidValue;
  *out = {box(params.dst, params.pitch, params.pitch * params.height),
          {width, params.height},
          params.value,
          element};
  return engine::check_box(the_engine().pointers(), out->to, out->extent, true);
}

static auto described_by(const cudaMemsetParams* params) {
  return
      [params](FillWork* work) { return params ? describe(*params, work) : Error::kInvalidValue; };
}

HEDDLE_API cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* out, cudaGraph_t graph,
                                              const cudaGraphNode_t* dependencies, size_t count,
                                              const cudaMemsetParams* params) {
  return add_described<FillWork>(out, graph, dependencies, count, described_by(params));
}

HEDDLE_API cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                                    cudaMemsetParams* params) {
  return on_graph([&] {
    const auto* work = work_of<FillWork>(node);
    if (!work || !params) return Error::kInvalidValue;
    const engine::Extent& extent = work->extent;
    *params = {work->to.at,
               work->to.pitch,
               work->value,
               work->element,
               extent.width / work->element,
               extent.height * extent.depth};
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                                    const cudaMemsetParams* params) {
  return set_described<FillWork>(node, described_by(params));
}

HEDDLE_API cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        const cudaMemsetParams* params) {
  return set_described<FillWork>(exec, node, described_by(params));
}

}  // namespace heddle::runtime
