// SPDX-License-Identifier: Apache-2.0
// Graph Management: executable graphs.
#include "driver/driver.h"

namespace heddle::driver {

HEDDLE_DRIVER CUresult cuGraphInstantiateWithFlags(CUgraphExec* out, CUgraph graph,
                                                   unsigned long long flags) {
  return in_context([&] { return cudaGraphInstantiateWithFlags(out, graph, flags); });
}
HEDDLE_DRIVER CUresult cuGraphInstantiateWithParams(CUgraphExec* out, CUgraph graph,
                                                    CUDA_GRAPH_INSTANTIATE_PARAMS* params) {
  return in_context([&] {
    return cudaGraphInstantiateWithParams(out, graph, same<cudaGraphInstantiateParams>(params));
  });
}
HEDDLE_DRIVER CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t* flags) {
  return in_context([&] { return cudaGraphExecGetFlags(exec, same<unsigned long long>(flags)); });
}
HEDDLE_DRIVER CUresult cuGraphUpload(CUgraphExec exec, CUstream stream) {
  return in_context([&] { return cudaGraphUpload(exec, stream); });
}
HEDDLE_DRIVER CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
  return in_context([&] { return cudaGraphLaunch(exec, stream); });
}
HEDDLE_DRIVER CUresult cuGraphExecDestroy(CUgraphExec exec) {
  return in_context([&] { return cudaGraphExecDestroy(exec); });
}
HEDDLE_DRIVER CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph,
                                         CUgraphExecUpdateResultInfo* info) {
  return in_context(
      [&] { return cudaGraphExecUpdate(exec, graph, same<cudaGraphExecUpdateResultInfo>(info)); });
}
HEDDLE_DRIVER CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node,
                                             unsigned int enabled) {
  return in_context([&] { return cudaGraphNodeSetEnabled(exec, node, enabled); });
}
HEDDLE_DRIVER CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node,
                                             unsigned int* enabled) {
  return in_context([&] { return cudaGraphNodeGetEnabled(exec, node, enabled); });
}

}  // namespace heddle::driver
