// SPDX-License-Identifier: Apache-2.0
// Kernels of different streams run at the same time: one waits for what another one writes, in each
// order of their launches, also behind others; and copies and host functions run beside them.
#include "gate.h"

int main() {
  cudaStream_t s[3];
  for (auto& stream : s) {
    gate::ok(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate");
  }
  auto* out = gate::pinned<unsigned>(8);
  unsigned* gates;
  gate::ok(cudaMalloc(&gates, 8 * sizeof *gates), "cudaMalloc");
  gate::ok(cudaMemset(gates, 0, 8 * sizeof *gates), "cudaMemset");

  gate::pass<<<1, 32, 0, s[0]>>>(gates, out, 1);
  gate::open<<<1, 32, 0, s[1]>>>(gates);
  gate::ok(cudaDeviceSynchronize(), "one waits for a later one");
  gate::that(out[0] == 1, "it ends");

  // Three that wait for each other in a ring of streams, each behind another kernel.
  for (unsigned k = 0; k < 3; ++k) gate::write<<<7, 64, 0, s[k]>>>(out + 4, k);
  gate::pass<<<1, 1, 0, s[0]>>>(gates + 2, out + 1, 21);
  gate::pass<<<1, 1, 0, s[1]>>>(gates + 1, out + 2, 22);
  gate::open<<<1, 1, 0, s[1]>>>(gates + 2);
  gate::open<<<1, 1, 0, s[2]>>>(gates + 1);
  gate::ok(cudaDeviceSynchronize(), "a chain");
  gate::that(out[1] == 21 && out[2] == 22, "both end");

  // Opened by a copy in another stream.
  auto* one = gate::pinned<unsigned>(1);
  *one = 1;
  gate::pass<<<1, 32, 0, s[0]>>>(gates + 3, out + 3, 33);
  gate::ok(cudaMemcpyAsync(gates + 3, one, sizeof *one, cudaMemcpyHostToDevice, s[1]), "copy");
  gate::ok(cudaStreamSynchronize(s[0]), "opened by a copy");
  gate::that(out[3] == 33, "it ends");

  // Opened by a host function in another stream.
  auto* by_host = gate::pinned<unsigned>(1);
  gate::pass<<<1, 32, 0, s[0]>>>(by_host, out + 5, 55);
  gate::ok(cudaLaunchHostFunc(
               s[1], [](void* p) { *static_cast<volatile unsigned*>(p) = 1; }, by_host),
           "cudaLaunchHostFunc");
  gate::ok(cudaStreamSynchronize(s[0]), "opened by a host function");
  gate::that(out[5] == 55, "it ends");
  return gate::result();
}
