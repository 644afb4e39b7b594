// SPDX-License-Identifier: Apache-2.0
// An event that was never recorded has nothing to wait for.
#include "gate.h"

int main() {
  cudaEvent_t event;
  cudaStream_t stream;
  gate::ok(cudaStreamCreate(&stream), "cudaStreamCreate");
  gate::ok(cudaEventCreate(&event), "cudaEventCreate");
  auto* gates = gate::pinned<unsigned>(1);
  auto* out = gate::pinned<unsigned>(1);
  gate::ok(cudaEventQuery(event), "cudaEventQuery");
  gate::ok(cudaEventSynchronize(event), "cudaEventSynchronize");
  gate::ok(cudaStreamWaitEvent(stream, event), "cudaStreamWaitEvent");
  gate::pass<<<1, 1, 0, stream>>>(gates, out, 7);
  gate::ok(cudaEventQuery(event), "it is of no stream");
  gate::ok(cudaEventRecord(event, stream), "cudaEventRecord");
  gate::is(cudaEventQuery(event), cudaErrorNotReady, "it was recorded now");
  gate::ok(cudaGetLastError(), "not ready is not the last error");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaEventSynchronize(event), "cudaEventSynchronize");
  gate::ok(cudaEventQuery(event), "it is there");
  gate::that(out[0] == 7, "and what was before it");
  return gate::result();
}
