// SPDX-License-Identifier: Apache-2.0
// Semaphores of two processes, by file descriptors: binary ones, whose signal one wait takes, and
// timelines; in streams, in graphs and captured.
#include <cuda_runtime_api.h>
#include <heddle_external.h>

#include <chrono>
#include <thread>

#include "pass_descriptor.h"
#include "words.h"

namespace {

constexpr int kBinary = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
constexpr int kTimeline = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD;

CUexternalSemaphore import(int fd, int type) {
  CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc{};
  desc.type = static_cast<CUexternalSemaphoreHandleType>(type);
  desc.handle.fd = fd;
  CUexternalSemaphore semaphore = nullptr;
  OK(cuImportExternalSemaphore(&semaphore, &desc));
  return semaphore;
}
CUexternalSemaphore made(int type) {
  return import(heddle_make_semaphore(type), type);
}

CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal_of(unsigned long long value) {
  CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params{};
  params.params.fence.value = value;
  return params;
}
CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait_of(unsigned long long value) {
  CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params{};
  params.params.fence.value = value;
  return params;
}
void signal(CUexternalSemaphore semaphore, unsigned long long value, CUstream in) {
  const auto params = signal_of(value);
  OK(cuSignalExternalSemaphoresAsync(&semaphore, &params, 1, in));
}
void wait(CUexternalSemaphore semaphore, unsigned long long value, CUstream in) {
  const auto params = wait_of(value);
  OK(cuWaitExternalSemaphoresAsync(&semaphore, &params, 1, in));
}

// The one goes on when the other one signals, and back.
void first(int socket) {
  start();
  const int there = heddle_make_semaphore(kTimeline), back = heddle_make_semaphore(kBinary);
  pass_descriptor(socket, there);
  pass_descriptor(socket, back);
  CUexternalSemaphore to = import(there, kTimeline), from = import(back, kBinary);
  CUstream in = stream();
  wait(from, 0, in);
  nothing_happens(in);
  signal(to, 7, stream());
  OK(cuStreamSynchronize(in));
  OK(cuDestroyExternalSemaphore(to));
  OK(cuDestroyExternalSemaphore(from));
}
int second(int socket) {
  start();
  const int there = take_descriptor(socket), back = take_descriptor(socket);
  CUexternalSemaphore from = import(there, kTimeline), to = import(back, kBinary);
  CUstream in = stream();
  wait(from, 7, in);
  signal(to, 0, in);
  OK(cuStreamSynchronize(in));
  return 0;
}

void binary() {
  CUexternalSemaphore semaphore = made(kBinary);
  CUstream in = stream(), other = stream();
  signal(semaphore, 0, other);
  OK(cuStreamSynchronize(other));
  wait(semaphore, 0, in);
  OK(cuStreamSynchronize(in));
  wait(semaphore, 0, in);  // the signal has been taken
  nothing_happens(in);
  signal(semaphore, 0, other);
  OK(cuStreamSynchronize(in));
}

void timeline() {
  CUexternalSemaphore semaphore = made(kTimeline);
  CUstream in = stream(), later = stream(), other = stream();
  wait(semaphore, 5, in);
  wait(semaphore, 9, later);
  signal(semaphore, 4, other);
  nothing_happens(in);
  signal(semaphore, 6, other);
  OK(cuStreamSynchronize(in));
  nothing_happens(later);
  signal(semaphore, 9, other);
  OK(cuStreamSynchronize(later));
  signal(semaphore, 2, other);  // it does not go back
  wait(semaphore, 9, other);
  OK(cuStreamSynchronize(other));
}

void in_graphs() {
  CUexternalSemaphore gate = made(kTimeline), done = made(kTimeline);
  CUgraph graph = nullptr;
  OK(cuGraphCreate(&graph, 0));
  CUgraphNode waits = nullptr, signals = nullptr;
  auto wait_params = wait_of(3);
  auto signal_params = signal_of(1);
  CUDA_EXT_SEM_WAIT_NODE_PARAMS wait_node{&gate, &wait_params, 1};
  CUDA_EXT_SEM_SIGNAL_NODE_PARAMS signal_node{&done, &signal_params, 1};
  OK(cuGraphAddExternalSemaphoresWaitNode(&waits, graph, nullptr, 0, &wait_node));
  OK(cuGraphAddExternalSemaphoresSignalNode(&signals, graph, &waits, 1, &signal_node));
  CUgraphNodeType type{};
  OK(cuGraphNodeGetType(waits, &type));
  THAT(type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT);
  OK(cuGraphNodeGetType(signals, &type));
  THAT(type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL);
  CUDA_EXT_SEM_WAIT_NODE_PARAMS got{};
  OK(cuGraphExternalSemaphoresWaitNodeGetParams(waits, &got));
  THAT(got.numExtSems == 1 && got.extSemArray[0] == gate &&
       got.paramsArray[0].params.fence.value == 3);

  CUgraphExec exec = nullptr;
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  CUstream in = stream(), behind = stream(), other = stream();
  OK(cuGraphLaunch(exec, in));
  wait(done, 1, behind);
  nothing_happens(in);
  nothing_happens(behind);
  signal(gate, 3, other);
  OK(cuStreamSynchronize(in));
  OK(cuStreamSynchronize(behind));

  signal_params = signal_of(8);
  OK(cuGraphExecExternalSemaphoresSignalNodeSetParams(exec, signals, &signal_node));
  wait_params = wait_of(4);
  OK(cuGraphExecExternalSemaphoresWaitNodeSetParams(exec, waits, &wait_node));
  OK(cuGraphLaunch(exec, in));
  nothing_happens(in);
  wait(done, 8, behind);
  signal(gate, 4, other);
  OK(cuStreamSynchronize(behind));
  CUexternalSemaphore two[2] = {gate, done};
  CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params[2] = {wait_of(1), wait_of(1)};
  wait_node = {two, params, 2};
  IS(cuGraphExecExternalSemaphoresWaitNodeSetParams(exec, waits, &wait_node),
     CUDA_ERROR_INVALID_VALUE);  // as many as there were
  OK(cuGraphExternalSemaphoresWaitNodeSetParams(waits, &wait_node));
  IS(cuGraphExternalSemaphoresWaitNodeSetParams(signals, &wait_node), CUDA_ERROR_INVALID_VALUE);
  IS(cuGraphAddExternalSemaphoresWaitNode(&waits, graph, nullptr, 0, nullptr),
     CUDA_ERROR_INVALID_VALUE);

  // By the runtime API's call for all kinds, and captured.
  cudaGraph_t second = nullptr;
  THAT(cudaGraphCreate(&second, 0) == cudaSuccess);
  cudaGraphNodeParams any{cudaGraphNodeTypeExtSemaphoreSignal, {}, {}, 0};
  auto semaphore = reinterpret_cast<cudaExternalSemaphore_t>(gate);
  cudaExternalSemaphoreSignalParams eleven{};
  eleven.params.fence.value = 11;
  any.extSemSignal = {&semaphore, &eleven, 1};
  cudaGraphNode_t node = nullptr;
  THAT(cudaGraphAddNode(&node, second, nullptr, 0, &any) == cudaSuccess);
  cudaGraphExec_t runnable = nullptr;
  THAT(cudaGraphInstantiate(&runnable, second, 0) == cudaSuccess);
  OK(cuStreamBeginCapture(in, CU_STREAM_CAPTURE_MODE_RELAXED));
  wait(gate, 11, in);
  signal(done, 12, in);
  CUgraph captured = nullptr;
  OK(cuStreamEndCapture(in, &captured));
  size_t count = 0;
  OK(cuGraphGetNodes(captured, nullptr, &count));
  THAT(count == 2);
  OK(cuGraphInstantiateWithFlags(&exec, captured, 0));
  OK(cuGraphLaunch(exec, in));
  nothing_happens(in);
  THAT(cudaGraphLaunch(runnable, other) == cudaSuccess);
  OK(cuStreamSynchronize(in));
  wait(done, 12, other);
  OK(cuStreamSynchronize(other));
}

void errors() {
  CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc{};
  CUexternalSemaphore semaphore = nullptr;
  THAT(heddle_make_semaphore(2) == -1);
  desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD;
  desc.handle.fd = heddle_make_semaphore(kBinary);
  IS(cuImportExternalSemaphore(&semaphore, &desc), CUDA_ERROR_INVALID_VALUE);  // another kind
  desc.handle.fd = 0;
  IS(cuImportExternalSemaphore(&semaphore, &desc), CUDA_ERROR_INVALID_VALUE);
  desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D12_FENCE;
  IS(cuImportExternalSemaphore(&semaphore, &desc), CUDA_ERROR_NOT_SUPPORTED);
  semaphore = made(kBinary);
  auto params = signal_of(0);
  IS(cuSignalExternalSemaphoresAsync(&semaphore, &params, 0, nullptr), CUDA_ERROR_INVALID_VALUE);
  IS(cuSignalExternalSemaphoresAsync(&semaphore, nullptr, 1, nullptr), CUDA_ERROR_INVALID_VALUE);
  params.flags = 64;
  IS(cuSignalExternalSemaphoresAsync(&semaphore, &params, 1, nullptr), CUDA_ERROR_INVALID_VALUE);
  OK(cuDestroyExternalSemaphore(semaphore));
  IS(cuDestroyExternalSemaphore(semaphore), CUDA_ERROR_INVALID_HANDLE);
  params.flags = 0;
  IS(cuSignalExternalSemaphoresAsync(&semaphore, &params, 1, nullptr), CUDA_ERROR_INVALID_HANDLE);
}

}  // namespace

int main() {
  in_two_processes(first, second);
  binary();
  timeline();
  in_graphs();
  errors();
  std::puts("PASS");
}
