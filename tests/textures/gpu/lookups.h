// SPDX-License-Identifier: Apache-2.0
// Lookups at given places, and the textures that they look into.
#pragma once

#include "record.h"

enum Kind {
  k1D,
  k2D,
  k3D,
  k1DL,
  k2DL,
  kCube,
  kCubeL,
  kFetch,
  kGather0,
  kGather1,
  kGather2,
  kGather3,
  k1DLod,
  k2DLod,
  k3DLod,
  k2DGrad,
  k1DGrad,
  kCubeLod,
  k2DLLod
};

template <class T4>
__device__ Word4 words(T4 v) {
  Word4 r;
  memcpy(&r, &v, 16);
  return r;
}

template <class T4>
__global__ void look(cudaTextureObject_t t, int kind, const At* at, Word4* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  At a = at[i];
  T4 v{};
  switch (kind) {
    case k1D:
      v = tex1D<T4>(t, a.x);
      break;
    case k2D:
      v = tex2D<T4>(t, a.x, a.y);
      break;
    case k3D:
      v = tex3D<T4>(t, a.x, a.y, a.z);
      break;
    case k1DL:
      v = tex1DLayered<T4>(t, a.x, (int)a.w);
      break;
    case k2DL:
      v = tex2DLayered<T4>(t, a.x, a.y, (int)a.w);
      break;
    case kCube:
      v = texCubemap<T4>(t, a.x, a.y, a.z);
      break;
    case kCubeL:
      v = texCubemapLayered<T4>(t, a.x, a.y, a.z, (int)a.w);
      break;
    case kFetch:
      v = tex1Dfetch<T4>(t, (int)a.x);
      break;
    case kGather0:
      v = tex2Dgather<T4>(t, a.x, a.y, 0);
      break;
    case kGather1:
      v = tex2Dgather<T4>(t, a.x, a.y, 1);
      break;
    case kGather2:
      v = tex2Dgather<T4>(t, a.x, a.y, 2);
      break;
    case kGather3:
      v = tex2Dgather<T4>(t, a.x, a.y, 3);
      break;
    case k1DLod:
      v = tex1DLod<T4>(t, a.x, a.w);
      break;
    case k2DLod:
      v = tex2DLod<T4>(t, a.x, a.y, a.w);
      break;
    case k3DLod:
      v = tex3DLod<T4>(t, a.x, a.y, a.z, a.w);
      break;
    // dx along x only, dy along y only
    case k2DGrad:
      v = tex2DGrad<T4>(t, a.x, a.y, make_float2(a.z, 0), make_float2(0, a.w));
      break;
    case k1DGrad:
      v = tex1DGrad<T4>(t, a.x, a.z, a.w);
      break;
    case kCubeLod:
      v = texCubemapLod<T4>(t, a.x, a.y, a.z, a.w);
      break;
    case k2DLLod:
      v = tex2DLayeredLod<T4>(t, a.x, a.y, (int)a.z, a.w);
      break;
  }
  out[i] = words(v);
}

template <class T4>
static vector<Word4> ask(const std::string& name, cudaTextureObject_t t, int kind,
                         const vector<At>& at) {
  At* da;
  Word4* dout;
  OK(cudaMalloc(&da, at.size() * sizeof(At)));
  OK(cudaMalloc(&dout, at.size() * sizeof(Word4)));
  OK(cudaMemset(dout, 0xa5, at.size() * sizeof(Word4)));
  OK(cudaMemcpy(da, at.data(), at.size() * sizeof(At), cudaMemcpyHostToDevice));
  look<T4><<<(unsigned)(at.size() + 127) / 128, 128>>>(t, kind, da, dout, (int)at.size());
  OK(cudaGetLastError());
  OK(cudaDeviceSynchronize());
  vector<Word4> out(at.size());
  OK(cudaMemcpy(out.data(), dout, at.size() * sizeof(Word4), cudaMemcpyDeviceToHost));
  OK(cudaFree(da));
  OK(cudaFree(dout));
  put(name, at, out);
  return out;
}

static cudaArray_t array3(cudaChannelFormatDesc d, size_t w, size_t h, size_t z, unsigned flags,
                          const void* data, size_t texel) {
  cudaArray_t a = nullptr;
  OK(cudaMalloc3DArray(&a, &d, make_cudaExtent(w, h, z), flags));
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(const_cast<void*>(data), w * texel, w, h ? h : 1);
  p.dstArray = a;
  p.extent = make_cudaExtent(w, h ? h : 1, z ? z : 1);
  p.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&p));
  return a;
}

struct Mode {
  int address = cudaAddressModeClamp, filter = cudaFilterModePoint, read = cudaReadModeElementType,
      norm = 0, srgb = 0;
  float border[4] = {0, 0, 0, 0};
  int mip = 0;
  float bias = 0, lo = 0, hi = 0;
  int seamless = 0;
  int aniso = 0;
};
static cudaTextureDesc describe(const Mode& m) {
  cudaTextureDesc t = {};
  for (int i = 0; i < 3; ++i) t.addressMode[i] = (cudaTextureAddressMode)m.address;
  t.filterMode = (cudaTextureFilterMode)m.filter;
  t.readMode = (cudaTextureReadMode)m.read;
  t.normalizedCoords = m.norm;
  t.sRGB = m.srgb;
  memcpy(t.borderColor, m.border, 16);
  t.mipmapFilterMode = (cudaTextureFilterMode)m.mip;
  t.mipmapLevelBias = m.bias;
  t.minMipmapLevelClamp = m.lo;
  t.maxMipmapLevelClamp = m.hi;
  t.seamlessCubemap = m.seamless;
  t.maxAnisotropy = m.aniso;
  return t;
}
static cudaTextureObject_t object(cudaArray_t a, const Mode& m) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc t = describe(m);
  cudaTextureObject_t o = 0;
  ok(cudaCreateTextureObject(&o, &r, &t, nullptr), "object");
  return o;
}
static cudaTextureObject_t mipmap_object(cudaMipmappedArray_t a, const Mode& m) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeMipmappedArray;
  r.res.mipmap.mipmap = a;
  cudaTextureDesc t = describe(m);
  cudaTextureObject_t o = 0;
  ok(cudaCreateTextureObject(&o, &r, &t, nullptr), "mipmap object");
  return o;
}
static Mode mode(int address, int filter, int read, int norm) {
  Mode m;
  m.address = address;
  m.filter = filter;
  m.read = read;
  m.norm = norm;
  return m;
}
template <class T>
static cudaChannelFormatDesc desc() {
  return cudaCreateChannelDesc<T>();
}
static const int kClamp = cudaAddressModeClamp, kWrap = cudaAddressModeWrap,
                 kMirror = cudaAddressModeMirror, kBorder = cudaAddressModeBorder,
                 kPoint = cudaFilterModePoint, kLinear = cudaFilterModeLinear,
                 kElement = cudaReadModeElementType, kNormal = cudaReadModeNormalizedFloat;
