// SPDX-License-Identifier: Apache-2.0
// Colour image to grey (spec/004), bytes of 0..255, 2-D grid over the pixels.
#pragma once

#include <cuda_runtime.h>

// Planar: all red, then all green, then all blue values. Cut down to a whole number.
__global__ void rgb_to_grey_planar(unsigned char* out, const unsigned char* in, int width,
                                   int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int plane = width * height;
    int i = y * width + x;
    float r = in[i];
    float g = in[i + plane];
    float b = in[i + 2 * plane];
    out[i] = (unsigned char)(0.2989f * r + 0.5870f * g + 0.1140f * b);
  }
}

// Interleaved: three bytes a pixel.
__global__ void rgb_to_grey_uchar3(unsigned char* out, const uchar3* in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    uchar3 p = in[y * width + x];
    out[y * width + x] = (unsigned char)(0.2989f * p.x + 0.5870f * p.y + 0.1140f * p.z);
  }
}

// Four bytes a pixel and whole-number weights in 256ths, rounded to nearest.
__global__ void rgb_to_grey_uchar4(unsigned char* out, const uchar4* in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    uchar4 p = in[y * width + x];
    out[y * width + x] = (unsigned char)((77 * p.x + 150 * p.y + 29 * p.z + 128) >> 8);
  }
}
