// SPDX-License-Identifier: Apache-2.0
// Stream capture.
#include "runtime/graph/graph.h"

namespace heddle::runtime {
namespace {

using engine::CaptureInfo;
using engine::CaptureMode;
using engine::Captures;

Captures& captures() {
  return the_engine().captures();
}

bool known(cudaStreamCaptureMode mode) {
  return mode >= cudaStreamCaptureModeGlobal && mode <= cudaStreamCaptureModeRelaxed;
}

// While a blocking stream is captured, the legacy default stream has no answer.
Error info_of(Stream& stream, CaptureInfo* info) {
  if (!stream.is_capturing()) return Error::kSuccess;
  if (&stream == &stream.device.null_stream) return Error::kStreamCaptureImplicit;
  *info = captures().info(stream);
  return Error::kSuccess;
}

cudaError_t update(cudaStream_t handle, cudaGraphNode_t* dependencies,
                   const cudaGraphEdgeData* edges, size_t count, unsigned flags) {
  return on_stream(handle, [&](Stream& stream) {
    if (flags > cudaStreamSetCaptureDependencies) return Error::kInvalidValue;
    std::vector<Node*> nodes;
    HEDDLE_RETURN_IF_ERROR(nodes_of(dependencies, count, &nodes));
    HEDDLE_RETURN_IF_ERROR(check_edges(edges, count));
    return captures().update(stream, nodes, flags == cudaStreamAddCaptureDependencies);
  });
}

}  // namespace

HEDDLE_API cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
  return on_stream(handle, [&](Stream& stream) {
    if (!known(mode)) return Error::kInvalidValue;
    auto graph = std::make_shared<Graph>(the_engine().graphs());
    return captures().begin(stream, static_cast<CaptureMode>(mode), std::move(graph), {});
  });
}

HEDDLE_API cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t handle, cudaGraph_t graph,
                                                     const cudaGraphNode_t* dependencies,
                                                     const cudaGraphEdgeData* edges, size_t count,
                                                     cudaStreamCaptureMode mode) {
  return on_stream(handle, [&](Stream& stream) {
    Graph* to = graph_of(graph);
    if (!to || !known(mode)) return Error::kInvalidValue;
    std::vector<Node*> nodes;
    HEDDLE_RETURN_IF_ERROR(nodes_of(dependencies, count, &nodes));
    HEDDLE_RETURN_IF_ERROR(check_edges(edges, count));
    for (const Node* node : nodes) {
      if (&node->graph != to) return Error::kInvalidValue;
    }
    return captures().begin(stream, static_cast<CaptureMode>(mode), to->shared_from_this(), nodes);
  });
}

// The graph becomes the program's, unless it was before; who does not ask for it knows it.
HEDDLE_API cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* out) {
  return on_stream(handle, [&](Stream& stream) {
    if (out) *out = nullptr;
    std::shared_ptr<Graph> graph;
    HEDDLE_RETURN_IF_ERROR(captures().end(stream, &graph));
    if (!out) return Error::kSuccess;
    *out = handle_of(graph.get());
    const bool is_body = graph->owner() != nullptr;
    if (!is_body) the_engine().graphs().graphs.add(std::move(graph));
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* status) {
  return on_stream(handle, [&](Stream& stream) {
    CaptureInfo info;
    if (!status) return Error::kInvalidValue;
    const Error error = info_of(stream, &info);
    if (ok(error)) *status = static_cast<cudaStreamCaptureStatus>(info.status);
    return error;
  });
}

HEDDLE_API cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t handle,
                                                   cudaStreamCaptureStatus* status,
                                                   unsigned long long* id, cudaGraph_t* graph,
                                                   const cudaGraphNode_t** dependencies,
                                                   const cudaGraphEdgeData** edges, size_t* count) {
  return on_stream(handle, [&](Stream& stream) {
    CaptureInfo info;
    if (!status) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(info_of(stream, &info));
    *status = static_cast<cudaStreamCaptureStatus>(info.status);
    if (info.status != engine::CaptureStatus::kActive) return Error::kSuccess;
    if (id) *id = info.id;
    if (graph) *graph = handle_of(info.graph);
    if (dependencies) {
      *dependencies = reinterpret_cast<const cudaGraphNode_t*>(info.last.data());
    }
    if (edges) *edges = nullptr;  // all of them are full dependencies
    if (count) *count = info.last.size();
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t handle,
                                                   cudaStreamCaptureStatus* status,
                                                   unsigned long long* id, cudaGraph_t* graph,
                                                   const cudaGraphNode_t** dependencies,
                                                   size_t* count) {
  return cudaStreamGetCaptureInfo_v3(handle, status, id, graph, dependencies, nullptr, count);
}

HEDDLE_API cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle,
                                                cudaStreamCaptureStatus* status,
                                                unsigned long long* id, cudaGraph_t* graph,
                                                const cudaGraphNode_t** dependencies,
                                                size_t* count) {
  return cudaStreamGetCaptureInfo_v3(handle, status, id, graph, dependencies, nullptr, count);
}

HEDDLE_API cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t handle,
                                                           cudaGraphNode_t* dependencies,
                                                           size_t count, unsigned flags) {
  return update(handle, dependencies, nullptr, count, flags);
}
HEDDLE_API cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t handle,
                                                              cudaGraphNode_t* dependencies,
                                                              const cudaGraphEdgeData* edges,
                                                              size_t count, unsigned flags) {
  return update(handle, dependencies, edges, count, flags);
}

HEDDLE_API cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  if (!mode || !known(*mode)) return answer(Error::kInvalidValue);
  const auto before = thread_state().capture_mode;
  thread_state().capture_mode = static_cast<engine::CaptureMode>(*mode);
  *mode = static_cast<cudaStreamCaptureMode>(before);
  return cudaSuccess;
}

}  // namespace heddle::runtime
