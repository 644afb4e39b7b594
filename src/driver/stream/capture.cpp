// SPDX-License-Identifier: Apache-2.0
// Stream Management: captures.
#include "driver/driver.h"

namespace heddle::driver {

HEDDLE_DRIVER CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode) {
  return in_context(
      [&] { return cudaStreamBeginCapture(stream, static_cast<cudaStreamCaptureMode>(mode)); });
}
HEDDLE_DRIVER CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph,
                                                   const CUgraphNode* dependencies,
                                                   const CUgraphEdgeData* edges, size_t count,
                                                   CUstreamCaptureMode mode) {
  return in_context([&] {
    return cudaStreamBeginCaptureToGraph(stream, graph, dependencies,
                                         same<const cudaGraphEdgeData>(edges), count,
                                         static_cast<cudaStreamCaptureMode>(mode));
  });
}
HEDDLE_DRIVER CUresult cuStreamEndCapture(CUstream stream, CUgraph* graph) {
  return in_context([&] { return cudaStreamEndCapture(stream, graph); });
}
HEDDLE_DRIVER CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  return without_context(
      [&] { return cudaThreadExchangeStreamCaptureMode(same<cudaStreamCaptureMode>(mode)); });
}
HEDDLE_DRIVER CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status) {
  return in_context(
      [&] { return cudaStreamIsCapturing(stream, same<cudaStreamCaptureStatus>(status)); });
}
HEDDLE_DRIVER CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus* status,
                                              cuuint64_t* id, CUgraph* graph,
                                              const CUgraphNode** dependencies, size_t* count) {
  return in_context([&] {
    return cudaStreamGetCaptureInfo_v2(stream, same<cudaStreamCaptureStatus>(status),
                                       same<unsigned long long>(id), graph, dependencies, count);
  });
}
HEDDLE_DRIVER CUresult cuStreamGetCaptureInfo_v3(CUstream stream, CUstreamCaptureStatus* status,
                                                 cuuint64_t* id, CUgraph* graph,
                                                 const CUgraphNode** dependencies,
                                                 const CUgraphEdgeData** edges, size_t* count) {
  return in_context([&] {
    return cudaStreamGetCaptureInfo_v3(stream, same<cudaStreamCaptureStatus>(status),
                                       same<unsigned long long>(id), graph, dependencies,
                                       reinterpret_cast<const cudaGraphEdgeData**>(edges), count);
  });
}
HEDDLE_DRIVER CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode* dependencies,
                                                         size_t count, unsigned int flags) {
  return in_context(
      [&] { return cudaStreamUpdateCaptureDependencies(stream, dependencies, count, flags); });
}
HEDDLE_DRIVER CUresult cuStreamUpdateCaptureDependencies_v2(CUstream stream,
                                                            CUgraphNode* dependencies,
                                                            const CUgraphEdgeData* edges,
                                                            size_t count, unsigned int flags) {
  return in_context([&] {
    return cudaStreamUpdateCaptureDependencies_v2(
        stream, dependencies, same<const cudaGraphEdgeData>(edges), count, flags);
  });
}

}  // namespace heddle::driver
