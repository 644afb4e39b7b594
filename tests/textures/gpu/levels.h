// SPDX-License-Identifier: Apache-2.0
// Levels of detail.
#pragma once

#include "lookups.h"

// Level l of the array holds 100 l + a ramp in x.
static void mipmaps() {
  cudaChannelFormatDesc d = desc<float>();
  cudaMipmappedArray_t a = nullptr;
  OK(cudaMallocMipmappedArray(&a, &d, make_cudaExtent(64, 32, 0), 6));
  for (int l = 0; l < 6; ++l) {
    int w = 64 >> l, h = 32 >> l ? 32 >> l : 1;
    vector<float> v(w * h);
    for (int i = 0; i < w * h; ++i) v[i] = 1000.f * l + i % w + 100 * 0;
    cudaArray_t level;
    OK(cudaGetMipmappedArrayLevel(&level, a, l));
    OK(cudaMemcpy2DToArray(level, 0, 0, v.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
  }
  vector<At> lods, plain, grads;
  for (int i = -128; i < 7 * 256; ++i)
    lods.push_back({0.3f, 0.4f, 0, i / 256.f + 1 / 1024.f * (i % 3)});
  for (int i = 0; i < 512; ++i) lods.push_back({unit(), unit(), 0, between(-1, 7)});
  for (float x : {INFINITY, -INFINITY, (float)NAN, 1e30f, -1e30f})
    lods.push_back({0.3f, 0.4f, 0, x});
  for (int i = 0; i < 64; ++i) plain.push_back({unit(), unit(), 0, 0});
  for (int i = 0; i < 1024; ++i) {
    float s = exp2f(between(-8, 1)), t = exp2f(between(-8, 1));
    grads.push_back({0.3f, 0.4f, s, i % 3 ? t : 0.f});
  }
  for (int i = 0; i < 1024; ++i) grads.push_back({0.3f, 0.4f, exp2f(-6 + i / 256.f), 0});
  grads.push_back({0.3f, 0.4f, 0, 0});
  grads.push_back({0.3f, 0.4f, NAN, 0});
  grads.push_back({0.3f, 0.4f, INFINITY, 0});
  for (int mip = 0; mip < 2; ++mip) {
    for (int f = 0; f < 2; ++f) {
      Mode m = mode(kClamp, f, kElement, 1);
      m.mip = mip;
      m.hi = 100;
      std::string n = std::string(mip ? ".trilinear" : ".nearest") + (f ? ".linear" : ".point");
      ask<float4>("lod" + n, mipmap_object(a, m), k2DLod, lods);
      ask<float4>("grad" + n, mipmap_object(a, m), k2DGrad, grads);
      ask<float4>("nolod" + n, mipmap_object(a, m), k2D, plain);
      m.bias = 0.75f;
      ask<float4>("lod.bias" + n, mipmap_object(a, m), k2DLod, lods);
      ask<float4>("nolod.bias" + n, mipmap_object(a, m), k2D, plain);
      m.bias = 0;
      m.lo = 1.25f;
      m.hi = 2.6f;
      ask<float4>("lod.clamp" + n, mipmap_object(a, m), k2DLod, lods);
      ask<float4>("nolod.clamp" + n, mipmap_object(a, m), k2D, plain);
      m.lo = 0;
      m.hi = 0;
      ask<float4>("lod.zero" + n, mipmap_object(a, m), k2DLod, lods);
      m.hi = 100;
      m.aniso = 16;
      ask<float4>("grad.aniso" + n, mipmap_object(a, m), k2DGrad, grads);
    }
  }
  // An object of one array, with a level asked.
  cudaArray_t level;
  OK(cudaGetMipmappedArrayLevel(&level, a, 1));
  ask<float4>("lod.array", object(level, mode(kClamp, kPoint, kElement, 1)), k2DLod, lods);
}
