// SPDX-License-Identifier: Apache-2.0
// A launch returns before its kernel has ended, with its parameters copied; queries say so, and
// what waits returns when it has.
#include "gate.h"

struct Large {
  unsigned values[500];
};

__global__ void sum(volatile unsigned* gate, Large large, unsigned* out) {
  while (*gate == 0) {
  }
  unsigned s = 0;
  for (unsigned v : large.values) s = s * 3 + v;
  *out = s;
}

int main() {
  auto* gates = gate::pinned<unsigned>(4);
  auto* out = gate::pinned<unsigned>(4);
  cudaStream_t stream;
  gate::ok(cudaStreamCreate(&stream), "cudaStreamCreate");
  cudaEvent_t event;
  gate::ok(cudaEventCreate(&event), "cudaEventCreate");

  Large large;
  unsigned want = 0;
  for (unsigned i = 0; i < 500; ++i) {
    large.values[i] = i * 7 + 1;
    want = want * 3 + large.values[i];
  }
  sum<<<1, 1, 0, stream>>>(gates, large, out);
  for (unsigned& v : large.values) v = 0;
  gate::ok(cudaEventRecord(event, stream), "cudaEventRecord");
  gate::is(cudaStreamQuery(stream), cudaErrorNotReady, "a stream whose kernel waits");
  gate::is(cudaEventQuery(event), cudaErrorNotReady, "an event behind it");
  float ms = 0;
  gate::is(cudaEventElapsedTime(&ms, event, event), cudaErrorNotReady, "its time");
  gate::that(out[0] == 0, "the kernel has not ended");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  gate::that(out[0] == want, "the parameters are those of the launch");
  gate::ok(cudaStreamQuery(stream), "a stream whose kernel has ended");
  gate::ok(cudaEventQuery(event), "an event that was passed");
  gate::ok(cudaGetLastError(), "not ready is no error");

  // By each of the calls that wait.
  gate::pass<<<1, 32>>>(gates + 1, out + 1, 11);
  gate::that(cudaStreamQuery(nullptr) == cudaErrorNotReady, "the default stream");
  *(volatile unsigned*)(gates + 1) = 1;
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  gate::that(out[1] == 11, "the kernel in the default stream");
  gate::pass<<<1, 32, 0, stream>>>(gates + 2, out + 2, 12);
  gate::ok(cudaEventRecord(event, stream), "cudaEventRecord");
  *(volatile unsigned*)(gates + 2) = 1;
  gate::ok(cudaEventSynchronize(event), "cudaEventSynchronize");
  gate::that(out[2] == 12, "the kernel before the event");
  (void)cudaGetLastError();

  // A stream may be destroyed while its kernel waits.
  gate::pass<<<1, 32, 0, stream>>>(gates + 3, out + 3, 13);
  gate::ok(cudaStreamDestroy(stream), "cudaStreamDestroy");
  gate::that(out[3] == 0, "its kernel waits on");
  *(volatile unsigned*)(gates + 3) = 1;
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  gate::that(out[3] == 13, "the kernel of a destroyed stream");
  return gate::result();
}
