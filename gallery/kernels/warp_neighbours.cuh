// SPDX-License-Identifier: Apache-2.0
// For each point of a 3-D block the indices of the 32 points of its warp, by shuffles (spec/004).
#pragma once

#include <cuda_runtime.h>

// out[z][y][x][32][3], for a block of (8, 8, 8) the document's (8, 8, 8, 32, 3): the x, y, z of
// lane 0..31 of the warp of thread (x, y, z); -1 for lanes beyond the last thread of the block.
__global__ void warp_neighbours(int* out) {
  int linear = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  int threads = blockDim.x * blockDim.y * blockDim.z;
  int lanes = min(32, threads - linear / 32 * 32);
  unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
  int* mine = out + linear * 32 * 3;
  for (int lane = 0; lane < 32; ++lane) {
    int x = __shfl_sync(mask, (int)threadIdx.x, lane);
    int y = __shfl_sync(mask, (int)threadIdx.y, lane);
    int z = __shfl_sync(mask, (int)threadIdx.z, lane);
    mine[lane * 3 + 0] = lane < lanes ? x : -1;
    mine[lane * 3 + 1] = lane < lanes ? y : -1;
    mine[lane * 3 + 2] = lane < lanes ? z : -1;
  }
}
