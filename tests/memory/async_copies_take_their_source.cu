// SPDX-License-Identifier: Apache-2.0
// When cudaMemcpyAsync from pageable memory has returned, the program may overwrite its source,
// whether the copy has been made or not (CUDA Runtime API, "API synchronization behavior").
#include <chrono>
#include <thread>
#include <vector>

#include "memory.h"

// Of so many words, behind a kernel that ends only later.
void copy(unsigned count, const char* what) {
  auto* gates = gate::pinned<unsigned>(1);
  auto* out = gate::pinned<unsigned>(1);
  cudaStream_t stream;
  unsigned* device;
  gate::ok(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");
  gate::ok(cudaMalloc(&device, count * 4), "cudaMalloc");
  std::vector<unsigned> source(count);
  for (unsigned i = 0; i < count; ++i) source[i] = i + 9;
  gate::pass<<<1, 1, 0, stream>>>(gates, out, 1);
  // The call may wait for it.
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    *(volatile unsigned*)gates = 1;
  });
  gate::ok(cudaMemcpyAsync(device, source.data(), count * 4, cudaMemcpyHostToDevice, stream), what);
  for (unsigned& word : source) word = 3;
  gate::ok(cudaStreamSynchronize(stream), what);
  later.join();
  gate::that(memory::holds(device, count, 9), what);
  gate::ok(cudaFree(device), "cudaFree");
}

int main() {
  copy(100, "400 bytes");
  copy(15 << 10, "60 KiB");
  copy(1 << 19, "2 MiB");
  copy(2 << 20, "8 MiB");
  return gate::result();
}
