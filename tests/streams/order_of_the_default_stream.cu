// SPDX-License-Identifier: Apache-2.0
// The legacy default stream comes after what other streams got before, and they after it; but for
// streams that do not block. Streams of their own do not wait for each other.
#include "gate.h"

int main() {
  cudaStream_t blocking, other, free;
  gate::ok(cudaStreamCreate(&blocking), "cudaStreamCreate");
  gate::ok(cudaStreamCreate(&other), "cudaStreamCreate");
  gate::ok(cudaStreamCreateWithFlags(&free, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  auto* gates = gate::pinned<unsigned>(2);
  auto* out = gate::pinned<unsigned>(8);
  volatile unsigned* seen = out;

  gate::pass<<<1, 1, 0, blocking>>>(gates, out, 1);
  gate::write<<<1, 1>>>(out + 1, 2);            // after `blocking`
  gate::write<<<1, 1, 0, other>>>(out + 2, 3);  // after the default stream
  gate::write<<<1, 1, 0, free>>>(out + 3, 4);   // after nothing
  gate::ok(cudaStreamSynchronize(free), "the stream that does not block");
  gate::that(seen[3] == 4, "it does not wait");
  gate::that(seen[0] == 0 && seen[1] == 0 && seen[2] == 0, "the others wait");
  gate::is(cudaStreamQuery(nullptr), cudaErrorNotReady, "the default stream");
  gate::is(cudaStreamQuery(other), cudaErrorNotReady, "a stream behind it");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaStreamSynchronize(other), "the stream behind it");
  gate::that(seen[0] == 1 && seen[1] == 2 && seen[2] == 3, "all have ended");

  // Streams of their own.
  gate::pass<<<1, 1, 0, blocking>>>(gates + 1, out + 4, 5);
  gate::write<<<1, 1, 0, other>>>(out + 5, 6);
  gate::ok(cudaStreamSynchronize(other), "another stream");
  gate::that(seen[4] == 0 && seen[5] == 6, "it does not wait for the first");
  *(volatile unsigned*)(gates + 1) = 1;
  gate::ok(cudaStreamSynchronize(nullptr), "the default stream waits for all that block");
  gate::that(seen[4] == 5, "all have ended");

  // A stream without work has ended, though what it will be given comes after the default stream's.
  // That something goes on is no error.
  gates[0] = 0;
  gate::pass<<<1, 1>>>(gates, out, 9);
  gate::ok(cudaStreamQuery(other), "a stream without work");
  gate::ok(cudaStreamSynchronize(other), "a stream without work");
  gate::is(cudaStreamQuery(nullptr), cudaErrorNotReady, "the default stream");
  gate::ok(cudaGetLastError(), "not ready is not the last error");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");

  // The threads' default streams block, too.
  gates[0] = 0;
  gate::pass<<<1, 1, 0, cudaStreamPerThread>>>(gates, out + 6, 7);
  gate::write<<<1, 1>>>(out + 7, 8);
  gate::that(seen[7] == 0, "the default stream waits for the thread's");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  gate::that(seen[6] == 7 && seen[7] == 8, "both have ended");
  return gate::result();
}
