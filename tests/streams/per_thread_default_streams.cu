// SPDX-License-Identifier: Apache-2.0
// options: --default-stream per-thread
// With --default-stream per-thread, stream 0 is the calling thread's own in every call: copies,
// fills, events, waits and host functions of one thread do not wait for another's kernel, which
// waits for all of them.
#include <cstring>
#include <thread>

#include "gate.h"

__device__ unsigned symbol[4];

void in_host_function(void* data) {
  *static_cast<unsigned*>(data) = 77;
}

int main() {
  auto* gates = gate::pinned<unsigned>(1);
  auto* out = gate::pinned<unsigned>(4);
  volatile unsigned* seen = out;
  gate::pass<<<1, 1>>>(gates, out, 1);  // this thread's stream 0

  std::thread([&] {
    unsigned *memory = nullptr, host[4] = {5, 6, 7, 8}, back[4] = {};
    cudaEvent_t event;
    gate::ok(cudaMalloc(&memory, sizeof host), "cudaMalloc");
    gate::ok(cudaEventCreate(&event), "cudaEventCreate");
    gate::ok(cudaMemcpy(memory, host, sizeof host, cudaMemcpyHostToDevice), "cudaMemcpy");
    gate::write<<<1, 1>>>(memory + 1, 16);
    gate::ok(cudaMemcpyAsync(back, memory, sizeof back, cudaMemcpyDeviceToHost, 0), "Async");
    gate::ok(cudaEventRecord(event), "cudaEventRecord");
    gate::ok(cudaEventSynchronize(event), "cudaEventSynchronize");
    const unsigned want[4] = {5, 16, 7, 8};
    gate::that(std::memcmp(back, want, sizeof want) == 0, "the copy follows the kernel");
    gate::ok(cudaMemset(memory, 0, sizeof host), "cudaMemset");
    gate::ok(cudaMemcpyToSymbol(symbol, host, sizeof host), "cudaMemcpyToSymbol");
    gate::ok(cudaMemcpyFromSymbol(back, symbol, sizeof back), "cudaMemcpyFromSymbol");
    gate::that(std::memcmp(back, host, sizeof host) == 0, "the symbol has what was copied");
    gate::ok(cudaStreamWaitEvent(0, event), "cudaStreamWaitEvent");
    gate::ok(cudaLaunchHostFunc(0, in_host_function, out + 1), "cudaLaunchHostFunc");
    gate::ok(cudaStreamSynchronize(0), "cudaStreamSynchronize");
    gate::that(seen[1] == 77, "the host function was called");
    gate::ok(cudaStreamQuery(0), "cudaStreamQuery");
    gate::that(seen[0] == 0, "the other thread's kernel still waits");
    gate::is(cudaStreamQuery(cudaStreamLegacy), cudaErrorNotReady, "the legacy stream");
  }).join();

  gate::is(cudaStreamQuery(0), cudaErrorNotReady, "this thread's stream");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaStreamSynchronize(0), "cudaStreamSynchronize");
  gate::that(seen[0] == 1, "the kernel has ended");
  return gate::result();
}
