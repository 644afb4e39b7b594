// SPDX-License-Identifier: Apache-2.0
// Graph Management: nodes and edges.
#include "driver/driver.h"

namespace heddle::driver {
namespace {

cudaGraphEdgeData* data(CUgraphEdgeData* edges) {
  return same<cudaGraphEdgeData>(edges);
}
const cudaGraphEdgeData* data(const CUgraphEdgeData* edges) {
  return same<const cudaGraphEdgeData>(edges);
}

}  // namespace

HEDDLE_DRIVER CUresult cuGraphCreate(CUgraph* out, unsigned int flags) {
  return without_context([&] { return cudaGraphCreate(out, flags); });
}
HEDDLE_DRIVER CUresult cuGraphDestroy(CUgraph graph) {
  return without_context([&] { return cudaGraphDestroy(graph); });
}
HEDDLE_DRIVER CUresult cuGraphClone(CUgraph* out, CUgraph graph) {
  return without_context([&] { return cudaGraphClone(out, graph); });
}
HEDDLE_DRIVER CUresult cuGraphNodeFindInClone(CUgraphNode* out, CUgraphNode node, CUgraph clone) {
  return without_context([&] { return cudaGraphNodeFindInClone(out, node, clone); });
}
HEDDLE_DRIVER CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType* type) {
  return without_context([&] { return cudaGraphNodeGetType(node, same<cudaGraphNodeType>(type)); });
}
HEDDLE_DRIVER CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode* nodes, size_t* count) {
  return without_context([&] { return cudaGraphGetNodes(graph, nodes, count); });
}
HEDDLE_DRIVER CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode* nodes, size_t* count) {
  return without_context([&] { return cudaGraphGetRootNodes(graph, nodes, count); });
}
HEDDLE_DRIVER CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode* from, CUgraphNode* to,
                                       size_t* count) {
  return without_context([&] { return cudaGraphGetEdges(graph, from, to, count); });
}
HEDDLE_DRIVER CUresult cuGraphGetEdges_v2(CUgraph graph, CUgraphNode* from, CUgraphNode* to,
                                          CUgraphEdgeData* edges, size_t* count) {
  return without_context([&] { return cudaGraphGetEdges_v2(graph, from, to, data(edges), count); });
}
HEDDLE_DRIVER CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode* nodes,
                                                  size_t* count) {
  return without_context([&] { return cudaGraphNodeGetDependencies(node, nodes, count); });
}
HEDDLE_DRIVER CUresult cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode* nodes,
                                                     CUgraphEdgeData* edges, size_t* count) {
  return without_context(
      [&] { return cudaGraphNodeGetDependencies_v2(node, nodes, data(edges), count); });
}
HEDDLE_DRIVER CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode* nodes,
                                                    size_t* count) {
  return without_context([&] { return cudaGraphNodeGetDependentNodes(node, nodes, count); });
}
HEDDLE_DRIVER CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode* nodes,
                                                       CUgraphEdgeData* edges, size_t* count) {
  return without_context(
      [&] { return cudaGraphNodeGetDependentNodes_v2(node, nodes, data(edges), count); });
}
HEDDLE_DRIVER CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode* from,
                                              const CUgraphNode* to, size_t count) {
  return without_context([&] { return cudaGraphAddDependencies(graph, from, to, count); });
}
HEDDLE_DRIVER CUresult cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode* from,
                                                 const CUgraphNode* to,
                                                 const CUgraphEdgeData* edges, size_t count) {
  return without_context(
      [&] { return cudaGraphAddDependencies_v2(graph, from, to, data(edges), count); });
}
HEDDLE_DRIVER CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode* from,
                                                 const CUgraphNode* to, size_t count) {
  return without_context([&] { return cudaGraphRemoveDependencies(graph, from, to, count); });
}
HEDDLE_DRIVER CUresult cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode* from,
                                                    const CUgraphNode* to,
                                                    const CUgraphEdgeData* edges, size_t count) {
  return without_context(
      [&] { return cudaGraphRemoveDependencies_v2(graph, from, to, data(edges), count); });
}
HEDDLE_DRIVER CUresult cuGraphDestroyNode(CUgraphNode node) {
  return without_context([&] { return cudaGraphDestroyNode(node); });
}
HEDDLE_DRIVER CUresult cuGraphDebugDotPrint(CUgraph graph, const char* path, unsigned int flags) {
  return without_context([&] { return cudaGraphDebugDotPrint(graph, path, flags); });
}

HEDDLE_DRIVER CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle* out, CUgraph graph,
                                                      CUcontext, unsigned int value,
                                                      unsigned int flags) {
  return without_context([&] {
    return cudaGraphConditionalHandleCreate(same<cudaGraphConditionalHandle>(out), graph, value,
                                            flags);
  });
}

HEDDLE_DRIVER CUresult cuUserObjectCreate(CUuserObject* out, void* object, CUhostFn destroy,
                                          unsigned int references, unsigned int flags) {
  return without_context(
      [&] { return cudaUserObjectCreate(out, object, destroy, references, flags); });
}
HEDDLE_DRIVER CUresult cuUserObjectRetain(CUuserObject object, unsigned int count) {
  return without_context([&] { return cudaUserObjectRetain(object, count); });
}
HEDDLE_DRIVER CUresult cuUserObjectRelease(CUuserObject object, unsigned int count) {
  return without_context([&] { return cudaUserObjectRelease(object, count); });
}
HEDDLE_DRIVER CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object,
                                               unsigned int count, unsigned int flags) {
  return without_context([&] { return cudaGraphRetainUserObject(graph, object, count, flags); });
}
HEDDLE_DRIVER CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object,
                                                unsigned int count) {
  return without_context([&] { return cudaGraphReleaseUserObject(graph, object, count); });
}

HEDDLE_DRIVER CUresult cuDeviceGraphMemTrim(CUdevice device) {
  return without_context([&] { return cudaDeviceGraphMemTrim(device); });
}
HEDDLE_DRIVER CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute,
                                                    void* value) {
  return without_context([&] {
    return cudaDeviceGetGraphMemAttribute(device, static_cast<cudaGraphMemAttributeType>(attribute),
                                          value);
  });
}
HEDDLE_DRIVER CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute,
                                                    void* value) {
  return without_context([&] {
    return cudaDeviceSetGraphMemAttribute(device, static_cast<cudaGraphMemAttributeType>(attribute),
                                          value);
  });
}

}  // namespace heddle::driver
