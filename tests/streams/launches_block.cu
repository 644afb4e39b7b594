// SPDX-License-Identifier: Apache-2.0
// CUDA_LAUNCH_BLOCKING=1: a launch returns when its kernel has ended, in every stream, and of a
// graph when all of it has.
#include <unistd.h>

#include <atomic>
#include <thread>

#include "gate.h"

namespace {

unsigned *gates, *out;
std::atomic<bool> opened;

// The gate is opened while `launch` is in its call, not before.
template <class Launch>
void blocks(const char* what, int i, Launch launch) {
  opened = false;
  std::thread opener([=] {
    usleep(50000);
    opened = true;
    *(volatile unsigned*)(gates + i) = 1;
  });
  launch();
  gate::that(opened, what);
  gate::that(*(volatile unsigned*)(out + i) == 40 + i, "the kernel has ended");
  opener.join();
}

}  // namespace

int main() {
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);  // before the first call
  gates = gate::pinned<unsigned>(3);
  out = gate::pinned<unsigned>(3);
  cudaStream_t stream;
  gate::ok(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate");

  blocks("in the default stream", 0, [] { gate::pass<<<1, 32>>>(gates, out, 40); });
  blocks("in a stream", 1, [=] { gate::pass<<<1, 1, 0, stream>>>(gates + 1, out + 1, 41); });
  gate::ok(cudaStreamQuery(stream), "the stream is idle");

  cudaGraph_t graph;
  cudaGraphExec_t exec;
  gate::ok(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "begin");
  gate::pass<<<1, 1, 0, stream>>>(gates + 2, out + 2, 42);
  gate::ok(cudaStreamEndCapture(stream, &graph), "end");
  gate::ok(cudaGraphInstantiate(&exec, graph, 0), "cudaGraphInstantiate");
  blocks("of a graph", 2, [=] { gate::ok(cudaGraphLaunch(exec, stream), "cudaGraphLaunch"); });
  gate::ok(cudaGraphExecDestroy(exec), "cudaGraphExecDestroy");
  gate::ok(cudaGraphDestroy(graph), "cudaGraphDestroy");
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  return gate::result();
}
