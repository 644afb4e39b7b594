// SPDX-License-Identifier: Apache-2.0
// Addresses outside of a texture.
#pragma once

#include "lookups.h"

static void addresses() {
  float v[60];
  for (int i = 0; i < 60; ++i) v[i] = (float)(i + 1);
  unsigned char uc[60];
  for (int i = 0; i < 60; ++i) uc[i] = (unsigned char)(i * 4 + 3);
  int iv[60];
  for (int i = 0; i < 60; ++i) iv[i] = i * 1000 - 7;
  vector<At> texels, normal, t2, n2, t3, n3;
  const float odd[] = {-1e30f, -3e9f,      -1e9f,      -1e6f,    -8388609.f, -0.0f, 0.f,
                       1e-30f, -1e-30f,    4.9999995f, 5.f,      5.0000005f, 1e6f,  8388609.f,
                       1e9f,   3e9f,       1e30f,      INFINITY, -INFINITY,  NAN,   0.99999994f,
                       1.f,    1.0000001f, 2.f,        -1.f,     -2.f,       3.f,   0.5f,
                       -0.5f,  1.5f,       2.5f};
  for (float x : odd) texels.push_back({x, 0, 0, 0});
  for (float x : odd) normal.push_back({x, 0, 0, 0});
  for (int i = 0; i < 600; ++i) texels.push_back({-8 + i / 32.f, 0, 0, 0});
  for (int i = 0; i < 600; ++i) normal.push_back({-2.5f + i / 120.f, 0, 0, 0});
  for (int i = 0; i < 600; ++i) texels.push_back({between(-10, 15), 0, 0, 0});
  for (int i = 0; i < 600; ++i) normal.push_back({between(-3, 3), 0, 0, 0});
  for (int i = 0; i < 200; ++i) normal.push_back({between(-3000, 3000), 0, 0, 0});
  for (int i = 0; i < 600; ++i) {
    t2.push_back({between(-6, 11), between(-6, 9), 0, 0});
    n2.push_back({between(-2, 2), between(-2, 2), 0, 0});
    t3.push_back({between(-4, 9), between(-4, 8), between(-4, 7), 0});
    n3.push_back({between(-2, 2), between(-2, 2), between(-2, 2), 0});
  }
  auto a1 = array3(desc<float>(), 5, 0, 0, 0, v, 4);
  auto a2 = array3(desc<float>(), 5, 4, 0, 0, v, 4);
  auto a3 = array3(desc<float>(), 5, 4, 3, 0, v, 4);
  auto u2 = array3(desc<unsigned char>(), 5, 4, 0, 0, uc, 1);
  auto i2 = array3(desc<int>(), 5, 4, 0, 0, iv, 4);
  const char* names[] = {"wrap", "clamp", "mirror", "border"};
  for (int norm = 0; norm < 2; ++norm) {
    for (int m = 0; m < 4; ++m) {
      for (int f = 0; f < 2; ++f) {
        Mode d = mode(m, f, kElement, norm);
        const float border[4] = {0.25f, 0.5f, 0.75f, 1.5f};
        memcpy(d.border, border, 16);
        std::string n =
            std::string(names[m]) + (f ? ".linear" : ".point") + (norm ? ".norm" : ".texels");
        ask<float4>("address1." + n, object(a1, d), k1D, norm ? normal : texels);
        ask<float4>("address2." + n, object(a2, d), k2D, norm ? n2 : t2);
        ask<float4>("address3." + n, object(a3, d), k3D, norm ? n3 : t3);
        Mode u = d;
        u.read = kNormal;
        ask<float4>("address2u." + n, object(u2, u), k2D, norm ? n2 : t2);
        if (!f) {
          ask<int4>("address2i." + n, object(i2, d), k2D, norm ? n2 : t2);
          ask<int4>("address2e." + n, object(u2, d), k2D, norm ? n2 : t2);
        }
      }
    }
  }
  // Layers outside and between.
  auto l1 = array3(desc<float>(), 5, 0, 12, cudaArrayLayered, v, 4);
  auto l2 = array3(desc<float>(), 5, 4, 3, cudaArrayLayered, v, 4);
  vector<At> layers;
  for (int i = -4; i < 16; ++i) {
    for (float x : {0.3f, 2.75f, 7.f}) layers.push_back({x, 1.5f, 0, (float)i});
  }
  layers.push_back({1, 1, 1, -2e9f});
  layers.push_back({1, 1, 1, 2e9f});
  layers.push_back({1, 1, 1, 70000});
  for (int f = 0; f < 2; ++f) {
    ask<float4>(std::string("layers1.") + (f ? "linear" : "point"),
                object(l1, mode(kClamp, f, kElement, 0)), k1DL, layers);
    ask<float4>(std::string("layers2.") + (f ? "linear" : "point"),
                object(l2, mode(kClamp, f, kElement, 0)), k2DL, layers);
    ask<float4>(std::string("layers2border.") + (f ? "linear" : "point"),
                object(l2, mode(kBorder, f, kElement, 0)), k2DL, layers);
  }
  // Linear memory.
  float* lin;
  OK(cudaMalloc(&lin, 4096));
  OK(cudaMemset(lin, 0x41, 4096));
  OK(cudaMemcpy(lin, v, 240, cudaMemcpyHostToDevice));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = lin;
  r.res.linear.desc = desc<float>();
  r.res.linear.sizeInBytes = 42;  // two bytes too many
  vector<At> fetches;
  for (int i = -3; i < 70; ++i) fetches.push_back({(float)i, 0, 0, 0});
  fetches.push_back({2e9f, 0, 0, 0});
  fetches.push_back({-2e9f, 0, 0, 0});
  for (int m = 0; m < 4; ++m) {
    cudaTextureDesc t = describe(mode(m, kPoint, kElement, 0));
    t.borderColor[0] = 0.5f;
    cudaTextureObject_t o = 0;
    ok(cudaCreateTextureObject(&o, &r, &t, nullptr), "linear");
    ask<float4>(std::string("fetch.") + names[m], o, kFetch, fetches);
    ask<float4>(std::string("fetch1D.") + names[m], o, k1D, texels);
  }
  r.res.linear.desc = desc<float4>();
  r.res.linear.sizeInBytes = 160;
  cudaTextureDesc t = describe(mode(kClamp, kPoint, kElement, 0));
  cudaTextureObject_t o = 0;
  ok(cudaCreateTextureObject(&o, &r, &t, nullptr), "linear4");
  ask<float4>("fetch.float4", o, kFetch, fetches);
  // Pitched.
  float* pit;
  OK(cudaMalloc(&pit, 4096));
  OK(cudaMemset(pit, 0x41, 4096));
  OK(cudaMemcpy2D(pit, 512, v, 20, 20, 4, cudaMemcpyHostToDevice));
  r = {};
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D.devPtr = pit;
  r.res.pitch2D.desc = desc<float>();
  r.res.pitch2D.width = 5;
  r.res.pitch2D.height = 4;
  r.res.pitch2D.pitchInBytes = 512;
  for (int norm = 0; norm < 2; ++norm) {
    for (int m = 0; m < 4; ++m) {
      for (int f = 0; f < 2; ++f) {
        cudaTextureDesc d = describe(mode(m, f, kElement, norm));
        const float border[4] = {0.25f, 0.5f, 0.75f, 1.5f};
        memcpy(d.borderColor, border, 16);
        std::string n =
            std::string(names[m]) + (f ? ".linear" : ".point") + (norm ? ".norm" : ".texels");
        o = 0;
        ok(cudaCreateTextureObject(&o, &r, &d, nullptr), "pitch");
        ask<float4>("pitch." + n, o, k2D, norm ? n2 : t2);
      }
    }
  }
}
