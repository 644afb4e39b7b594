// SPDX-License-Identifier: Apache-2.0
// References of this file's own, bound to arrays of its own. What both files include.
#include <cuda_runtime.h>

static texture<float, 2> look;
static surface<void, cudaSurfaceType2D> place;

__device__ float twice(float x);  // of the first file: the device code is joined

static __global__ void filter(float* out) {
  const int x = threadIdx.x % 8, y = threadIdx.x / 8;
  const float seen = tex2D(look, x + 0.5f, y + 0.5f);
  out[threadIdx.x] = twice(seen) + surf2Dread<float>(place, (7 - x) * 4, y);
  surf2Dwrite(seen, place, (7 - x) * 4, y);
}

// Texel i is i times `factor`; the surface begins with -i. 0: both passes gave what they should.
static int failures(int factor) {
  float texels[32], places[32], out[32];
  for (int i = 0; i < 32; ++i) texels[i] = (float)(i * factor), places[i] = (float)-i;
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaArray_t array, canvas;
  float* results;
  int wrong = cudaMallocArray(&array, &desc, 8, 4) != cudaSuccess;
  wrong += cudaMallocArray(&canvas, &desc, 8, 4, cudaArraySurfaceLoadStore) != cudaSuccess;
  wrong += cudaMalloc(&results, sizeof out) != cudaSuccess;
  wrong +=
      cudaMemcpy2DToArray(array, 0, 0, texels, 32, 32, 4, cudaMemcpyHostToDevice) != cudaSuccess;
  wrong +=
      cudaMemcpy2DToArray(canvas, 0, 0, places, 32, 32, 4, cudaMemcpyHostToDevice) != cudaSuccess;
  wrong += cudaBindTextureToArray(look, array) != cudaSuccess;
  wrong += cudaBindSurfaceToArray(place, canvas) != cudaSuccess;
  for (int pass = 0; pass < 2; ++pass) {
    filter<<<1, 32>>>(results);
    wrong += cudaMemcpy(out, results, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < 32; ++i) {
      const float before = pass ? texels[i] : (float)-(i ^ 7);
      wrong += out[i] != 2 * texels[i] + before;
    }
  }
  return wrong;
}
