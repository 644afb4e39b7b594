// SPDX-License-Identifier: Apache-2.0
// Numbers of every small format, point.
#pragma once

#include "lookups.h"

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
