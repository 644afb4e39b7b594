// SPDX-License-Identifier: Apache-2.0
// A node's work as describe(Work*) makes it of the parameters of a call: for adding a node,
// changing it, and changing it in an executable graph.
#pragma once

#include <utility>

#include "runtime/graph/graph.h"

namespace heddle::runtime {

template <class Work, class Describe>
cudaError_t add_described(cudaGraphNode_t* out, cudaGraph_t graph,
                          const cudaGraphNode_t* dependencies, size_t count, Describe describe) {
  return on_graph([&] {
    Work work;
    HEDDLE_RETURN_IF_ERROR(describe(&work));
    return add_node(out, graph, dependencies, count, std::move(work));
  });
}

template <class Work, class Describe>
cudaError_t set_described(cudaGraphNode_t node, Describe describe) {
  return on_graph([&] {
    Work work;
    if (!work_of<Work>(node)) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(describe(&work));
    return set_node(node, std::move(work));
  });
}

template <class Work, class Describe>
cudaError_t set_described(cudaGraphExec_t exec, cudaGraphNode_t node, Describe describe) {
  return on_graph([&] {
    Work work;
    if (!work_of<Work>(node)) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(describe(&work));
    return set_exec_node(exec, node, std::move(work));
  });
}

}  // namespace heddle::runtime
