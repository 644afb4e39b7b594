// SPDX-License-Identifier: Apache-2.0
// What a GPU's texture units answer, as data: each set of lookups is written to FOLDER/sets.bin as
// its name, its inputs and its results (tests/textures/gpu/run). nvcc -arch=sm_90 measure.cu &&
// ./a.out FOLDER
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using std::vector;

static FILE* sets;
static FILE* notes;

static void ok(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return;
  fprintf(stderr, "%s: %s\n", what, cudaGetErrorName(e));
  fprintf(notes, "ERROR %s: %s\n", what, cudaGetErrorName(e));
  cudaGetLastError();
}
#define OK(x) ok(x, #x)

static unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ (x >> 16);
}
static unsigned seed = 1;
static unsigned rnd() {
  return mix(seed++ * 2654435761u);
}
static float unit() {
  return (rnd() >> 8) * 0x1p-24f;
}
static float between(float a, float b) {
  return a + (b - a) * unit();
}

struct Word4 {
  uint32_t w[4];
};
struct At {
  float x, y, z, w;
};

static void put(const std::string& name, const vector<At>& at, const vector<Word4>& out) {
  char head[64] = {};
  snprintf(head, sizeof head, "%s", name.c_str());
  uint32_t n = (uint32_t)at.size();
  fwrite(head, 64, 1, sets);
  fwrite(&n, 4, 1, sets);
  fwrite(at.data(), sizeof(At), n, sets);
  fwrite(out.data(), sizeof(Word4), n, sets);
}
static void put_raw(const std::string& name, const void* data, size_t bytes) {
  char head[64] = {};
  snprintf(head, sizeof head, "raw.%s", name.c_str());
  uint32_t n = (uint32_t)bytes;
  fwrite(head, 64, 1, sets);
  fwrite(&n, 4, 1, sets);
  fwrite(data, 1, bytes, sets);
}

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

// 1 and 2: how coordinates become texels and weights.
static void weights() {
  const int sizes[] = {2, 3, 5, 64, 100, 1000, 4096, 16384};
  for (int size : sizes) {
    vector<float> ramp(size);
    for (int i = 0; i < size; ++i) ramp[i] = (float)i;
    cudaArray_t a = array3(desc<float>(), size, 0, 0, 0, ramp.data(), 4);
    for (int norm = 0; norm < 2; ++norm) {
      vector<At> at;
      for (int k = 0; k < 2048; ++k) {
        float x =
            k < 1024 ? 0.5f + (k - 8) / 4096.f * (size > 1 ? 1 : 1) : between(-0.5f, size + 0.5f);
        if (k >= 512 && k < 1024) x = (size / 2) + (k - 512 - 256) / 4096.f;
        at.push_back({norm ? x / size : x, 0, 0, 0});
      }
      std::string n = std::to_string(size) + (norm ? ".norm" : ".texels");
      ask<float4>("weights.linear." + n, object(a, mode(kClamp, kLinear, kElement, norm)), k1D, at);
      ask<float4>("weights.point." + n, object(a, mode(kClamp, kPoint, kElement, norm)), k1D, at);
      if (norm) {
        ask<float4>("weights.wrap." + n, object(a, mode(kWrap, kLinear, kElement, norm)), k1D, at);
        ask<float4>("weights.wrappoint." + n, object(a, mode(kWrap, kPoint, kElement, norm)), k1D,
                    at);
        ask<float4>("weights.mirror." + n, object(a, mode(kMirror, kLinear, kElement, norm)), k1D,
                    at);
      }
    }
  }
}

// 3: the sums of filters, with random texels. The first 8 words of a texel row are written too.
template <class T>
static void filter_sets(const char* name, vector<T> texels, int comps, cudaChannelFormatDesc d,
                        int read, int srgb = 0) {
  // 64 x 1, 16 x 16, 8 x 8 x 8 of the same texels
  size_t texel = sizeof(T) * comps;
  put_raw(std::string("texels.") + name, texels.data(), texels.size() * sizeof(T));
  vector<At> one, two, three;
  for (int i = 0; i < 1024; ++i) one.push_back({between(0, 64), 0, 0, 0});
  for (int i = 0; i < 2048; ++i) two.push_back({between(0, 16), between(0, 16), 0, 0});
  for (int i = 0; i < 2048; ++i) three.push_back({between(0, 8), between(0, 8), between(0, 8), 0});
  Mode m = mode(kClamp, kLinear, read, 0);
  m.srgb = srgb;
  ask<float4>(std::string("filter1.") + name,
              object(array3(d, 64, 0, 0, 0, texels.data(), texel), m), k1D, one);
  ask<float4>(std::string("filter2.") + name,
              object(array3(d, 16, 16, 0, 0, texels.data(), texel), m), k2D, two);
  ask<float4>(std::string("filter3.") + name,
              object(array3(d, 8, 8, 8, 0, texels.data(), texel), m), k3D, three);
}
static void filters() {
  vector<float> f(512);
  for (auto& x : f) x = unit();
  filter_sets("unit", f, 1, desc<float>(), kElement);
  for (auto& x : f) x = between(-1, 1);
  filter_sets("signed", f, 1, desc<float>(), kElement);
  for (auto& x : f) x = ldexpf(between(-1, 1), (int)(rnd() % 40) - 20);
  filter_sets("wide", f, 1, desc<float>(), kElement);
  for (auto& x : f) x = ldexpf(between(-1, 1), (int)(rnd() % 12) - 132);
  filter_sets("tiny", f, 1, desc<float>(), kElement);
  for (auto& x : f) x = rnd() % 8 ? between(-1, 1) : (rnd() % 2 ? INFINITY : NAN);
  filter_sets("special", f, 1, desc<float>(), kElement);
  for (auto& x : f) x = rnd() % 3 ? ldexpf(between(1, 2), 127) * (rnd() % 2 ? 1 : -1) : 0.f;
  filter_sets("huge", f, 1, desc<float>(), kElement);
  vector<float> f4(2048);
  for (auto& x : f4) x = between(-1, 1);
  filter_sets("float4", f4, 4, desc<float4>(), kElement);
  vector<unsigned char> u(2048);
  for (auto& x : u) x = (unsigned char)rnd();
  filter_sets("uchar1", vector<unsigned char>(u.begin(), u.begin() + 512), 1, desc<unsigned char>(),
              kNormal);
  filter_sets("uchar4", u, 4, desc<uchar4>(), kNormal);
  filter_sets("srgb4", u, 4, desc<uchar4>(), kNormal, 1);
  filter_sets("char4", u, 4, desc<char4>(), kNormal);
  vector<unsigned short> s(2048);
  for (auto& x : s) x = (unsigned short)rnd();
  filter_sets("ushort1", vector<unsigned short>(s.begin(), s.begin() + 512), 1,
              desc<unsigned short>(), kNormal);
  filter_sets("ushort4", s, 4, desc<ushort4>(), kNormal);
  filter_sets("short4", s, 4, desc<short4>(), kNormal);
  for (auto& x : s) {
    __half h = __float2half(between(-4, 4));
    memcpy(&x, &h, 2);
  }
  filter_sets("half4", s, 4, cudaChannelFormatDesc{16, 16, 16, 16, cudaChannelFormatKindFloat},
              kElement);
}

// 5: numbers of every small format, point.
static void formats() {
  const int kAll = 65536;
  vector<At> at8, at16;
  for (int i = 0; i < 256; ++i) at8.push_back({i + 0.5f, 0, 0, 0});
  for (int i = 0; i < kAll; ++i) at16.push_back({(i & 255) + 0.5f, (i >> 8) + 0.5f, 0, 0});
  vector<unsigned char> b(256);
  for (int i = 0; i < 256; ++i) b[i] = (unsigned char)i;
  vector<unsigned short> s(kAll);
  for (int i = 0; i < kAll; ++i) s[i] = (unsigned short)i;
  Mode n = mode(kClamp, kPoint, kNormal, 0), e = mode(kClamp, kPoint, kElement, 0), g = n;
  g.srgb = 1;
  auto u8 = array3(desc<unsigned char>(), 256, 0, 0, 0, b.data(), 1);
  auto s8 = array3(desc<signed char>(), 256, 0, 0, 0, b.data(), 1);
  ask<float4>("format.u8", object(u8, n), k1D, at8);
  ask<float4>("format.s8", object(s8, n), k1D, at8);
  ask<int4>("format.u8.element", object(u8, e), k1D, at8);
  ask<int4>("format.s8.element", object(s8, e), k1D, at8);
  vector<unsigned char> b4(1024);
  for (int i = 0; i < 1024; ++i) b4[i] = (unsigned char)(i / 4);
  ask<float4>("format.srgb", object(array3(desc<uchar4>(), 256, 0, 0, 0, b4.data(), 4), g), k1D,
              at8);
  ask<float4>("format.u16", object(array3(desc<unsigned short>(), 256, 256, 0, 0, s.data(), 2), n),
              k2D, at16);
  ask<float4>("format.s16", object(array3(desc<short>(), 256, 256, 0, 0, s.data(), 2), n), k2D,
              at16);
  cudaChannelFormatDesc h{16, 0, 0, 0, cudaChannelFormatKindFloat};
  ask<float4>("format.half", object(array3(h, 256, 256, 0, 0, s.data(), 2), e), k2D, at16);
  // Missing components, and types that are not the array's.
  uint32_t words[64];
  for (int i = 0; i < 64; ++i) words[i] = 0x3f000000u + i * 0x00110203u;
  vector<At> few;
  for (int i = 0; i < 4; ++i) few.push_back({i + 0.5f, 0, 0, 0});
  ask<float4>("missing.float1", object(array3(desc<float>(), 4, 0, 0, 0, words, 4), e), k1D, few);
  ask<float4>("missing.float2", object(array3(desc<float2>(), 4, 0, 0, 0, words, 8), e), k1D, few);
  ask<int4>("missing.int1", object(array3(desc<int>(), 4, 0, 0, 0, words, 4), e), k1D, few);
  ask<int4>("missing.uint2", object(array3(desc<uint2>(), 4, 0, 0, 0, words, 8), e), k1D, few);
  ask<int4>("missing.uchar1", object(array3(desc<unsigned char>(), 4, 0, 0, 0, words, 1), e), k1D,
            few);
  ask<int4>("missing.char2", object(array3(desc<char2>(), 4, 0, 0, 0, words, 2), e), k1D, few);
  ask<float4>("missing.uchar1n", object(array3(desc<unsigned char>(), 4, 0, 0, 0, words, 1), n),
              k1D, few);
  ask<float4>("missing.ushort2n", object(array3(desc<ushort2>(), 4, 0, 0, 0, words, 4), n), k1D,
              few);
  ask<float4>("missing.half2",
              object(array3(cudaChannelFormatDesc{16, 16, 0, 0, cudaChannelFormatKindFloat}, 4, 0,
                            0, 0, words, 4),
                     e),
              k1D, few);
  ask<float4>("other.float_of_int4", object(array3(desc<int4>(), 4, 0, 0, 0, words, 16), e), k1D,
              few);
  ask<int4>("other.int_of_float4", object(array3(desc<float4>(), 4, 0, 0, 0, words, 16), e), k1D,
            few);
  ask<float4>("other.float_of_uchar4", object(array3(desc<uchar4>(), 4, 0, 0, 0, words, 4), e), k1D,
              few);
  ask<float4>("other.float_of_short2", object(array3(desc<short2>(), 4, 0, 0, 0, words, 4), e), k1D,
              few);
}

// 8 and 9: addresses outside.
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

static void gathers() {
  float v[80];
  for (int i = 0; i < 80; ++i) v[i] = (float)(i + 1);
  vector<At> at;
  for (int i = 0; i < 1024; ++i) at.push_back({between(-2, 7), between(-2, 6), 0, 0});
  for (int i = 0; i < 256; ++i) at.push_back({1.f + i / 4096.f - 128 / 4096.f, 1.25f, 0, 0});
  for (int i = 0; i < 256; ++i) at.push_back({1.5f + i / 4096.f - 128 / 4096.f, 2.25f, 0, 0});
  auto a = array3(desc<float>(), 5, 4, 0, cudaArrayTextureGather, v, 4);
  auto a4 = array3(desc<float4>(), 5, 4, 0, cudaArrayTextureGather, v, 16);
  for (int m : {kClamp, kBorder}) {
    for (int f = 0; f < 2; ++f) {
      std::string n = std::string(m == kClamp ? "clamp" : "border") + (f ? ".linear" : ".point");
      ask<float4>("gather0." + n, object(a, mode(m, f, kElement, 0)), kGather0, at);
      ask<float4>("gather1." + n, object(a, mode(m, f, kElement, 0)), kGather1, at);
      for (int c = 0; c < 4; ++c)
        ask<float4>("gather4." + std::to_string(c) + "." + n, object(a4, mode(m, f, kElement, 0)),
                    kGather0 + c, at);
    }
  }
}

// 16: levels. Level l of the array holds 100 l + a ramp in x.
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

static void cubes() {
  vector<float> v(4 * 4 * 24);
  for (size_t i = 0; i < v.size(); ++i) v[i] = (float)i;
  auto a = array3(desc<float>(), 4, 4, 6, cudaArrayCubemap, v.data(), 4);
  auto l = array3(desc<float>(), 4, 4, 24, cudaArrayCubemap | cudaArrayLayered, v.data(), 4);
  vector<At> at;
  for (int i = 0; i < 2048; ++i)
    at.push_back({between(-1, 1), between(-1, 1), between(-1, 1), (float)((int)(rnd() % 8) - 2)});
  for (float x : {-1.f, 0.f, 1.f}) {
    for (float y : {-1.f, 0.f, 1.f}) {
      for (float z : {-1.f, 0.f, 1.f, -0.0f}) at.push_back({x, y, z, 1});
    }
  }
  at.push_back({NAN, 0, 0, 0});
  at.push_back({INFINITY, 1, 1, 0});
  for (int s = 0; s < 2; ++s) {
    for (int f = 0; f < 2; ++f) {
      for (int norm = 0; norm < 2; ++norm) {
        Mode m = mode(kClamp, f, kElement, norm);
        m.seamless = s;
        std::string n = std::string(s ? ".seamless" : ".seams") + (f ? ".linear" : ".point") +
                        (norm ? ".norm" : ".texels");
        ask<float4>("cube" + n, object(a, m), kCube, at);
        ask<float4>("cubelayers" + n, object(l, m), kCubeL, at);
      }
    }
  }
}

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

// 15: what the calls refuse.
static void says(const char* what, cudaError_t e) {
  fprintf(notes, "%s: %s\n", what, cudaGetErrorName(e));
  cudaGetLastError();
}
static void refusals() {
  float v[60] = {};
  auto f2 = array3(desc<float>(), 5, 4, 0, 0, v, 4);
  auto i2 = array3(desc<int>(), 5, 4, 0, 0, v, 4);
  auto u2 = array3(desc<unsigned char>(), 5, 4, 0, 0, v, 1);
  auto h2 =
      array3(cudaChannelFormatDesc{16, 0, 0, 0, cudaChannelFormatKindFloat}, 5, 4, 0, 0, v, 2);
  char* memory;
  OK(cudaMalloc(&memory, 1 << 20));
  auto make = [&](const char* what, cudaResourceDesc r, cudaTextureDesc t,
                  const cudaResourceViewDesc* view = nullptr) {
    cudaTextureObject_t o = 0;
    cudaError_t e = cudaCreateTextureObject(&o, &r, &t, view);
    says(what, e);
    return o;
  };
  cudaResourceDesc a = {};
  a.resType = cudaResourceTypeArray;
  a.res.array.array = f2;
  cudaResourceDesc ai = a, au = a, ah = a;
  ai.res.array.array = i2;
  au.res.array.array = u2;
  ah.res.array.array = h2;
  cudaTextureDesc t = {};
  make("zeros", a, t);
  cudaTextureDesc n = t;
  n.readMode = cudaReadModeNormalizedFloat;
  make("normalised float", a, n);
  make("normalised int32", ai, n);
  make("normalised half", ah, n);
  make("normalised u8", au, n);
  cudaTextureDesc l = t;
  l.filterMode = cudaFilterModeLinear;
  make("linear int32", ai, l);
  make("linear u8 element", au, l);
  make("linear half", ah, l);
  cudaTextureDesc w = t;
  w.normalizedCoords = 0;
  w.addressMode[0] = cudaAddressModeWrap;
  make("wrap texels", a, w);
  w.addressMode[0] = (cudaTextureAddressMode)7;
  make("address mode 7", a, w);
  w = t;
  w.filterMode = (cudaTextureFilterMode)5;
  make("filter 5", a, w);
  w = t;
  w.readMode = (cudaTextureReadMode)5;
  make("read 5", a, w);
  w = t;
  w.sRGB = 1;
  make("srgb float", a, w);
  w.readMode = cudaReadModeNormalizedFloat;
  make("srgb u8x1 normal", au, w);
  w = t;
  w.maxAnisotropy = 99;
  make("anisotropy 99", a, w);
  w = t;
  w.maxMipmapLevelClamp = -1;
  make("max level -1", a, w);
  cudaResourceDesc z = {};
  make("null array", z, t);
  z.resType = (cudaResourceType)9;
  make("resource 9", z, t);
  cudaResourceDesc p = {};
  p.resType = cudaResourceTypeLinear;
  p.res.linear.devPtr = memory;
  p.res.linear.desc = desc<float>();
  p.res.linear.sizeInBytes = 1024;
  make("linear", p, t);
  make("linear, linear filter", p, l);
  w = t;
  w.normalizedCoords = 1;
  make("linear, normalised", p, w);
  make("linear, read normalised float", p, n);
  p.res.linear.devPtr = memory + 4;
  make("linear, misaligned 4", p, t);
  p.res.linear.devPtr = memory + 256;
  make("linear, misaligned 256", p, t);
  p.res.linear.devPtr = nullptr;
  make("linear, null", p, t);
  p.res.linear.devPtr = memory;
  p.res.linear.sizeInBytes = 0;
  make("linear, size 0", p, t);
  p.res.linear.sizeInBytes = 3;
  make("linear, size 3", p, t);
  p.res.linear.sizeInBytes = (size_t)4 << 30;
  make("linear, size 4 GiB", p, t);
  p.res.linear.sizeInBytes = 1024;
  p.res.linear.desc = cudaChannelFormatDesc{32, 32, 32, 0, cudaChannelFormatKindFloat};
  make("linear, three components", p, t);
  p.res.linear.desc = cudaChannelFormatDesc{8, 16, 0, 0, cudaChannelFormatKindUnsigned};
  make("linear, 8 and 16", p, t);
  p.res.linear.desc = cudaChannelFormatDesc{8, 0, 0, 0, cudaChannelFormatKindFloat};
  make("linear, float 8", p, t);
  p.res.linear.desc = cudaChannelFormatDesc{0, 0, 0, 0, cudaChannelFormatKindNone};
  make("linear, none", p, t);
  float host[64];
  p.res.linear.desc = desc<float>();
  p.res.linear.devPtr = host;
  make("linear, host stack", p, t);
  cudaResourceDesc q = {};
  q.resType = cudaResourceTypePitch2D;
  q.res.pitch2D.devPtr = memory;
  q.res.pitch2D.desc = desc<float>();
  q.res.pitch2D.width = 16;
  q.res.pitch2D.height = 4;
  q.res.pitch2D.pitchInBytes = 64;
  make("pitch 64", q, t);
  q.res.pitch2D.pitchInBytes = 68;
  make("pitch 68", q, t);
  q.res.pitch2D.pitchInBytes = 96;
  make("pitch 96", q, t);
  q.res.pitch2D.pitchInBytes = 32;
  make("pitch below width", q, t);
  q.res.pitch2D.pitchInBytes = 0;
  make("pitch 0", q, t);
  q.res.pitch2D.pitchInBytes = 64;
  q.res.pitch2D.height = 0;
  make("pitch height 0", q, t);
  q.res.pitch2D.height = 4;
  q.res.pitch2D.devPtr = memory + 16;
  make("pitch misaligned 16", q, t);
  q.res.pitch2D.devPtr = memory;
  q.res.pitch2D.height = 100000;
  make("pitch height 100000", q, t);
  w = t;
  w.addressMode[0] = cudaAddressModeWrap;
  w.normalizedCoords = 1;
  q.res.pitch2D.height = 4;
  make("pitch wrap", q, w);
  cudaResourceViewDesc view = {};
  make("view none", a, t, &view);
  view.format = cudaResViewFormatFloat1;
  view.width = 5;
  view.height = 4;
  make("view float1", a, t, &view);
  view.format = cudaResViewFormatUnsignedInt1;
  make("view uint1", a, t, &view);
  view.format = cudaResViewFormatUnsignedChar4;
  make("view uchar4", a, t, &view);
  view.format = cudaResViewFormatUnsignedShort4;
  make("view ushort4 of float", a, t, &view);
  view.format = cudaResViewFormatFloat1;
  view.width = 4;
  make("view smaller", a, t, &view);
  view.width = 5;
  make("view of linear", p, t, &view);
  says("null out", cudaCreateTextureObject(nullptr, &a, &t, nullptr));
  cudaTextureObject_t o = 77;
  says("null resource", cudaCreateTextureObject(&o, nullptr, &t, nullptr));
  says("null texture", cudaCreateTextureObject(&o, &a, nullptr, nullptr));
  says("destroy 0", cudaDestroyTextureObject(0));
  says("destroy 12345", cudaDestroyTextureObject(12345));
  o = make("good", a, t);
  fprintf(notes, "handle %llx\n", (unsigned long long)o);
  cudaResourceDesc back;
  memset(&back, 0xee, sizeof back);
  says("get resource", cudaGetTextureObjectResourceDesc(&back, o));
  fprintf(notes, "type %d array %d flags %x\n", back.resType, back.res.array.array == f2,
          back.flags);
  cudaTextureDesc tb;
  memset(&tb, 0xee, sizeof tb);
  says("get texture", cudaGetTextureObjectTextureDesc(&tb, o));
  fprintf(notes, "modes %d %d %d filter %d read %d srgb %d norm %d aniso %d seam %d disable %d\n",
          tb.addressMode[0], tb.addressMode[1], tb.addressMode[2], tb.filterMode, tb.readMode,
          tb.sRGB, tb.normalizedCoords, tb.maxAnisotropy, tb.seamlessCubemap,
          tb.disableTrilinearOptimization);
  cudaResourceViewDesc vb;
  says("get view of none", cudaGetTextureObjectResourceViewDesc(&vb, o));
  says("get resource of 0", cudaGetTextureObjectResourceDesc(&back, 0));
  says("get resource of 999", cudaGetTextureObjectResourceDesc(&back, 999));
  says("destroy", cudaDestroyTextureObject(o));
  says("destroy twice", cudaDestroyTextureObject(o));
  cudaSurfaceObject_t s = 0;
  says("surface of plain array", cudaCreateSurfaceObject(&s, &a));
  says("surface of linear", cudaCreateSurfaceObject(&s, &p));
  says("surface null out", cudaCreateSurfaceObject(nullptr, &a));
  says("surface null desc", cudaCreateSurfaceObject(&s, nullptr));
  says("surface null array", cudaCreateSurfaceObject(&s, &z));
  says("destroy surface 0", cudaDestroySurfaceObject(0));
  says("destroy surface 12345", cudaDestroySurfaceObject(12345));
  cudaArray_t sa = array3(desc<float>(), 5, 4, 0, cudaArraySurfaceLoadStore, v, 4);
  a.res.array.array = sa;
  says("surface", cudaCreateSurfaceObject(&s, &a));
  says("get surface", cudaGetSurfaceObjectResourceDesc(&back, s));
  fprintf(notes, "type %d array %d\n", back.resType, back.res.array.array == sa);
  says("get surface of texture 0", cudaGetSurfaceObjectResourceDesc(&back, 0));
  says("destroy surface", cudaDestroySurfaceObject(s));
  says("destroy surface twice", cudaDestroySurfaceObject(s));
  size_t width = 0;
  cudaChannelFormatDesc d = desc<float>();
  says("max width", cudaDeviceGetTexture1DLinearMaxWidth(&width, &d, 0));
  fprintf(notes, "width float %zu\n", width);
  d = desc<float4>();
  cudaDeviceGetTexture1DLinearMaxWidth(&width, &d, 0);
  fprintf(notes, "width float4 %zu\n", width);
  d = desc<unsigned char>();
  cudaDeviceGetTexture1DLinearMaxWidth(&width, &d, 0);
  fprintf(notes, "width uchar %zu\n", width);
  // Cubemaps and layers with plain lookups, freed arrays: not here.
  auto c = array3(desc<float>(), 2, 2, 6, cudaArrayCubemap, v, 4);
  a.res.array.array = c;
  make("cubemap linear texels", a, l);
}
__global__ void trap(cudaSurfaceObject_t s) {
  surf2Dwrite(1.f, s, 400, 0);
}

// What ends the process's use of the GPU: one a run.
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

int main(int argc, char** argv) {
  std::string folder = argc > 1 ? argv[1] : ".";
  sets = fopen((folder + "/sets.bin").c_str(), "wb");
  notes = fopen((folder + "/notes.txt").c_str(), "w");
  if (!sets || !notes) return 1;
  if (argc > 2) {
    fault(argv[2]);
    return fclose(notes);
  }
  weights();
  fprintf(stderr, "weights\n");
  filters();
  fprintf(stderr, "filters\n");
  formats();
  fprintf(stderr, "formats\n");
  addresses();
  fprintf(stderr, "addresses\n");
  gathers();
  mipmaps();
  fprintf(stderr, "mipmaps\n");
  cubes();
  surfaces();
  fprintf(stderr, "surfaces\n");
  refusals();
  fclose(sets);
  fclose(notes);
  return 0;
}
