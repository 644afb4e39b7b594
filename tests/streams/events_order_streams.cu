// SPDX-License-Identifier: Apache-2.0
// A stream that waits for an event goes on when the event's stream has come to it; an event that is
// recorded again is the new one for later waits, and the old one for earlier ones. Events of a busy
// stream measure its work, not the time of the call.
#include "gate.h"

__global__ void busy(unsigned long long cycles, unsigned* out) {
  const long long begin = clock64();
  while (clock64() - begin < (long long)cycles) {
  }
  *out = 1;
}

int main() {
  cudaStream_t a, b, c;
  for (auto* s : {&a, &b, &c}) {
    gate::ok(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking), "cudaStreamCreate");
  }
  cudaEvent_t event, end;
  gate::ok(cudaEventCreate(&event), "cudaEventCreate");
  gate::ok(cudaEventCreate(&end), "cudaEventCreate");
  auto* gates = gate::pinned<unsigned>(2);
  auto* out = gate::pinned<unsigned>(8);
  volatile unsigned* seen = out;

  gate::ok(cudaStreamWaitEvent(b, event, 0), "an event that was never recorded");
  gate::write<<<1, 1, 0, b>>>(out, 1);
  gate::ok(cudaStreamSynchronize(b), "b");
  gate::that(seen[0] == 1, "is no reason to wait");

  gate::pass<<<1, 1, 0, a>>>(gates, out + 1, 2);
  gate::ok(cudaEventRecord(event, a), "cudaEventRecord");
  gate::ok(cudaStreamWaitEvent(b, event, 0), "cudaStreamWaitEvent");
  gate::write<<<1, 1, 0, b>>>(out + 2, 3);
  gate::pass<<<1, 1, 0, a>>>(gates + 1, out + 3, 4);
  gate::ok(cudaEventRecord(event, a), "cudaEventRecord again");
  gate::ok(cudaStreamWaitEvent(c, event, 0), "cudaStreamWaitEvent");
  gate::write<<<1, 1, 0, c>>>(out + 4, 5);
  gate::that(seen[2] == 0 && seen[4] == 0, "both wait");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaStreamSynchronize(b), "b");
  gate::that(seen[1] == 2 && seen[2] == 3, "b came after the first event");
  gate::is(cudaStreamQuery(c), cudaErrorNotReady, "c");
  gate::that(seen[4] == 0, "c waits for the second one");
  *(volatile unsigned*)(gates + 1) = 1;
  gate::ok(cudaStreamSynchronize(c), "c");
  gate::that(seen[3] == 4 && seen[4] == 5, "c came after the second event");
  (void)cudaGetLastError();

  int khz = 0;
  gate::ok(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0), "cudaDeviceGetAttribute");
  gates[0] = 0;
  gate::pass<<<1, 1, 0, a>>>(gates, out + 5, 6);
  gate::ok(cudaEventRecord(event, a), "begin");
  busy<<<1, 1, 0, a>>>(50ull * khz, out + 6);
  gate::ok(cudaEventRecord(end, a), "end");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaEventSynchronize(end), "cudaEventSynchronize");
  float ms = 0;
  gate::ok(cudaEventElapsedTime(&ms, event, end), "cudaEventElapsedTime");
  gate::that(ms > 10, "the time of the kernel");
  // An event may go while it is still to come.
  gates[1] = 0;
  gate::pass<<<1, 1, 0, a>>>(gates + 1, out + 7, 8);
  gate::ok(cudaEventRecord(end, a), "cudaEventRecord");
  gate::ok(cudaStreamWaitEvent(b, end, 0), "cudaStreamWaitEvent");
  gate::ok(cudaEventDestroy(end), "cudaEventDestroy");
  gate::is(cudaStreamQuery(b), cudaErrorNotReady, "b waits all the same");
  *(volatile unsigned*)(gates + 1) = 1;
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  return gate::result();
}
