// SPDX-License-Identifier: Apache-2.0
// Of kernels that become ready together, one thread takes the more urgent first: by the priority of
// its stream, or of its launch.
#include <cstdlib>
#include <cstring>

#include "gate.h"

namespace {

void note_urgently(cudaStream_t stream, unsigned* log, unsigned* count, unsigned value) {
  cudaLaunchAttribute attribute;
  std::memset(&attribute, 0, sizeof attribute);
  attribute.id = cudaLaunchAttributePriority;
  attribute.val.priority = -3;
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  gate::ok(cudaLaunchKernelEx(&config, gate::note, log, count, value), "cudaLaunchKernelEx");
}

}  // namespace

int main() {
  constexpr unsigned kPlain = 7, kUrgentLaunch = 5, kUrgentStream = 3;
  cudaStream_t first, plain, other, urgent;
  gate::ok(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  gate::ok(cudaStreamCreateWithFlags(&plain, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  gate::ok(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  gate::ok(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, -5), "WithPriority");
  cudaEvent_t event;
  gate::ok(cudaEventCreate(&event), "cudaEventCreate");
  auto* gates = gate::pinned<unsigned>(1);
  auto* log = gate::pinned<unsigned>(4);
  auto* count = gate::pinned<unsigned>(1);

  gate::pass<<<1, 1, 0, first>>>(gates, log + 3, 1);
  gate::ok(cudaEventRecord(event, first), "cudaEventRecord");
  for (cudaStream_t stream : {plain, other, urgent}) {
    gate::ok(cudaStreamWaitEvent(stream, event, 0), "cudaStreamWaitEvent");
  }
  gate::note<<<1, 1, 0, plain>>>(log, count, kPlain);
  note_urgently(other, log, count, kUrgentLaunch);
  gate::note<<<1, 1, 0, urgent>>>(log, count, kUrgentStream);
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  gate::that(*count == 3, "all have run");
  const char* threads = std::getenv("HEDDLE_THREADS");
  if (threads && std::strcmp(threads, "1") == 0) {
    gate::that(log[0] == kUrgentStream, "the urgent stream is first");
    gate::that(log[1] == kUrgentLaunch, "the urgent launch is second");
    gate::that(log[2] == kPlain, "the plain one is last");
  }
  return gate::result();
}
