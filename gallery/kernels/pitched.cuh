// SPDX-License-Identifier: Apache-2.0
// Arrays whose rows are padded: pitch is the distance of two rows in bytes (spec/000).
#pragma once

#include <cuda_runtime.h>

// Every thread walks over the whole array, as the document's kernel does, and leaves its sum.
__global__ void MyKernel(float* devPtr, size_t pitch, int width, int height, float* sums) {
  float sum = 0.0f;
  for (int r = 0; r < height; ++r) {
    float* row = (float*)((char*)devPtr + r * pitch);
    for (int c = 0; c < width; ++c) {
      float element = row[c];
      sum += element;
    }
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// One thread an element: out = scale * in, the two with pitches of their own.
__global__ void scale_pitched_2d(float scale, const float* in, size_t in_pitch, float* out,
                                 size_t out_pitch, int width, int height) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < width && r < height) {
    const float* in_row = (const float*)((const char*)in + r * in_pitch);
    float* out_row = (float*)((char*)out + r * out_pitch);
    out_row[c] = scale * in_row[c];
  }
}

// Mean of a cell and its six neighbours; outside the volume the nearest cell inside counts.
__global__ void smooth_pitched_3d(cudaPitchedPtr in, cudaPitchedPtr out, int width, int height,
                                  int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;

  const char* base = (const char*)in.ptr;
  size_t slice = in.pitch * height;
  const float* row = (const float*)(base + z * slice + y * in.pitch);
  const float* above = (const float*)(base + z * slice + max(y - 1, 0) * in.pitch);
  const float* below = (const float*)(base + z * slice + min(y + 1, height - 1) * in.pitch);
  const float* front = (const float*)(base + max(z - 1, 0) * slice + y * in.pitch);
  const float* back = (const float*)(base + min(z + 1, depth - 1) * slice + y * in.pitch);

  float sum = row[x] + row[max(x - 1, 0)] + row[min(x + 1, width - 1)] + above[x] + below[x] +
              front[x] + back[x];
  float* out_row = (float*)((char*)out.ptr + z * out.pitch * height + y * out.pitch);
  out_row[x] = sum * (1.0f / 7.0f);
}
