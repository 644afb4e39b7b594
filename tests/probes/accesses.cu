// SPDX-License-Identifier: Apache-2.0
// Loads and stores: how many, of which lanes, how wide.
#include "counter.h"

using counter::count;

__global__ void copy(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i] + 1;
}

// The last warp has one lane, the last block's bound cuts through a warp.
void partial_warps(const int* in, int* out) {
  const auto c = count([&] { copy<<<3, 65>>>(in, out, 150); });
  // Warps of blocks 0 and 1: 32, 32, 1 lanes; of block 2: 20 lanes, none, none.
  EXPECT(c.loads.events, 7);
  EXPECT(c.loads.lanes, 150);
  EXPECT(c.stores.events, 7);
  EXPECT(c.stores.lanes, 150);
  EXPECT(c.loads.masks.of(~0u), 4);
  EXPECT(c.loads.masks.of(1), 2);
  EXPECT(c.loads.masks.of((1u << 20) - 1), 1);
  EXPECT(c.loads.bytes.of(4), 7);
  EXPECT(c.loads.sites.size(), 1);
  EXPECT(c.stores.sites.size(), 1);
  for (int i = 0; i < 150; ++i) EXPECT(out[i], 2 * in[i] + 1);
  EXPECT(out[150], 0);
}

// Half the lanes, and among them a quarter.
__global__ void divergent(const int* in, int* out) {
  const int lane = threadIdx.x;
  int v = in[lane];
  if (lane % 2) {
    v += in[lane + 100];
    if (lane % 8 == 3) out[lane + 64] = v;
  }
  out[lane] = v;
}

void under_divergence(const int* in, int* out) {
  const auto c = count([&] { divergent<<<1, 32>>>(in, out); });
  EXPECT(c.loads.events, 2);
  EXPECT(c.loads.masks.of(~0u), 1);
  EXPECT(c.loads.masks.of(0xaaaaaaaau), 1);
  EXPECT(c.stores.events, 2);
  EXPECT(c.stores.masks.of(0x08080808u), 1);
  EXPECT(c.stores.masks.of(~0u), 1);
  for (int i = 0; i < 32; ++i) EXPECT(out[i], in[i] + (i % 2 ? in[i + 100] : 0));
}

// Lane l goes round l times.
__global__ void lane_dependent_trips(const int* in, int* out) {
  const int lane = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < lane; ++i) sum += in[i * 32 + lane];
  out[lane] = sum;
}

void loops(const int* in, int* out) {
  const auto c = count([&] { lane_dependent_trips<<<1, 32>>>(in, out); });
  EXPECT(c.loads.events, 31);
  EXPECT(c.loads.lanes, 31 * 32 / 2);
  for (unsigned i = 0; i < 31; ++i) EXPECT(c.loads.masks.of(~0u << (i + 1)), 1);
  for (int lane = 0; lane < 32; ++lane) {
    int sum = 0;
    for (int i = 0; i < lane; ++i) sum += in[i * 32 + lane];
    EXPECT(out[lane], sum);
  }
}

// A uniform address is still one event of all lanes.
__global__ void broadcast(const int* in, int* out) {
  out[threadIdx.x] = in[7] * static_cast<int>(threadIdx.x);
}

void uniform_addresses(const int* in, int* out) {
  const auto c = count([&] { broadcast<<<1, 64>>>(in, out); });
  EXPECT(c.loads.events, 2);
  EXPECT(c.loads.lanes, 64);
  EXPECT(c.stores.lanes, 64);
}

struct Mixed {
  char c;
  short s;
  double d;
};
__global__ void sizes(const Mixed* in, double* out) {
  const Mixed* m = in + threadIdx.x;
  out[threadIdx.x] = m->c + m->s + m->d;
}

void widths(double* out) {
  auto* in = counter::device_array<Mixed>(32);
  for (int i = 0; i < 32; ++i) in[i] = {static_cast<char>(i), static_cast<short>(-i * 3), i * 0.5};
  const auto c = count([&] { sizes<<<1, 32>>>(in, out); });
  EXPECT(c.loads.events, 3);
  EXPECT(c.loads.bytes.of(1), 1);
  EXPECT(c.loads.bytes.of(2), 1);
  EXPECT(c.loads.bytes.of(8), 1);
  EXPECT(c.stores.bytes.of(8), 1);
  for (int i = 0; i < 32; ++i) EXPECT(out[i] == -1.5 * i, true);
}

int main() {
  int* in = counter::device_array<int>(4096);
  int* out = counter::device_array<int>(4096);
  for (int i = 0; i < 4096; ++i) in[i] = i * i % 1237;
  partial_warps(in, out);
  under_divergence(in, out);
  loops(in, out);
  uniform_addresses(in, out);
  widths(counter::device_array<double>(32));
  return counter::result();
}
