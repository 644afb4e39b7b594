// SPDX-License-Identifier: Apache-2.0
// What ends the process's use of the GPU: one a run.
#pragma once

#include "refusals.h"
#include "surfaces.h"

__global__ void trap(cudaSurfaceObject_t s) {
  surf2Dwrite(1.f, s, 400, 0);
}

static void fault(const std::string& which) {
  float v[20] = {};
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array3(desc<float>(), 5, 4, 0, cudaArraySurfaceLoadStore, v, 4);
  cudaSurfaceObject_t s = 0;
  OK(cudaCreateSurfaceObject(&s, &r));
  unsigned* out;
  OK(cudaMalloc(&out, 4096));
  if (which == "trap") trap<<<1, 1>>>(s);
  if (which == "odd") surface_odd<unsigned><<<1, 16>>>(s, out);
  if (which == "zero") surface_odd<unsigned><<<1, 1>>>(0, out);
  if (which == "texture0") look<float4><<<1, 1>>>(0, k2D, (At*)out, (Word4*)out, 1);
  if (which == "linear3d") {
    cudaTextureDesc t = describe(Mode{});
    cudaTextureObject_t o = 0;
    OK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    ask<float4>("2D as 3D", o, k3D, {{1.5f, 1.5f, 0.5f, 0}});
    ask<float4>("2D as 1D", o, k1D, {{1.5f, 1.5f, 0.5f, 0}});
    ask<float4>("2D as layers", o, k2DL, {{1.5f, 1.5f, 0.5f, 0}});
    ask<float4>("2D as fetch", o, kFetch, {{1.f, 1.5f, 0.5f, 0}});
  }
  says(which.c_str(), cudaDeviceSynchronize());
}
