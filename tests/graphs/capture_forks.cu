// SPDX-License-Identifier: Apache-2.0
// Capture as libraries do it: functions that use streams of their own join and leave a capture with
// events. Nothing runs while it is captured; the graph has the nodes and edges that the streams
// had.
#include "graphs.h"

namespace {

struct Library {
  cudaStream_t side[2];
  cudaEvent_t begun, done[2];
  Library() {
    for (auto& s : side) s = graphs::stream();
    gate::ok(cudaEventCreateWithFlags(&begun, cudaEventDisableTiming), "cudaEventCreate");
    for (auto& e : done) {
      gate::ok(cudaEventCreateWithFlags(&e, cudaEventDisableTiming), "cudaEventCreate");
    }
  }
  // Halves in two streams.
  void call(unsigned* data, unsigned count, unsigned factor, cudaStream_t stream) {
    gate::ok(cudaEventRecord(begun, stream), "cudaEventRecord");
    for (unsigned k = 0; k < 2; ++k) {
      gate::ok(cudaStreamWaitEvent(side[k], begun, 0), "cudaStreamWaitEvent");
      graphs::scale<<<4, 128, 0, side[k]>>>(data + k * count / 2, factor + k, count / 2);
      gate::ok(cudaEventRecord(done[k], side[k]), "cudaEventRecord");
      gate::ok(cudaStreamWaitEvent(stream, done[k], 0), "cudaStreamWaitEvent");
    }
  }
};

}  // namespace

int main() {
  constexpr unsigned kCount = 1000;
  auto* host = gate::pinned<unsigned>(kCount);
  auto* back = gate::pinned<unsigned>(kCount);
  unsigned* data;
  gate::ok(cudaMalloc(&data, kCount * 4), "cudaMalloc");
  gate::ok(cudaMemset(data, 0, kCount * 4), "cudaMemset");
  Library library;
  for (const auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
                          cudaStreamCaptureModeRelaxed}) {
    const auto s = graphs::stream(mode == cudaStreamCaptureModeGlobal ? 0u : 1u);
    cudaStreamCaptureStatus status;
    gate::ok(cudaStreamBeginCapture(s, mode), "cudaStreamBeginCapture");
    gate::ok(cudaStreamIsCapturing(s, &status), "cudaStreamIsCapturing");
    gate::that(status == cudaStreamCaptureStatusActive, "the stream is captured");
    gate::ok(cudaMemcpyAsync(data, host, kCount * 4, cudaMemcpyHostToDevice, s), "a copy");
    library.call(data, kCount, 3, s);
    gate::ok(cudaStreamIsCapturing(library.side[1], &status), "cudaStreamIsCapturing");
    gate::that(status == cudaStreamCaptureStatusActive, "and the one that joined");
    library.call(data, kCount, 7, s);
    gate::ok(cudaMemcpyAsync(back, data, kCount * 4, cudaMemcpyDeviceToHost, s), "a copy");
    gate::ok(cudaMemsetAsync(data, 0, 4, s), "a fill");
    unsigned calls = 0;
    gate::ok(cudaLaunchHostFunc(
                 s, [](void* p) { ++*static_cast<unsigned*>(p); }, &calls),
             "cudaLaunchHostFunc");
    gate::ok(cudaStreamAddCallback(
                 s, [](cudaStream_t, cudaError_t, void* p) { *static_cast<unsigned*>(p) += 10; },
                 &calls, 0),
             "cudaStreamAddCallback");
    cudaGraph_t graph = nullptr;
    gate::ok(cudaStreamEndCapture(s, &graph), "cudaStreamEndCapture");
    for (const auto stream : {s, library.side[0], library.side[1]}) {
      gate::ok(cudaStreamIsCapturing(stream, &status), "cudaStreamIsCapturing");
      gate::that(status == cudaStreamCaptureStatusNone, "not any more");
    }
    gate::that(calls == 0, "nothing ran");
    size_t nodes = 0, edges = 0, roots = 0;
    gate::ok(cudaGraphGetNodes(graph, nullptr, &nodes), "cudaGraphGetNodes");
    gate::ok(cudaGraphGetEdges(graph, nullptr, nullptr, &edges), "cudaGraphGetEdges");
    gate::ok(cudaGraphGetRootNodes(graph, nullptr, &roots), "cudaGraphGetRootNodes");
    gate::that(nodes == 9 && edges >= 2 + 4 + 2 + 3 && roots == 1, "nodes and edges");
    cudaGraphExec_t exec = graphs::instantiate(graph);
    for (unsigned round = 1; round < 4; ++round) {
      for (unsigned i = 0; i < kCount; ++i) host[i] = graphs::mix(i * round);
      graphs::run(exec, s, "cudaGraphLaunch");
      bool right = calls == 11 * round;
      for (unsigned i = 0; i < kCount; ++i) {
        const unsigned k = i / (kCount / 2), m = graphs::mix(i - k * kCount / 2);
        right = right && back[i] == (host[i] * (3 + k) + m) * (7 + k) + m;
      }
      gate::that(right, "what the streams would have done");
    }
    gate::ok(cudaGraphExecDestroy(exec), "cudaGraphExecDestroy");
    gate::ok(cudaGraphDestroy(graph), "cudaGraphDestroy");
  }
  return gate::result();
}
