// SPDX-License-Identifier: Apache-2.0
// cudaFree, cudaFreeHost and cudaHostUnregister wait for all streams: a copy that is still to come
// reads what it was given.
#include <chrono>
#include <thread>

#include "gate.h"

int main() {
  constexpr size_t kBytes = 8192;
  static unsigned char registered[kBytes];
  cudaStream_t stream;
  gate::ok(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  auto* gates = gate::pinned<unsigned>(3);
  auto* out = gate::pinned<unsigned>(3);
  volatile unsigned* seen = out;
  for (int how = 0; how < 3; ++how) {
    unsigned char *source = registered, *target = nullptr, *freed = nullptr;
    gate::ok(cudaMalloc(&target, kBytes), "cudaMalloc");
    if (how == 0) gate::ok(cudaMallocHost(&source, kBytes), "cudaMallocHost");
    if (how != 0) gate::ok(cudaHostRegister(registered, kBytes, 0), "cudaHostRegister");
    gate::ok(cudaMalloc(&freed, kBytes), "cudaMalloc");
    for (size_t i = 0; i < kBytes; ++i) source[i] = static_cast<unsigned char>(i * 3 + how);
    gate::pass<<<1, 1, 0, stream>>>(gates + how, out + how, 1);
    gate::ok(cudaMemcpyAsync(target, source, kBytes, cudaMemcpyHostToDevice, stream), "Async");
    std::thread opener([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      *const_cast<volatile unsigned*>(gates + how) = 1;
    });
    if (how == 0) gate::ok(cudaFreeHost(source), "cudaFreeHost");
    if (how == 1) gate::ok(cudaHostUnregister(source), "cudaHostUnregister");
    if (how == 2) gate::ok(cudaFree(freed), "cudaFree");
    gate::that(seen[how] == 1, "it waits for the kernel");
    opener.join();
    unsigned char got[kBytes];
    gate::ok(cudaMemcpy(got, target, kBytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    for (size_t i = 0; i < kBytes; ++i) {
      gate::that(got[i] == static_cast<unsigned char>(i * 3 + how), "what was copied");
    }
  }
  return gate::result();
}
