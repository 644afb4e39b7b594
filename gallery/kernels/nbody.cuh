// SPDX-License-Identifier: Apache-2.0
// Gravity of n bodies on each other, float4 = (x, y, z, mass), softened, G = 1.
#pragma once

#include <cuda_runtime.h>

__device__ inline float3 add_pull(float3 a, float4 me, float4 other, float softening2) {
  float dx = other.x - me.x;
  float dy = other.y - me.y;
  float dz = other.z - me.z;
  float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening2);
  float pull = other.w * inverse * inverse * inverse;
  a.x += dx * pull;
  a.y += dy * pull;
  a.z += dz * pull;
  return a;
}

// Every thread reads all bodies from global memory.
__global__ void nbody_direct(int n, float softening2, const float4* bodies, float4* acceleration) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 me = bodies[i];
  float3 a = make_float3(0.0f, 0.0f, 0.0f);
  for (int j = 0; j < n; ++j) a = add_pull(a, me, bodies[j], softening2);
  acceleration[i] = make_float4(a.x, a.y, a.z, 0.0f);
}

// The block loads blockDim.x bodies at a time into shared memory (dynamic, 16 bytes a thread).
// A body beyond the end has no mass and pulls nobody.
__global__ void nbody_tiled(int n, float softening2, const float4* bodies, float4* acceleration) {
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = i < n ? bodies[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float3 a = make_float3(0.0f, 0.0f, 0.0f);
  for (int first = 0; first < n; first += blockDim.x) {
    int j = first + threadIdx.x;
    tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
    for (int k = 0; k < blockDim.x; ++k) a = add_pull(a, me, tile[k], softening2);
    __syncthreads();
  }
  if (i < n) acceleration[i] = make_float4(a.x, a.y, a.z, 0.0f);
}
