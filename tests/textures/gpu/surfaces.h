// SPDX-License-Identifier: Apache-2.0
// Reads and writes of surfaces, with every boundary mode.
#pragma once

#include "lookups.h"

template <class T>
__global__ void surface_read(cudaSurfaceObject_t s, int dims, cudaSurfaceBoundaryMode mode,
                             T* out) {
  // threads 0..: x from -3 to 12, y = threadIdx.y - 3
  int x = (int)threadIdx.x - 3, y = (int)threadIdx.y - 3,
      i = threadIdx.y * blockDim.x + threadIdx.x;
  T v{};
  if (dims == 1) {
    if (mode == cudaBoundaryModeZero)
      v = surf1Dread<T>(s, x * (int)sizeof(T), cudaBoundaryModeZero);
    else
      v = surf1Dread<T>(s, x * (int)sizeof(T), cudaBoundaryModeClamp);
  } else if (dims == 2) {
    if (mode == cudaBoundaryModeZero)
      v = surf2Dread<T>(s, x * (int)sizeof(T), y, cudaBoundaryModeZero);
    else
      v = surf2Dread<T>(s, x * (int)sizeof(T), y, cudaBoundaryModeClamp);
  } else if (dims == 3) {
    if (mode == cudaBoundaryModeZero)
      v = surf3Dread<T>(s, x * (int)sizeof(T), 1, y, cudaBoundaryModeZero);
    else
      v = surf3Dread<T>(s, x * (int)sizeof(T), 1, y, cudaBoundaryModeClamp);
  } else {
    if (mode == cudaBoundaryModeZero)
      v = surf2DLayeredread<T>(s, x * (int)sizeof(T), 1, y, cudaBoundaryModeZero);
    else
      v = surf2DLayeredread<T>(s, x * (int)sizeof(T), 1, y, cudaBoundaryModeClamp);
  }
  out[i] = v;
}
__global__ void surface_write(cudaSurfaceObject_t s, int clamp) {
  int x = (int)threadIdx.x - 3, y = (int)threadIdx.y - 3;
  float v = 1000.f + threadIdx.x + 100 * threadIdx.y;
  // One thread after the other, so that it is known who was last.
  for (int t = 0; t < (int)(blockDim.x * blockDim.y); ++t) {
    __syncthreads();
    if (t == (int)(threadIdx.y * blockDim.x + threadIdx.x)) {
      if (clamp)
        surf2Dwrite(v, s, x * 4, y, cudaBoundaryModeClamp);
      else
        surf2Dwrite(v, s, x * 4, y, cudaBoundaryModeZero);
    }
  }
}
template <class T>
__global__ void surface_odd(cudaSurfaceObject_t s, T* out) {
  out[threadIdx.x] = surf2Dread<T>(s, (int)threadIdx.x, 1, cudaBoundaryModeClamp);
}
static void surfaces() {
  float v[60];
  for (int i = 0; i < 60; ++i) v[i] = (float)(i + 1);
  cudaArray_t arrays[4] = {
      array3(desc<float>(), 5, 0, 0, cudaArraySurfaceLoadStore, v, 4),
      array3(desc<float>(), 5, 4, 0, cudaArraySurfaceLoadStore, v, 4),
      array3(desc<float>(), 5, 4, 3, cudaArraySurfaceLoadStore, v, 4),
      array3(desc<float>(), 5, 4, 3, cudaArraySurfaceLoadStore | cudaArrayLayered, v, 4)};
  for (int d = 0; d < 4; ++d) {
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = arrays[d];
    cudaSurfaceObject_t s = 0;
    OK(cudaCreateSurfaceObject(&s, &r));
    float* out;
    OK(cudaMallocManaged(&out, 4096));
    for (int m = 0; m < 2; ++m) {
      surface_read<float>
          <<<1, dim3(13, 10)>>>(s, d + 1, m ? cudaBoundaryModeClamp : cudaBoundaryModeZero, out);
      OK(cudaDeviceSynchronize());
      put_raw("surface.read" + std::to_string(d + 1) + (m ? ".clamp" : ".zero"), out, 130 * 4);
    }
    if (d == 1) {
      for (int m = 0; m < 2; ++m) {
        // Types that are not the array's.
        surface_read<uchar1><<<1, dim3(25, 10)>>>(
            s, 2, m ? cudaBoundaryModeClamp : cudaBoundaryModeZero, (uchar1*)out);
        OK(cudaDeviceSynchronize());
        put_raw(std::string("surface.bytes") + (m ? ".clamp" : ".zero"), out, 250);
        surface_read<float2><<<1, dim3(13, 10)>>>(
            s, 2, m ? cudaBoundaryModeClamp : cudaBoundaryModeZero, (float2*)out);
        OK(cudaDeviceSynchronize());
        put_raw(std::string("surface.float2") + (m ? ".clamp" : ".zero"), out, 130 * 8);
      }
      for (int m = 0; m < 2; ++m) {
        surface_write<<<1, dim3(13, 10)>>>(s, m);
        OK(cudaDeviceSynchronize());
        float back[20];
        OK(cudaMemcpy2DFromArray(back, 20, arrays[1], 0, 0, 20, 4, cudaMemcpyDeviceToHost));
        put_raw(std::string("surface.write") + (m ? ".clamp" : ".zero"), back, 80);
      }
    }
    OK(cudaFree(out));
  }
}
