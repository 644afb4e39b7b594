// SPDX-License-Identifier: Apache-2.0
// What an access event says of places: the lanes' addresses, and in which memory they lie.
#include <vector>

#include "counter.h"

namespace probes = heddle::probes;
using probes::Space;

struct Recorder : counter::Counter {
  struct Record {
    probes::Site site;
    std::uint32_t active, shared, local;
    std::vector<std::uint64_t> addresses;
    const std::byte* block_shared;
    std::size_t shared_bytes;
  };
  void access(const probes::Access& event) override {
    Counter::access(event);
    record(event);
  }
  void atomic(const probes::Access& event) override {
    Counter::atomic(event);
    record(event);
  }
  void record(const probes::Access& event) {
    const std::lock_guard lock(mutex_);
    records.push_back({event.site,
                       event.active,
                       event.shared,
                       event.local,
                       {event.addresses.begin(), event.addresses.end()},
                       event.block.shared.data(),
                       event.block.shared.size()});
  }
  std::vector<Record> records;
};

std::uint64_t at(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

__global__ void gather(const int* in, int* out) {
  out[threadIdx.x * 3] = in[(threadIdx.x * 7) % 32];
}

void global_memory(const int* in, int* out) {
  Recorder c;
  counter::listen(c, [&] { gather<<<1, 24>>>(in, out); });
  EXPECT(c.records.size(), 2);
  for (const auto& r : c.records) {
    const bool load = r.site.access == probes::AccessKind::kLoad;
    EXPECT(r.active, 0xffffffu);
    EXPECT(r.shared | r.local, 0);
    EXPECT(r.site.space == Space::kGlobal, true);
    EXPECT(r.site.align, 4);
    for (unsigned lane = 0; lane < 24; ++lane) {
      EXPECT(r.addresses[lane], load ? at(in + lane * 7 % 32) : at(out + lane * 3));
    }
  }
}

// A column of a 32 x 32 tile: every lane in the same bank; the transposed store: all banks.
__global__ void columns(int* out) {
  __shared__ int tile[32][32];
  tile[threadIdx.x][threadIdx.y] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

void bank_conflicts(int* out) {
  Recorder c;
  counter::listen(c, [&] { columns<<<1, dim3(32, 32)>>>(out); });
  unsigned conflicts = 0, free = 0;
  for (const auto& r : c.records) {
    if (r.site.space != Space::kShared) continue;
    EXPECT(r.shared, ~0u);
    EXPECT(r.shared_bytes, 4096);
    std::uint32_t banks = 0;
    for (const auto address : r.addresses) {
      const auto offset = address - at(r.block_shared);
      EXPECT(offset < 4096, true);
      banks |= 1u << offset / 4 % 32;
    }
    const auto used = std::popcount(banks);
    conflicts += used == 1;
    free += used == 32;
  }
  EXPECT(conflicts, 32);
  EXPECT(free, 32);
  for (int i = 0; i < 1024; ++i) EXPECT(out[i], i / 32);
}

extern __shared__ int dynamic[];
__global__ void carved(int* out, int n) {
  int* second = dynamic + n;
  second[threadIdx.x] = 5;
  out[threadIdx.x] = dynamic[n + 31 - threadIdx.x];
}

void dynamic_shared(int* out) {
  Recorder c;
  counter::listen(c, [&] { carved<<<1, 32, 80 * 4>>>(out, 40); });
  unsigned accesses = 0;
  for (const auto& r : c.records) {
    if (r.site.space != Space::kShared) continue;
    ++accesses;
    EXPECT(r.shared_bytes, 320);
    const bool store = r.site.access == probes::AccessKind::kStore;
    for (unsigned lane = 0; lane < 32; ++lane) {
      EXPECT(r.addresses[lane] - at(r.block_shared), 4 * (40 + (store ? lane : 31 - lane)));
    }
  }
  EXPECT(accesses, 2);
}

__constant__ int table[64];
__device__ int variable[64];
__global__ void variables(int* out, int shift) {
  variable[threadIdx.x] = table[threadIdx.x + shift];
  out[threadIdx.x] = variable[threadIdx.x ^ 1];
}

void constant_memory(int* out) {
  int host[64];
  for (int i = 0; i < 64; ++i) host[i] = i * 3;
  cudaMemcpyToSymbol(table, host, sizeof host);
  void *constant = nullptr, *device = nullptr;
  cudaGetSymbolAddress(&constant, table);
  cudaGetSymbolAddress(&device, variable);
  Recorder c;
  counter::listen(c, [&] { variables<<<1, 32>>>(out, 5); });
  EXPECT(c.records.size(), 4);
  for (const auto& r : c.records) {
    if (r.site.space == Space::kConstant) {
      EXPECT(r.addresses[9], at(constant) + 4 * 14);
    } else {
      EXPECT(r.site.space == Space::kGlobal, true);
      if (r.addresses[9] == at(device) + 36)
        EXPECT(r.site.access == probes::AccessKind::kStore, true);
    }
  }
}

// An array that is indexed at run time: each lane has its own copy.
__global__ void stack_array(const int* in, int* out) {
  int own[16];
  for (int i = 0; i < 16; ++i) own[i] = in[i] + static_cast<int>(threadIdx.x);
  out[threadIdx.x] = own[in[threadIdx.x] & 15] + own[in[threadIdx.x + 32] & 15];
}

void local_memory(const int* in, int* out) {
  Recorder c;
  counter::listen(c, [&] { stack_array<<<1, 32>>>(in, out); });
  EXPECT(c.counts.local_loads.lanes, 64);
  EXPECT(c.counts.local_loads.events, 2);
  unsigned bytes = 0;
  for (const auto& r : c.records) {
    if (r.site.event != probes::Event::kLocal) continue;
    EXPECT(r.local, ~0u);
    EXPECT(r.site.local_stride, 64);
    if (r.site.access == probes::AccessKind::kStore) {
      bytes += r.site.bytes;
      for (unsigned lane = 1; lane < 32; ++lane)
        EXPECT(r.addresses[lane] - r.addresses[lane - 1], 64);
    }
  }
  EXPECT(bytes, 64);
  for (int i = 0; i < 32; ++i) EXPECT(out[i], in[in[i] & 15] + in[in[i + 32] & 15] + 2 * i);
}

// A pointer that may lead anywhere: the event tells by the addresses.
__device__ __noinline__ int read(const int* p, int depth) {
  return depth ? read(p, depth - 1) : *p;
}
__global__ void anywhere(const int* in, int* out) {
  __shared__ int shared[32];
  int own[4] = {1, 2, 3, in[7]};
  shared[threadIdx.x] = 100 + static_cast<int>(threadIdx.x);
  const int* p = in + threadIdx.x;
  if (threadIdx.x >= 8) p = &shared[threadIdx.x];
  if (threadIdx.x >= 16) p = &own[in[threadIdx.x] & 3];
  out[threadIdx.x] = read(p, 2);
}

void generic_pointers(const int* in, int* out) {
  Recorder c;
  counter::listen(c, [&] { anywhere<<<1, 32>>>(in, out); });
  unsigned found = 0;
  for (const auto& r : c.records) {
    if (r.site.space != Space::kGeneric) continue;
    ++found;
    EXPECT(r.active, ~0u);
    EXPECT(r.shared, 0x0000ff00u);
    EXPECT(r.local, 0xffff0000u);
  }
  EXPECT(found, 1);
  const int own[] = {1, 2, 3, in[7]};
  for (int i = 0; i < 32; ++i) EXPECT(out[i], i < 8 ? in[i] : i < 16 ? 100 + i : own[in[i] & 3]);
}

int main() {
  int* in = counter::device_array<int>(1024);
  int* out = counter::device_array<int>(1024);
  for (int i = 0; i < 1024; ++i) in[i] = i * i % 97;
  global_memory(in, out);
  bank_conflicts(out);
  dynamic_shared(out);
  constant_memory(out);
  local_memory(in, out);
  generic_pointers(in, out);
  return counter::result();
}
