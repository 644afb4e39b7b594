// SPDX-License-Identifier: Apache-2.0
// Stream capture: work becomes a graph, other streams join and leave, and what a capture forbids
// invalidates it.
#include <algorithm>

#include "model.h"

namespace fuzz {
namespace {

__global__ void step(unsigned* word, unsigned value) {
  *word = *word * 3 + value;
}

struct Session {
  Model& m;
  cudaStream_t stream;
  cudaStreamCaptureMode mode;
  std::vector<NodeState> nodes;
  bool invalid = false, unjoined = false, over = false;
};

cudaError_t good_unless_invalid(const Session& s) {
  return s.invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
}

NodeState any_node(Model& m, Does does) {
  NodeState node;
  node.does = does;
  node.word = static_cast<unsigned>(m.dice.below(kWords));
  node.from = (node.word + 1 + static_cast<unsigned>(m.dice.below(kWords - 1))) % kWords;
  node.value = static_cast<unsigned>(m.dice.below(250));
  return node;
}

void put(Session& s, cudaStream_t stream) {
  Model& m = s.m;
  constexpr Does kDoes[] = {Does::kKernel, Does::kFill, Does::kCopy, Does::kHost};
  NodeState node = any_node(m, kDoes[m.dice.below(4)]);
  unsigned* const word = m.words.at + node.word;
  const cudaError_t want = good_unless_invalid(s);
  switch (node.does) {
    case Does::kKernel:
      step<<<1, 1, 0, stream>>>(word, node.value);
      m.expect("captured launch", cudaPeekAtLastError(), want);
      break;
    case Does::kFill:
      m.expect("captured cudaMemsetAsync",
               cudaMemsetAsync(word, static_cast<int>(node.value), 4, stream), want);
      node.value *= 0x01010101u;
      break;
    case Does::kCopy:
      m.expect("captured cudaMemcpyAsync",
               cudaMemcpyAsync(word, m.words.at + node.from, 4, cudaMemcpyDeviceToDevice, stream),
               want);
      break;
    default:
      m.expect("captured cudaLaunchHostFunc",
               cudaLaunchHostFunc(stream, count_call, &m.words.calls[node.word]), want);
  }
  if (want == cudaSuccess) s.nodes.push_back(std::move(node));
}

void fork(Session& s) {
  Model& m = s.m;
  const cudaStream_t other = m.dice.any_of(m.streams).first;
  if (other == s.stream || s.unjoined || s.invalid) return;
  cudaEvent_t begin = nullptr, end = nullptr;
  m.expect("cudaEventCreate", cudaEventCreate(&begin), cudaSuccess);
  m.expect("cudaEventCreate", cudaEventCreate(&end), cudaSuccess);
  m.expect("cudaEventRecord", cudaEventRecord(begin, s.stream), cudaSuccess);
  m.expect("cudaStreamWaitEvent", cudaStreamWaitEvent(other, begin, 0), cudaSuccess);
  put(s, other);
  m.expect("cudaEventRecord", cudaEventRecord(end, other), cudaSuccess);
  if (m.dice.one_in(8)) {
    s.unjoined = true;
  } else {
    m.expect("cudaStreamWaitEvent", cudaStreamWaitEvent(s.stream, end, 0), cudaSuccess);
  }
  if (m.dice.one_in(10)) {
    m.expect("cudaEventQuery", cudaEventQuery(begin), cudaErrorCapturedEvent);
    s.invalid = true;
  }
  m.expect("cudaEventDestroy", cudaEventDestroy(begin), cudaSuccess);
  m.expect("cudaEventDestroy", cudaEventDestroy(end), cudaSuccess);
}

void ask(Session& s) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  s.m.expect("cudaStreamIsCapturing", cudaStreamIsCapturing(s.stream, &status), cudaSuccess);
  s.m.that("the status", status == (s.invalid ? cudaStreamCaptureStatusInvalidated
                                              : cudaStreamCaptureStatusActive));
}

// What a captured stream cannot have.
void forbid(Session& s) {
  Model& m = s.m;
  const cudaError_t want =
      s.invalid ? cudaErrorStreamCaptureInvalidated : cudaErrorStreamCaptureUnsupported;
  void* memory = nullptr;
  switch (m.dice.below(7)) {
    case 0:
      m.expect("captured cudaStreamSynchronize", cudaStreamSynchronize(s.stream), want);
      s.invalid = true;
      break;
    case 1:
      m.expect("captured cudaStreamQuery", cudaStreamQuery(s.stream), want);
      s.invalid = true;
      break;
    case 2:
      m.expect("cudaDeviceSynchronize in a capture", cudaDeviceSynchronize(),
               cudaErrorStreamCaptureUnsupported);
      s.invalid = true;
      break;
    case 3:
      if (s.mode == cudaStreamCaptureModeRelaxed) {
        m.expect("cudaMalloc in a capture", cudaMalloc(&memory, 64), cudaSuccess);
        m.expect("cudaFree in a capture", cudaFree(memory), cudaSuccess);
      } else {
        m.expect("cudaMalloc in a capture", cudaMalloc(&memory, 64),
                 cudaErrorStreamCaptureUnsupported);
        s.invalid = true;
      }
      break;
    case 4:
      m.expect("cudaStreamBeginCapture twice",
               cudaStreamBeginCapture(s.stream, cudaStreamCaptureModeGlobal),
               cudaErrorIllegalState);
      break;
    case 5:
      if (m.streams[s.stream].non_blocking || s.unjoined) break;
      m.expect("the default stream in a capture", cudaMemsetAsync(m.words.at, 0, 4, nullptr),
               cudaErrorStreamCaptureImplicit);
      s.invalid = true;
      break;
    default: {
      if (!m.dice.one_in(3)) break;
      m.expect("cudaStreamDestroy in a capture", cudaStreamDestroy(s.stream), cudaSuccess);
      m.streams.erase(s.stream);
      m.died(s.stream);
      stream_gone(m, s.stream);
      s.over = true;
    }
  }
}

}  // namespace

void* step_kernel() {
  return reinterpret_cast<void*>(step);
}

void capture(Model& m) {
  if (m.others) return;  // what others do at the same time may forbid it
  make_words(m);
  const cudaStream_t stream = m.handle_of(m.streams);
  const auto mode = static_cast<cudaStreamCaptureMode>(m.dice.one_in(12) ? 3 : m.dice.below(3));
  const cudaError_t want = !is_stream(m, stream) ? kBadHandle
                           : mode > 2            ? cudaErrorInvalidValue
                           : !stream             ? cudaErrorStreamCaptureUnsupported
                                                 : cudaSuccess;
  m.expect("cudaStreamBeginCapture", cudaStreamBeginCapture(stream, mode), want);
  if (want != cudaSuccess) return;
  Session s{m, stream, mode, {}};
  for (std::uint64_t left = m.dice.below(8); left > 0 && !s.over; --left) {
    const auto what = m.dice.below(12);
    if (what < 7) {
      put(s, stream);
    } else if (what < 9) {
      fork(s);
    } else if (what < 11) {
      ask(s);
    } else {
      forbid(s);
    }
  }
  cudaGraph_t graph = nullptr;
  const cudaError_t got = cudaStreamEndCapture(stream, &graph);
  m.expect("cudaStreamEndCapture", got,
           s.over       ? kBadHandle
           : s.invalid  ? cudaErrorStreamCaptureInvalidated
           : s.unjoined ? cudaErrorStreamCaptureUnjoined
                        : cudaSuccess);
  m.that("a graph or none", (graph != nullptr) == (got == cudaSuccess));
  if (got != cudaSuccess) return;
  GraphState state;
  state.nodes = std::move(s.nodes);
  state.version = m.next_id();
  state.open = false;
  std::size_t count = 0;
  m.expect("cudaGraphGetNodes", cudaGraphGetNodes(graph, nullptr, &count), cudaSuccess);
  m.that("a node for each call", count == state.nodes.size());
  all_born(m, graph);
  m.graphs[graph] = std::move(state);
}

}  // namespace fuzz
