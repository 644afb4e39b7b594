// SPDX-License-Identifier: Apache-2.0
// Who am I: the linear index of a thread in its block and in the grid (spec/003, 2.2.2; spec/004).
#pragma once

#include <cuda_runtime.h>

struct ThreadPlace {
  int block;   // linear index of the block in the grid
  int thread;  // threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)
  int warp;    // in the block
  int lane;
};

__global__ void thread_index(ThreadPlace* places) {
  int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  ThreadPlace place;
  place.block = block;
  place.thread = thread;
  place.warp = thread / warpSize;
  place.lane = thread % warpSize;
  places[block * blockDim.x * blockDim.y * blockDim.z + thread] = place;
}
