// SPDX-License-Identifier: Apache-2.0
// Nodes of external semaphores.
#include "driver/driver.h"

namespace heddle::driver {

HEDDLE_DRIVER CUresult cuGraphAddExternalSemaphoresSignalNode(
    CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies, size_t count,
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* params) {
  return in_context([&] {
    return cudaGraphAddExternalSemaphoresSignalNode(
        out, graph, dependencies, count, same<const cudaExternalSemaphoreSignalNodeParams>(params));
  });
}
HEDDLE_DRIVER CUresult cuGraphExternalSemaphoresSignalNodeGetParams(
    CUgraphNode node, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* out) {
  return in_context([&] {
    return cudaGraphExternalSemaphoresSignalNodeGetParams(
        node, same<cudaExternalSemaphoreSignalNodeParams>(out));
  });
}
HEDDLE_DRIVER CUresult cuGraphExternalSemaphoresSignalNodeSetParams(
    CUgraphNode node, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* params) {
  return in_context([&] {
    return cudaGraphExternalSemaphoresSignalNodeSetParams(
        node, same<const cudaExternalSemaphoreSignalNodeParams>(params));
  });
}
HEDDLE_DRIVER CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec exec, CUgraphNode node, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* params) {
  return in_context([&] {
    return cudaGraphExecExternalSemaphoresSignalNodeSetParams(
        exec, node, same<const cudaExternalSemaphoreSignalNodeParams>(params));
  });
}

HEDDLE_DRIVER CUresult cuGraphAddExternalSemaphoresWaitNode(
    CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies, size_t count,
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS* params) {
  return in_context([&] {
    return cudaGraphAddExternalSemaphoresWaitNode(
        out, graph, dependencies, count, same<const cudaExternalSemaphoreWaitNodeParams>(params));
  });
}
HEDDLE_DRIVER CUresult
cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode node, CUDA_EXT_SEM_WAIT_NODE_PARAMS* out) {
  return in_context([&] {
    return cudaGraphExternalSemaphoresWaitNodeGetParams(
        node, same<cudaExternalSemaphoreWaitNodeParams>(out));
  });
}
HEDDLE_DRIVER CUresult cuGraphExternalSemaphoresWaitNodeSetParams(
    CUgraphNode node, const CUDA_EXT_SEM_WAIT_NODE_PARAMS* params) {
  return in_context([&] {
    return cudaGraphExternalSemaphoresWaitNodeSetParams(
        node, same<const cudaExternalSemaphoreWaitNodeParams>(params));
  });
}
HEDDLE_DRIVER CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec exec, CUgraphNode node, const CUDA_EXT_SEM_WAIT_NODE_PARAMS* params) {
  return in_context([&] {
    return cudaGraphExecExternalSemaphoresWaitNodeSetParams(
        exec, node, same<const cudaExternalSemaphoreWaitNodeParams>(params));
  });
}

}  // namespace heddle::driver
