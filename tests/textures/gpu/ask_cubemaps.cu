// SPDX-License-Identifier: Apache-2.0
// Prints SET(name) rows: what a GPU answers to seamless cubemaps with a linear filter and to
// gradients of cubemaps.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "ask.h"

struct At {
  float x, y, z, w;
};
__global__ void look(cudaTextureObject_t t, int kind, const At* at, float4* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  At a = at[i];
  float4 zero = make_float4(0, 0, 0, 0);
  float w = a.w;
  switch (kind) {
    case 0:
      out[i] = texCubemap<float4>(t, a.x, a.y, a.z);
      break;
    case 1:
      out[i] = texCubemapLayered<float4>(t, a.x, a.y, a.z, (int)w);
      break;
    case 2:
      out[i] = texCubemapGrad<float4>(t, a.x, a.y, a.z, make_float4(w, 0, 0, 0), zero);
      break;
    case 3:
      out[i] = texCubemapGrad<float4>(t, a.x, a.y, a.z, zero, make_float4(0, w, 0, 0));
      break;
    case 4:
      out[i] = texCubemapGrad<float4>(t, a.x, a.y, a.z, make_float4(0, 0, w, 0), zero);
      break;
    case 5:
      out[i] = texCubemapGrad<float4>(t, a.x, a.y, a.z, make_float4(w, 0.5f * w, -0.25f * w, 0),
                                      make_float4(0.3f * w, -w, 0.7f * w, 0));
      break;
    case 6:
      out[i] = texCubemapLayeredGrad<float4>(t, a.x, a.y, a.z, i % 2,
                                             make_float4(w, 0.5f * w, -0.25f * w, 0),
                                             make_float4(0.3f * w, -w, 0.7f * w, 0));
      break;
  }
}
static void ask(const std::string& name, cudaTextureObject_t t, int kind,
                const std::vector<At>& at) {
  At* da;
  float4* dout;
  int n = (int)at.size();
  OK(cudaMalloc(&da, n * 16));
  OK(cudaMalloc(&dout, n * 16));
  OK(cudaMemset(dout, 0xa5, n * 16));
  OK(cudaMemcpy(da, at.data(), n * 16, cudaMemcpyHostToDevice));
  look<<<(n + 63) / 64, 64>>>(t, kind, da, dout, n);
  OK(cudaGetLastError());
  OK(cudaDeviceSynchronize());
  std::vector<float4> out(n);
  OK(cudaMemcpy(out.data(), dout, n * 16, cudaMemcpyDeviceToHost));
  printf("SET(\"%s\")\n", name.c_str());
  for (int i = 0; i < n; ++i) {
    unsigned a[4], r;
    memcpy(a, &at[i], 16);
    memcpy(&r, &out[i].x, 4);
    printf("{{%#x,%#x,%#x,%#x},{%#x}},\n", a[0], a[1], a[2], a[3], r);
  }
  printf("END\n");
}
static cudaTextureObject_t object(const cudaResourceDesc& r, int filter, int mip, int seamless) {
  cudaTextureDesc d = {};
  d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = cudaAddressModeClamp;
  d.filterMode = (cudaTextureFilterMode)filter;
  d.mipmapFilterMode = (cudaTextureFilterMode)mip;
  d.normalizedCoords = 1;
  d.maxMipmapLevelClamp = 100;
  d.seamlessCubemap = seamless;
  cudaTextureObject_t t = 0;
  OK(cudaCreateTextureObject(&t, &r, &d, nullptr));
  return t;
}
int main() {
  // Seamless: faces of 4 x 4 with numbers that tell texels apart, three kinds of places.
  for (int size : {1, 4}) {
    std::vector<float> v(size * size * 12);
    for (size_t i = 0; i < v.size(); ++i) v[i] = (float)(mix((unsigned)i + 77) & 0xffff);
    auto d = cudaCreateChannelDesc<float>();
    cudaArray_t a, l;
    OK(cudaMalloc3DArray(&a, &d, make_cudaExtent(size, size, 6), cudaArrayCubemap));
    OK(cudaMalloc3DArray(&l, &d, make_cudaExtent(size, size, 12),
                         cudaArrayCubemap | cudaArrayLayered));
    for (auto [array, faces] : {std::pair{a, 6}, std::pair{l, 12}}) {
      cudaMemcpy3DParms p = {};
      p.srcPtr = make_cudaPitchedPtr(v.data(), size * 4, size, size);
      p.dstArray = array;
      p.extent = make_cudaExtent(size, size, faces);
      p.kind = cudaMemcpyHostToDevice;
      OK(cudaMemcpy3D(&p));
    }
    std::vector<At> at;
    for (int i = 0; i < 60; ++i)
      at.push_back({between(-1, 1), between(-1, 1), between(-1, 1), (float)(i % 3)});
    for (int i = 0; i < 120; ++i) {  // near edges
      float e = between(0.7f, 1), f = between(-1, 1), s = i & 1 ? 1.f : -1.f,
            u = i & 2 ? 1.f : -1.f;
      int k = i / 4 % 3;
      at.push_back(k == 0   ? At{s, u * e, f, (float)(i % 3)}
                   : k == 1 ? At{f, s, u * e, (float)(i % 3)}
                            : At{u * e, f, s, (float)(i % 3)});
    }
    for (int i = 0; i < 96; ++i) {  // near corners
      float e = between(0.75f, 1), f = between(0.75f, 1), s = i & 1 ? 1.f : -1.f,
            u = i & 2 ? 1.f : -1.f, w = i & 4 ? 1.f : -1.f;
      int k = i / 8 % 3;
      at.push_back(k == 0   ? At{s, u * e, w * f, 0}
                   : k == 1 ? At{w * f, s, u * e, 1}
                            : At{u * e, w * f, s, 0});
    }
    for (float x : {-1.f, 0.f, 1.f})
      for (float y : {-1.f, 0.f, 1.f})
        for (float z : {-1.f, 0.f, 1.f}) at.push_back({x, y, z, 1});
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    ask("seamless." + std::to_string(size), object(r, 1, 0, 1), 0, at);
    r.res.array.array = l;
    ask("seamless.layers." + std::to_string(size), object(r, 1, 0, 1), 1, at);
  }
  // Gradients: level k of the cubemap holds k everywhere, so a filter between levels gives the
  // level.
  auto d = cudaCreateChannelDesc<float>();
  for (int layers = 1; layers <= 2; ++layers) {
    cudaMipmappedArray_t m;
    OK(cudaMallocMipmappedArray(&m, &d, make_cudaExtent(64, 64, 6 * layers), 7,
                                cudaArrayCubemap | (layers > 1 ? cudaArrayLayered : 0)));
    for (int k = 0; k < 7; ++k) {
      int s = 64 >> k;
      std::vector<float> v(s * s * 6 * layers, (float)k);
      for (int i = s * s * 6; i < s * s * 6 * layers; ++i) v[i] += 100;
      cudaArray_t level;
      OK(cudaGetMipmappedArrayLevel(&level, m, k));
      cudaMemcpy3DParms p = {};
      p.srcPtr = make_cudaPitchedPtr(v.data(), s * 4, s, s);
      p.dstArray = level;
      p.extent = make_cudaExtent(s, s, 6 * layers);
      p.kind = cudaMemcpyHostToDevice;
      OK(cudaMemcpy3D(&p));
    }
    std::vector<At> at;
    for (int i = 0; i < 100; ++i)
      at.push_back({between(-1, 1), between(-1, 1), between(-1, 1), exp2f(between(-7, 1))});
    for (int i = 0; i < 20; ++i) at.push_back({1.f, 0.f, 0.f, exp2f(-6 + i / 4.f)});
    for (int i = 0; i < 20; ++i) at.push_back({0.2f, -3.f, 0.4f, exp2f(-4 + i / 4.f)});
    for (float w : {0.f, INFINITY, (float)NAN}) at.push_back({0.3f, 0.4f, 1, w});
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = m;
    cudaTextureObject_t t = object(r, 0, 1, 0);
    if (layers == 1) {
      ask("cubegrad.x", t, 2, at);
      ask("cubegrad.y", t, 3, at);
      ask("cubegrad.z", t, 4, at);
      ask("cubegrad.both", t, 5, at);
    } else {
      ask("cubegrad.layers", t, 6, at);
    }
  }
}
