// SPDX-License-Identifier: Apache-2.0
// Memory that comes and goes: what kind, where, by which call, when; and that it lies apart and is
// not used again at once while a tool listens.
#include <algorithm>
#include <cstring>
#include <string>

#include "counter.h"

namespace probes = heddle::probes;

struct Change {
  probes::MemoryChange change;
  probes::MemoryOrigin origin;
  int device;
  std::uintptr_t address;
  std::uint64_t bytes;
  std::string name;
  bool traced;
};

class Recorder : public probes::Listener {
 public:
  probes::EventMask events() const override { return mask(probes::Event::kMemory); }
  void memory(const probes::Memory& event) override {
    const std::lock_guard lock(mutex_);
    all.push_back({event.change, event.origin, event.device, event.address, event.bytes,
                   std::string(event.name), !event.trace.empty()});
  }
  const Change* find(probes::MemoryChange change, const void* address) {
    const std::lock_guard lock(mutex_);
    for (auto it = all.rbegin(); it != all.rend(); ++it) {
      if (it->change == change && it->address == reinterpret_cast<std::uintptr_t>(address)) {
        return &*it;
      }
    }
    return nullptr;
  }
  std::vector<Change> all;

 private:
  std::mutex mutex_;
};

using Change_ = probes::MemoryChange;
using Origin = probes::MemoryOrigin;

Recorder recorder;

void expect(int line, Change_ change, const void* address, Origin origin, std::uint64_t bytes,
            const char* call) {
  const auto* seen = recorder.find(change, address);
  counter::expect_at(line, "it was told", seen != nullptr, true);
  if (!seen) return;
  if (change != Change_::kRefused) {
    counter::expect_at(line, "its origin", unsigned(seen->origin), unsigned(origin));
  }
  counter::expect_at(line, "its bytes", seen->bytes, bytes);
  if (seen->name != call) {
    std::fprintf(stderr, "line %d: by %s, expected %s\n", line, seen->name.c_str(), call);
    counter::failed() = true;
  }
}
#define EXPECT_CHANGE(change, address, origin, bytes, call) \
  expect(__LINE__, Change_::change, address, Origin::origin, bytes, call)

__device__ int variable[25];
__constant__ float constants[10];
__managed__ int shared_with_host;

__global__ void use_variables(int* out) {
  *out = variable[3] + static_cast<int>(constants[2]) + shared_with_host;
}
__global__ void use_heap(int** out) {
  int* mine = static_cast<int*>(malloc(40));
  *mine = 7;
  *out = mine;
  int* other = new int[5];
  delete[] other;
}
__global__ void wait_for(volatile int* flag, int* data) {
  while (*flag == 0) {
  }
  data[0] = 1;
}

void kinds() {
  void *device, *managed, *host;
  cudaMalloc(&device, 100);
  EXPECT_CHANGE(kAllocated, device, kDevice, 100, "cudaMalloc");
  EXPECT(recorder.find(Change_::kAllocated, device)->traced, true);
  cudaMallocManaged(&managed, 5000);
  EXPECT_CHANGE(kAllocated, managed, kManaged, 5000, "cudaMallocManaged");
  cudaMallocHost(&host, 64);
  EXPECT_CHANGE(kAllocated, host, kHost, 64, "cudaMallocHost");
  EXPECT(recorder.find(Change_::kAllocated, host)->device == -1, true);
  static char own[8192];
  cudaHostRegister(own, sizeof own, 0);
  EXPECT_CHANGE(kAllocated, own, kRegistered, sizeof own, "cudaHostRegister");
  cudaHostUnregister(own);
  EXPECT_CHANGE(kFreed, own, kRegistered, sizeof own, "cudaHostUnregister");
  cudaFree(device);
  EXPECT_CHANGE(kFreed, device, kDevice, 100, "cudaFree");
  cudaFree(managed);
  EXPECT_CHANGE(kFreed, managed, kManaged, 5000, "cudaFree");
  cudaFreeHost(host);
  EXPECT_CHANGE(kFreed, host, kHost, 64, "cudaFreeHost");
  // What begins no allocation.
  EXPECT(cudaFree(device), cudaErrorInvalidValue);
  EXPECT_CHANGE(kRefused, device, kDevice, 0, "cudaFree");
  EXPECT(cudaFreeHost(own), cudaErrorInvalidValue);
  EXPECT_CHANGE(kRefused, own, kHost, 0, "cudaFreeHost");
  EXPECT(cudaFreeAsync(own, nullptr), cudaErrorInvalidValue);
  EXPECT_CHANGE(kRefused, own, kPool, 0, "cudaFreeAsync");
  cudaGetLastError();
}

void apart() {
  std::vector<std::uintptr_t> begins;
  void* freed = nullptr;
  cudaMalloc(&freed, 1000);
  cudaFree(freed);
  for (int i = 0; i < 50; ++i) {
    void* one = nullptr;
    cudaMalloc(&one, 512);
    EXPECT(one != freed, true);
    begins.push_back(reinterpret_cast<std::uintptr_t>(one));
  }
  std::sort(begins.begin(), begins.end());
  for (std::size_t i = 1; i < begins.size(); ++i) {
    EXPECT(begins[i] - begins[i - 1] >= 512 + 256, true);
  }
  // Much that is freed is used again: it must not fill the host's memory.
  for (int i = 0; i < 200; ++i) {
    void* large = nullptr;
    EXPECT(cudaMalloc(&large, std::size_t{1} << 30), cudaSuccess);
    cudaFree(large);
  }
  for (int i = 0; i < 200; ++i) {
    void* large = nullptr;
    EXPECT(cudaMallocAsync(&large, std::size_t{1} << 30, nullptr), cudaSuccess);
    cudaFreeAsync(large, nullptr);
  }
  cudaDeviceSynchronize();
}

// A free in a stream is told when the stream has come to it.
void in_stream_order() {
  recorder.all.clear();  // addresses of what was freed before may come again
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *flag, *data;
  cudaMallocHost(&flag, sizeof(int));
  *flag = 0;
  cudaMallocAsync(&data, 4000, stream);
  EXPECT_CHANGE(kAllocated, data, kPool, 4000, "cudaMallocAsync");
  wait_for<<<1, 1, 0, stream>>>(flag, data);
  cudaFreeAsync(data, stream);
  EXPECT(recorder.find(Change_::kFreed, data) == nullptr, true);
  *static_cast<volatile int*>(flag) = 1;
  cudaStreamSynchronize(stream);
  EXPECT_CHANGE(kFreed, data, kPool, 4000, "cudaFreeAsync");
  int* again = nullptr;
  cudaMallocAsync(&again, 4000, stream);
  EXPECT(again != data, true);
  cudaFreeAsync(again, stream);
  // Of cudaMalloc, too.
  int* plain = nullptr;
  cudaMalloc(&plain, 2000);
  *flag = 0;
  wait_for<<<1, 1, 0, stream>>>(flag, plain);
  cudaFreeAsync(plain, stream);
  EXPECT(recorder.find(Change_::kFreed, plain) == nullptr, true);
  *static_cast<volatile int*>(flag) = 1;
  cudaStreamSynchronize(stream);
  EXPECT_CHANGE(kFreed, plain, kDevice, 2000, "cudaFreeAsync");
  cudaFreeHost(flag);
}

void variables() {
  int* out = counter::device_array<int>(1);
  use_variables<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  void *at = nullptr, *constant = nullptr;
  cudaGetSymbolAddress(&at, variable);
  cudaGetSymbolAddress(&constant, constants);
  EXPECT_CHANGE(kAllocated, at, kVariable, sizeof variable, "variable");
  EXPECT_CHANGE(kAllocated, constant, kConstant, sizeof constants, "constants");
  EXPECT_CHANGE(kAllocated, &shared_with_host, kManaged, sizeof(int), "shared_with_host");
}

void heap() {
  auto** out = counter::device_array<int*>(1);
  use_heap<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  EXPECT_CHANGE(kAllocated, *out, kHeap, 40, "malloc");
  unsigned allocated = 0, freed = 0;
  for (const auto& one : recorder.all) {
    if (one.origin != Origin::kHeap) continue;
    allocated += one.change == Change_::kAllocated;
    freed += one.change == Change_::kFreed;
  }
  EXPECT(allocated, 2);
  EXPECT(freed, 1);
}

int main() {
  heddle_add_listener(&recorder);
  kinds();
  apart();
  in_stream_order();
  variables();
  heap();
  cudaDeviceReset();
  EXPECT(recorder.all.back().change == Change_::kReset ||
             recorder.find(Change_::kReset, nullptr) != nullptr,
         true);
  heddle_remove_listener(&recorder);
  return counter::result();
}
