// SPDX-License-Identifier: Apache-2.0
// Graph Management: nodes of each kind.
#include "driver/graph/params.h"
#include "driver/memory/copy.h"

namespace heddle::driver {
namespace {

const cudaMemsetParams* fill_params(const CUDA_MEMSET_NODE_PARAMS* params) {
  return same<const cudaMemsetParams>(params);
}
const cudaHostNodeParams* host_params(const CUDA_HOST_NODE_PARAMS* params) {
  return same<const cudaHostNodeParams>(params);
}

// `call` with the runtime's form of the parameters.
template <class Call>
CUresult with_kernel(const CUDA_KERNEL_NODE_PARAMS* params, Call call) {
  return in_context([&] {
    if (!params) return cudaErrorInvalidValue;
    cudaKernelNodeParams as{};
    describe_kernel(*params, &as);
    return call(&as);
  });
}

template <class Call>
CUresult with_copy(const CUDA_MEMCPY3D* params, Call call) {
  return in_context([&] {
    cudaMemcpy3DParms as;
    if (!params) return cudaErrorInvalidValue;
    const auto error = describe(*params, &as);
    return error == cudaSuccess ? call(&as) : error;
  });
}

}  // namespace

HEDDLE_DRIVER CUresult cuGraphAddKernelNode(CUgraphNode* out, CUgraph graph,
                                            const CUgraphNode* dependencies, size_t count,
                                            const CUDA_KERNEL_NODE_PARAMS* params) {
  return with_kernel(params, [&](const cudaKernelNodeParams* as) {
    return cudaGraphAddKernelNode(out, graph, dependencies, count, as);
  });
}
HEDDLE_DRIVER CUresult cuGraphKernelNodeSetParams(CUgraphNode node,
                                                  const CUDA_KERNEL_NODE_PARAMS* params) {
  return with_kernel(params, [&](const cudaKernelNodeParams* as) {
    return cudaGraphKernelNodeSetParams(node, as);
  });
}
HEDDLE_DRIVER CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                      const CUDA_KERNEL_NODE_PARAMS* params) {
  return with_kernel(params, [&](const cudaKernelNodeParams* as) {
    return cudaGraphExecKernelNodeSetParams(exec, node, as);
  });
}
HEDDLE_DRIVER CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS* out) {
  return in_context([&] {
    cudaKernelNodeParams from;
    if (!out) return cudaErrorInvalidValue;
    const auto error = cudaGraphKernelNodeGetParams(node, &from);
    if (error != cudaSuccess) return error;
    *out = {static_cast<CUfunction>(from.func),
            from.gridDim.x,
            from.gridDim.y,
            from.gridDim.z,
            from.blockDim.x,
            from.blockDim.y,
            from.blockDim.z,
            from.sharedMemBytes,
            from.kernelParams,
            from.extra,
            static_cast<CUkernel>(from.func),
            current()};
    return cudaSuccess;
  });
}
HEDDLE_DRIVER CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from) {
  return in_context([&] { return cudaGraphKernelNodeCopyAttributes(from, to); });
}
HEDDLE_DRIVER CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                                     CUkernelNodeAttrValue* value) {
  return in_context([&] {
    return cudaGraphKernelNodeGetAttribute(node, static_cast<cudaLaunchAttributeID>(attribute),
                                           same<cudaLaunchAttributeValue>(value));
  });
}
HEDDLE_DRIVER CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                                     const CUkernelNodeAttrValue* value) {
  return in_context([&] {
    return cudaGraphKernelNodeSetAttribute(node, static_cast<cudaLaunchAttributeID>(attribute),
                                           same<const cudaLaunchAttributeValue>(value));
  });
}

HEDDLE_DRIVER CUresult cuGraphAddMemcpyNode(CUgraphNode* out, CUgraph graph,
                                            const CUgraphNode* dependencies, size_t count,
                                            const CUDA_MEMCPY3D* params, CUcontext context) {
  return in_context_of(context, [&] {
    cudaMemcpy3DParms as;
    if (!params) return cudaErrorInvalidValue;
    const auto error = describe(*params, &as);
    return error == cudaSuccess ? cudaGraphAddMemcpyNode(out, graph, dependencies, count, &as)
                                : error;
  });
}
HEDDLE_DRIVER CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D* out) {
  return in_context([&] {
    cudaMemcpy3DParms from;
    if (!out) return cudaErrorInvalidValue;
    const auto error = cudaGraphMemcpyNodeGetParams(node, &from);
    return error == cudaSuccess ? describe(from, out) : error;
  });
}
HEDDLE_DRIVER CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D* params) {
  return with_copy(
      params, [&](const cudaMemcpy3DParms* as) { return cudaGraphMemcpyNodeSetParams(node, as); });
}
HEDDLE_DRIVER CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                      const CUDA_MEMCPY3D* params, CUcontext) {
  return with_copy(params, [&](const cudaMemcpy3DParms* as) {
    return cudaGraphExecMemcpyNodeSetParams(exec, node, as);
  });
}

HEDDLE_DRIVER CUresult cuGraphAddMemsetNode(CUgraphNode* out, CUgraph graph,
                                            const CUgraphNode* dependencies, size_t count,
                                            const CUDA_MEMSET_NODE_PARAMS* params,
                                            CUcontext context) {
  return in_context_of(context, [&] {
    return cudaGraphAddMemsetNode(out, graph, dependencies, count, fill_params(params));
  });
}
HEDDLE_DRIVER CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS* out) {
  return in_context(
      [&] { return cudaGraphMemsetNodeGetParams(node, same<cudaMemsetParams>(out)); });
}
HEDDLE_DRIVER CUresult cuGraphMemsetNodeSetParams(CUgraphNode node,
                                                  const CUDA_MEMSET_NODE_PARAMS* params) {
  return in_context([&] { return cudaGraphMemsetNodeSetParams(node, fill_params(params)); });
}
HEDDLE_DRIVER CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                      const CUDA_MEMSET_NODE_PARAMS* params,
                                                      CUcontext) {
  return in_context(
      [&] { return cudaGraphExecMemsetNodeSetParams(exec, node, fill_params(params)); });
}

HEDDLE_DRIVER CUresult cuGraphAddHostNode(CUgraphNode* out, CUgraph graph,
                                          const CUgraphNode* dependencies, size_t count,
                                          const CUDA_HOST_NODE_PARAMS* params) {
  return in_context(
      [&] { return cudaGraphAddHostNode(out, graph, dependencies, count, host_params(params)); });
}
HEDDLE_DRIVER CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS* out) {
  return in_context(
      [&] { return cudaGraphHostNodeGetParams(node, same<cudaHostNodeParams>(out)); });
}
HEDDLE_DRIVER CUresult cuGraphHostNodeSetParams(CUgraphNode node,
                                                const CUDA_HOST_NODE_PARAMS* params) {
  return in_context([&] { return cudaGraphHostNodeSetParams(node, host_params(params)); });
}
HEDDLE_DRIVER CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                    const CUDA_HOST_NODE_PARAMS* params) {
  return in_context(
      [&] { return cudaGraphExecHostNodeSetParams(exec, node, host_params(params)); });
}

HEDDLE_DRIVER CUresult cuGraphAddChildGraphNode(CUgraphNode* out, CUgraph graph,
                                                const CUgraphNode* dependencies, size_t count,
                                                CUgraph child) {
  return in_context(
      [&] { return cudaGraphAddChildGraphNode(out, graph, dependencies, count, child); });
}
HEDDLE_DRIVER CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph* graph) {
  return in_context([&] { return cudaGraphChildGraphNodeGetGraph(node, graph); });
}
HEDDLE_DRIVER CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                          CUgraph child) {
  return in_context([&] { return cudaGraphExecChildGraphNodeSetParams(exec, node, child); });
}
HEDDLE_DRIVER CUresult cuGraphAddEmptyNode(CUgraphNode* out, CUgraph graph,
                                           const CUgraphNode* dependencies, size_t count) {
  return in_context([&] { return cudaGraphAddEmptyNode(out, graph, dependencies, count); });
}

HEDDLE_DRIVER CUresult cuGraphAddEventRecordNode(CUgraphNode* out, CUgraph graph,
                                                 const CUgraphNode* dependencies, size_t count,
                                                 CUevent event) {
  return in_context(
      [&] { return cudaGraphAddEventRecordNode(out, graph, dependencies, count, event); });
}
HEDDLE_DRIVER CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent* event) {
  return in_context([&] { return cudaGraphEventRecordNodeGetEvent(node, event); });
}
HEDDLE_DRIVER CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event) {
  return in_context([&] { return cudaGraphEventRecordNodeSetEvent(node, event); });
}
HEDDLE_DRIVER CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node,
                                                          CUevent event) {
  return in_context([&] { return cudaGraphExecEventRecordNodeSetEvent(exec, node, event); });
}
HEDDLE_DRIVER CUresult cuGraphAddEventWaitNode(CUgraphNode* out, CUgraph graph,
                                               const CUgraphNode* dependencies, size_t count,
                                               CUevent event) {
  return in_context(
      [&] { return cudaGraphAddEventWaitNode(out, graph, dependencies, count, event); });
}
HEDDLE_DRIVER CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent* event) {
  return in_context([&] { return cudaGraphEventWaitNodeGetEvent(node, event); });
}
HEDDLE_DRIVER CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event) {
  return in_context([&] { return cudaGraphEventWaitNodeSetEvent(node, event); });
}
HEDDLE_DRIVER CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node,
                                                        CUevent event) {
  return in_context([&] { return cudaGraphExecEventWaitNodeSetEvent(exec, node, event); });
}

HEDDLE_DRIVER CUresult cuGraphAddMemAllocNode(CUgraphNode* out, CUgraph graph,
                                              const CUgraphNode* dependencies, size_t count,
                                              CUDA_MEM_ALLOC_NODE_PARAMS* params) {
  return in_context([&] {
    return cudaGraphAddMemAllocNode(out, graph, dependencies, count,
                                    same<cudaMemAllocNodeParams>(params));
  });
}
HEDDLE_DRIVER CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node,
                                                    CUDA_MEM_ALLOC_NODE_PARAMS* out) {
  return in_context(
      [&] { return cudaGraphMemAllocNodeGetParams(node, same<cudaMemAllocNodeParams>(out)); });
}
HEDDLE_DRIVER CUresult cuGraphAddMemFreeNode(CUgraphNode* out, CUgraph graph,
                                             const CUgraphNode* dependencies, size_t count,
                                             CUdeviceptr address) {
  return in_context(
      [&] { return cudaGraphAddMemFreeNode(out, graph, dependencies, count, pointer(address)); });
}
HEDDLE_DRIVER CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr* out) {
  return in_context([&] { return cudaGraphMemFreeNodeGetParams(node, out); });
}

}  // namespace heddle::driver
