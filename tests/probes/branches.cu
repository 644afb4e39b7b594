// SPDX-License-Identifier: Apache-2.0
// Branches: who comes, who goes where. Atomics keep the sides from becoming selects.
#include "counter.h"

using counter::count;

__global__ void divergent(int* out) {
  if (threadIdx.x % 4 == 1) {
    atomicAdd(out, static_cast<int>(threadIdx.x));
  } else {
    atomicMax(out + 1, static_cast<int>(threadIdx.x));
  }
}

void both_sides(int* out) {
  const auto c = count([&] { divergent<<<2, 40>>>(out); });
  // Two warps a block: 32 lanes, 8 lanes.
  EXPECT(c.branches.events, 4);
  EXPECT(c.branches.lanes, 80);
  EXPECT(c.branches.masks.of(~0u), 2);
  EXPECT(c.branches.masks.of(0xff), 2);
  EXPECT(c.taken == 20 || c.taken == 60, true);  // the compiler chooses which side is first
  EXPECT(c.branches.sites.size(), 1);
  EXPECT(c.reductions.events, 8);
  EXPECT(c.reductions.lanes, 80);
  EXPECT(c.reductions.masks.of(0x22222222u), 2);
}

__global__ void uniform(int* out, int n) {
  if (n > 3) atomicAdd(out, n + static_cast<int>(threadIdx.x));
}

void uniform_ones(int* out) {
  auto c = count([&] { uniform<<<3, 64>>>(out, 4); });
  EXPECT(c.branches.events, 6);
  EXPECT(c.branches.lanes, 192);
  EXPECT(c.taken % 192, 0);
  const auto taken = c.taken;
  c = count([&] { uniform<<<3, 64>>>(out, 3); });
  EXPECT(c.branches.events, 6);
  EXPECT(c.taken, 192 - taken);
  EXPECT(c.reductions.events, 0);
}

// Lane l goes round l + 1 times: the branch back is asked 32 times.
__global__ void loop(int* out) {
  int i = static_cast<int>(threadIdx.x);
#pragma unroll 1
  do {
    atomicAdd(out + i, 1);
  } while (i-- > 0);
}

void loops(int* out) {
  const auto c = count([&] { loop<<<1, 32>>>(out); });
  EXPECT(c.reductions.events, 32);
  EXPECT(c.reductions.lanes, 32 * 33 / 2);
  EXPECT(c.branches.events, 32);
  EXPECT(c.branches.lanes, 32 * 33 / 2);
  EXPECT(c.taken == 32 || c.taken == 32 * 31 / 2, true);  // out of the loop, or round it
}

__global__ void switches(int* out) {
  switch (threadIdx.x % 5) {
    case 0:
      atomicAdd(out, 1);
      break;
    case 1:
      atomicSub(out, 1);
      break;
    case 2:
      atomicMax(out, 1);
      break;
    case 3:
      atomicMin(out, 1);
      break;
    default:
      atomicXor(out, 1);
  }
}

void switch_cases(int* out) {
  const auto c = count([&] { switches<<<1, 30>>>(out); });
  EXPECT(c.reductions.events, 5);
  EXPECT(c.reductions.lanes, 30);
  // A tree of two-way branches with five leaves: each lane passes two or three.
  EXPECT(c.branches.sites.size(), 4);
  EXPECT(c.branches.events, 4);
  EXPECT(c.branches.lanes >= 60 && c.branches.lanes <= 120, true);
}

__global__ void early_exit(int* out, int n) {
  if (static_cast<int>(threadIdx.x) >= n) return;
  atomicAdd(out, 1);
  if (threadIdx.x % 2) return;
  atomicAdd(out, 2);
}

void exits(int* out) {
  const auto c = count([&] { early_exit<<<2, 64>>>(out, 40); });
  EXPECT(c.ended, 128);
  EXPECT(c.exits.lanes >= 128, true);
  const auto single = count([&] { uniform<<<2, 33>>>(out, 9); });
  EXPECT(single.ended, 66);
}

int main() {
  int* out = counter::device_array<int>(64);
  both_sides(out);
  uniform_ones(out);
  loops(out);
  switch_cases(out);
  exits(out);
  return counter::result();
}
