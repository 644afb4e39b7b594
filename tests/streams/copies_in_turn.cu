// SPDX-License-Identifier: Apache-2.0
// Copies wait for their stream. The host does not wait for copies of pinned memory, within the
// device, and fills; nor for what it copies from pageable memory, which is read at once; it does
// for what is written to pageable memory.
#include <thread>
#include <vector>

#include "gate.h"

namespace {

constexpr size_t kCount = 1000;

__global__ void check_all(const unsigned* values, unsigned first, unsigned* wrong) {
  for (unsigned i = threadIdx.x; i < kCount; i += blockDim.x) {
    if (values[i] != first + i) atomicAdd(wrong, 1);
  }
}

void fill(unsigned* values, unsigned first) {
  for (unsigned i = 0; i < kCount; ++i) values[i] = first + i;
}
bool holds(const unsigned* values, unsigned first) {
  for (unsigned i = 0; i < kCount; ++i) {
    if (((volatile const unsigned*)values)[i] != first + i) return false;
  }
  return true;
}

}  // namespace

int main() {
  cudaStream_t s;
  gate::ok(cudaStreamCreate(&s), "cudaStreamCreate");
  auto* gates = gate::pinned<unsigned>(6);
  auto* host = gate::pinned<unsigned>(kCount);
  auto* back = gate::pinned<unsigned>(kCount);
  auto* wrong = gate::pinned<unsigned>(1);
  unsigned *a, *b, *dummy;
  const size_t bytes = kCount * sizeof(unsigned);
  for (auto** p : {&a, &b, &dummy}) gate::ok(cudaMalloc(p, bytes), "cudaMalloc");

  // Pinned memory is read in the stream's turn.
  gate::pass<<<1, 1, 0, s>>>(gates, dummy, 1);
  fill(host, 5);
  gate::ok(cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, s), "from pinned memory");
  gate::ok(cudaMemcpyAsync(b, a, bytes, cudaMemcpyDeviceToDevice, s), "within the device");
  gate::ok(cudaMemcpyAsync(back, b, bytes, cudaMemcpyDeviceToHost, s), "to pinned memory");
  fill(host, 9);  // before the gate opens
  gate::that(back[0] == 0 && back[kCount - 1] == 0, "nothing is copied yet");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaStreamSynchronize(s), "cudaStreamSynchronize");
  gate::that(holds(back, 9), "the copy reads pinned memory in its turn");

  // Pageable memory is read by the call.
  std::vector<unsigned> pageable(kCount);
  fill(pageable.data(), 20);
  gate::pass<<<1, 1, 0, s>>>(gates + 1, dummy, 1);
  gate::ok(cudaMemcpyAsync(a, pageable.data(), bytes, cudaMemcpyHostToDevice, s), "pageable");
  fill(pageable.data(), 77);
  check_all<<<1, 64, 0, s>>>(a, 20, wrong);
  *(volatile unsigned*)(gates + 1) = 1;
  gate::ok(cudaStreamSynchronize(s), "cudaStreamSynchronize");
  gate::that(*(volatile unsigned*)wrong == 0, "what the memory held at the call");

  // A small blocking copy from pageable memory does not wait for its turn either, but it has one.
  fill(pageable.data(), 30);
  gate::pass<<<1, 1>>>(gates + 2, dummy, 1);
  gate::ok(cudaMemcpy(a, pageable.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy, 4 KB");
  fill(pageable.data(), 78);
  check_all<<<1, 64>>>(a, 30, wrong);
  gate::ok(cudaMemcpy(b, a, bytes, cudaMemcpyDeviceToDevice), "cudaMemcpy within the device");
  gate::ok(cudaMemset(a, 1, bytes), "cudaMemset");
  gate::is(cudaStreamQuery(nullptr), cudaErrorNotReady, "all of it waits");
  *(volatile unsigned*)(gates + 2) = 1;
  // To pageable memory: the host waits.
  gate::ok(cudaMemcpy(pageable.data(), b, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy back");
  gate::that(holds(pageable.data(), 30), "the host has waited");
  gate::that(*(volatile unsigned*)wrong == 0, "the order of the default stream");
  (void)cudaGetLastError();

  gate::pass<<<1, 1, 0, s>>>(gates + 3, dummy, 1);
  gate::ok(cudaMemsetAsync(b, 3, bytes, s), "cudaMemsetAsync");
  std::thread opener([&] { *(volatile unsigned*)(gates + 3) = 1; });
  gate::ok(cudaMemcpyAsync(pageable.data(), b, bytes, cudaMemcpyDeviceToHost, s), "to pageable");
  gate::that(pageable[0] == 0x03030303 && pageable[kCount - 1] == 0x03030303, "the host waited");
  opener.join();

  // Memory that is freed in a stream's turn may be used before it.
  unsigned* late;
  gate::ok(cudaMallocAsync(&late, bytes, s), "cudaMallocAsync");
  gate::pass<<<1, 1, 0, s>>>(gates + 4, late, 5);
  gate::ok(cudaMemcpyAsync(back, late, sizeof(unsigned), cudaMemcpyDeviceToHost, s), "its copy");
  gate::ok(cudaFreeAsync(late, s), "cudaFreeAsync");
  *(volatile unsigned*)(gates + 4) = 1;
  gate::ok(cudaStreamSynchronize(s), "cudaStreamSynchronize");
  gate::that(*(volatile unsigned*)back == 5, "the memory was there");

  // cudaFree waits for all that may use the memory.
  gate::pass<<<1, 1, 0, s>>>(gates + 5, a, 6);
  gate::ok(cudaMemcpyAsync(back, a, sizeof(unsigned), cudaMemcpyDeviceToHost, s), "its copy");
  std::thread other([&] { *(volatile unsigned*)(gates + 5) = 1; });
  gate::ok(cudaFree(a), "cudaFree");
  gate::that(*(volatile unsigned*)back == 6, "cudaFree has waited");
  other.join();
  return gate::result();
}
