// SPDX-License-Identifier: Apache-2.0
// However lanes diverge, the lanes of all events add up to what the threads do one by one: each
// kernel runs in blocks of one thread, where a mask says nothing, and in blocks of many.
#include "counter.h"

using counter::count;
using counter::Counts;

__device__ unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  return x * 0x846ca68bu;
}

__global__ void wander(const unsigned* in, unsigned* out, int n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned state = in[i], sum = 0;
#pragma unroll 1
  for (unsigned round = 0; round < 12; ++round) {
    state = mix(state + round);
    if (state % 11 == 0) break;
    if (state % 5 == 1) continue;
    sum += in[state % 4096];
    switch (state >> 8 & 7) {
      case 0:
        atomicAdd(&out[n + (state & 15)], 1u);
        [[fallthrough]];
      case 1:
        sum ^= in[(state >> 4) % 4096];
        break;
      case 2:
        if (sum % 3 == 0) {
          out[i] = sum;
          return;
        }
        break;
      case 3: {
        unsigned k = state & 7;
#pragma unroll 1
        while (k > 0) {
          sum += in[(state + k * 31) % 4096];
          k = in[(state ^ k) % 4096] & (k - 1);
        }
        break;
      }
      default:
        __threadfence();
    }
  }
  out[i] = sum + 1;
}

// Through a function, a stack array and another way out.
__device__ __noinline__ unsigned deep(const unsigned* in, unsigned x, int depth) {
  if (depth == 0 || x % 7 == 0) return in[x % 4096];
  return in[(x >> 3) % 4096] + deep(in, mix(x), depth - 1);
}
__global__ void wander_deep(const unsigned* in, unsigned* out, int n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned own[8];
  for (unsigned k = 0; k < 8; ++k) own[k] = mix(i + k);
  unsigned x = in[i];
#pragma unroll 1
  for (int k = 0; k < 5; ++k) {
    const unsigned y = own[x & 7];
    own[y & 7] = x;
    if (y & 64) x += deep(in, y, 4);
    x = mix(x);
  }
  out[i] = x;
}

using Kernel = void (*)(const unsigned*, unsigned*, int);

void compare(Kernel kernel, const unsigned* in, unsigned* out) {
  constexpr int n = 500;
  std::vector<unsigned> want;
  Counts one;
  for (unsigned threads : {1u, 7u, 32u, 64u, 100u, 256u}) {
    cudaMemset(out, 0, 4096);
    const unsigned blocks = (n + 20 + threads - 1) / threads;
    const Counts c = count([&] { kernel<<<blocks, threads>>>(in, out, n); });
    if (threads == 1) {
      one = c;
      want.assign(out, out + 1024);
      EXPECT(one.loads.events, one.loads.lanes);
      EXPECT(one.loads.lanes > 2000, true);
      continue;
    }
    for (int i = 0; i < 1024; ++i) EXPECT(out[i], want[i]);
    EXPECT(c.loads.lanes, one.loads.lanes);
    EXPECT(c.stores.lanes, one.stores.lanes);
    EXPECT(c.local_loads.lanes, one.local_loads.lanes);
    EXPECT(c.local_stores.lanes, one.local_stores.lanes);
    EXPECT(c.reductions.lanes, one.reductions.lanes);
    EXPECT(c.fences.lanes, one.fences.lanes);
    EXPECT(c.ended, blocks * threads);
    EXPECT(c.loads.events < one.loads.events, true);
  }
}

int main() {
  auto* in = counter::device_array<unsigned>(4096);
  auto* out = counter::device_array<unsigned>(1024);
  for (unsigned i = 0; i < 4096; ++i) in[i] = i * 2654435761u >> 7;
  compare(wander, in, out);
  compare(wander_deep, in, out);
  return counter::result();
}
