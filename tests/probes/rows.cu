// SPDX-License-Identifier: Apache-2.0
// Regular accesses are first told as rows (Listener::passes): of the addresses that the lanes
// touch, and nothing more of those that a listener lets pass.
#include <algorithm>
#include <vector>

#include "counter.h"

namespace probes = heddle::probes;

std::uint64_t at(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

struct Rows : counter::Counter {
  explicit Rows(bool lets_pass) : lets_pass_(lets_pass) {}
  probes::Pass passes(const probes::RowAccess& event) override {
    const std::lock_guard lock(mutex_);
    ++asked;
    std::uint64_t low = ~std::uint64_t{0}, high = 0;
    for (std::uint32_t rest = event.active; rest; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const auto address = event.rows.at(lane);
      low = std::min(low, address);
      high = std::max(high, address);
      (event.site.is_store() ? stored : loaded).push_back(address);
    }
    EXPECT(event.low <= low && event.high >= high, true);
    if (event.rows.is_one()) {
      EXPECT(event.low, low);
      EXPECT(event.high, high);
    }
    objects.push_back(event.object);
    shared += event.shared;
    solid += event.is_solid();
    return lets_pass_ ? probes::Pass::this_one() : probes::Pass::no();
  }
  std::vector<std::uint64_t> loaded, stored, objects;
  unsigned asked = 0, shared = 0, solid = 0;

 private:
  const bool lets_pass_;
};

__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[31 - threadIdx.x];
}

__global__ void columns(const int* in, int* out, int pitch) {
  if (threadIdx.x < 20) out[threadIdx.x * pitch] = in[0];
}

// Blocks that are narrower than a warp.
__global__ void tiles(const int* in, int* out, long pitch) {
  __shared__ int tile[8][8];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * pitch + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.y][0];
}

__global__ void gather(const int* index, const int* in, int* out) {
  out[threadIdx.x] = in[index[threadIdx.x]];
}

void each_lane(const int* in, int* out) {
  Rows rows(true);
  counter::listen(rows, [&] { copy<<<1, 32>>>(in, out); });
  EXPECT(rows.asked, 2);
  EXPECT(rows.solid, 1);  // the store; the other goes down
  EXPECT(rows.counts.loads.events + rows.counts.stores.events, 0);
  EXPECT(rows.loaded.size(), 32);
  for (unsigned lane = 0; lane < rows.loaded.size(); ++lane) {
    EXPECT(rows.loaded[lane], at(in + 31 - lane));
    EXPECT(rows.stored[lane], at(out + lane));
  }
  EXPECT(rows.objects[0], at(in));
  EXPECT(rows.objects[1], at(out));
  Rows curious(false);
  counter::listen(curious, [&] { copy<<<1, 32>>>(in, out); });
  EXPECT(curious.asked, 2);
  EXPECT(curious.counts.loads.events, 1);
  EXPECT(curious.counts.stores.events, 1);
}

void some_lanes(const int* in, int* out) {
  Rows rows(true);
  counter::listen(rows, [&] { columns<<<1, 32>>>(in, out, 7); });
  EXPECT(rows.asked, 2);
  EXPECT(rows.solid, 0);
  EXPECT(rows.stored.size(), 20);
  for (unsigned lane = 0; lane < rows.stored.size(); ++lane) {
    EXPECT(rows.stored[lane], at(out + lane * 7));
  }
  for (const auto address : rows.loaded) EXPECT(address, at(in));
}

void narrow_blocks(const int* in, int* out) {
  Rows rows(true);
  counter::listen(rows, [&] { tiles<<<1, dim3(8, 8)>>>(in, out, 100); });
  EXPECT(rows.asked, 8);  // two warps
  EXPECT(rows.shared, 4);
  EXPECT(rows.loaded.size(), 128);
  for (unsigned thread = 0; thread < 64; ++thread) {
    const auto has = [&](const auto& all, const void* place) {
      return std::ranges::count(all, at(place)) == 1;
    };
    EXPECT(has(rows.loaded, in + thread / 8 * 100 + thread % 8), true);
    EXPECT(has(rows.stored, out + thread), true);
  }
}

// Known only when it runs, or never.
void places_from_memory(const int* in, int* out, int* index) {
  for (int i = 0; i < 32; ++i) index[i] = 5 * i;
  Rows rows(true);
  counter::listen(rows, [&] { gather<<<1, 32>>>(index, in, out); });
  EXPECT(rows.asked, 3);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT(std::ranges::count(rows.loaded, at(in + 5 * lane)), 1);
  }
  index[7] = 0;
  Rows others(true);
  counter::listen(others, [&] { gather<<<1, 32>>>(index, in, out); });
  EXPECT(others.asked, 2);
  EXPECT(others.counts.loads.events, 1);
}

int main() {
  auto* in = counter::device_array<int>(4096);
  auto* out = counter::device_array<int>(4096);
  auto* index = counter::device_array<int>(32);
  each_lane(in, out);
  some_lanes(in, out);
  narrow_blocks(in, out);
  places_from_memory(in, out, index);
  return counter::result();
}
