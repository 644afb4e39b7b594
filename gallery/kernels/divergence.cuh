// SPDX-License-Identifier: Apache-2.0
// Branches inside a warp (spec/004). All kernels are integer arithmetic on one value a thread, so
// that host and device agree to the last bit; they differ in which lanes do what together.
#pragma once

#include <cuda_runtime.h>

__host__ __device__ inline unsigned churn(unsigned v, unsigned key, int rounds) {
  for (int i = 0; i < rounds; ++i) v = v * 1664525u + (key ^ (v >> 16));
  return v;
}

// The document's picture: lanes below 4 do A then B, the others X then Y, all of them Z.
__global__ void split_in_two(int n, int rounds, const unsigned* in, unsigned* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned v = i < n ? in[i] : 0;
  if (threadIdx.x < 4) {
    v = churn(v, 1, rounds);  // A
    v = churn(v, 2, rounds);  // B
  } else {
    v = churn(v, 3, rounds);  // X
    v = churn(v, 4, rounds);  // Y
  }
  __syncwarp();
  unsigned left = __shfl_up_sync(0xffffffffu, v, 1);
  if (threadIdx.x % 32 != 0) v += left;  // Z: reads what the lane on the left computed
  if (i < n) out[i] = v;
}

// ways branches; with by_warp whole warps take the same one, otherwise neighbouring lanes differ.
__global__ void ways_of_switch(int n, int rounds, int ways, bool by_warp, const unsigned* in,
                               unsigned* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = in[i];
  int way = (by_warp ? threadIdx.x / 32 : threadIdx.x) % ways;
  switch (way) {
    case 0:
      v = churn(v, 11, rounds);
      break;
    case 1:
      v = churn(v, 22, rounds) ^ 0x55u;
      break;
    case 2:
      v = churn(v ^ 0x1234u, 33, rounds);
      break;
    case 3:
      v = churn(v, 44, rounds) * 3;
      break;
    case 4:
      v = churn(v + 7, 55, rounds);
      break;
    case 5:
      v = churn(v, 66, rounds) >> 1;
      break;
    case 6:
      v = churn(~v, 77, rounds);
      break;
    default:
      v = churn(v, 88, rounds) - 9;
      break;
  }
  out[i] = v;
}

// Loops of different lengths: lane l goes round (l % period) + 1 times as often as rounds.
__global__ void loop_lengths(int n, int rounds, int period, const unsigned* in, unsigned* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = in[i];
  int trips = rounds * (threadIdx.x % period + 1);
  for (int k = 0; k < trips; ++k) v = v * 1664525u + (5u ^ (v >> 16));
  out[i] = v;
}

// break, continue and return that depend on the data.
__global__ void early_exits(int n, int rounds, const unsigned* in, unsigned* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = in[i];
  out[i] = v;
  if (v % 5 == 0) return;
  for (int k = 0; k < rounds; ++k) {
    v = v * 1664525u + 1013904223u;
    if ((v >> 28) == 0) break;
    if ((v >> 20 & 3) == 1) continue;
    if ((v >> 12 & 0xff) == 7) {
      out[i] = ~v;
      return;
    }
    v ^= v >> 7;
  }
  out[i] = v;
}
