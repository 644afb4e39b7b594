// SPDX-License-Identifier: Apache-2.0
// What a stream was given runs after it was destroyed, and the legacy default stream comes after
// it.
#include "gate.h"

__global__ void copy(const unsigned* from, unsigned* to) {
  *to = *from;
}

int main() {
  cudaStream_t gone, free;
  gate::ok(cudaStreamCreate(&gone), "cudaStreamCreate");
  gate::ok(cudaStreamCreateWithFlags(&free, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  auto* gates = gate::pinned<unsigned>(1);
  auto* out = gate::pinned<unsigned>(4);
  gate::pass<<<1, 1, 0, gone>>>(gates, out, 11);
  gate::ok(cudaStreamDestroy(gone), "cudaStreamDestroy does not wait");
  copy<<<1, 1>>>(out, out + 1);
  // Whatever could begin has begun when these have ended.
  for (unsigned i = 0; i < 4; ++i) gate::write<<<1, 1, 0, free>>>(out + 2, i);
  gate::ok(cudaStreamSynchronize(free), "another stream");
  gate::is(cudaStreamQuery(nullptr), cudaErrorNotReady, "the default stream waits");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaStreamSynchronize(nullptr), "the default stream");
  gate::that(out[0] == 11 && out[1] == 11, "it came after the destroyed stream's work");
  return gate::result();
}
