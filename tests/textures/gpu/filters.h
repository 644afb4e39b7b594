// SPDX-License-Identifier: Apache-2.0
// The sums of filters, with random texels.
#pragma once

#include "lookups.h"

// The first 8 words of a texel row are written too.
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
