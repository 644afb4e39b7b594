// SPDX-License-Identifier: Apache-2.0
// tex2Dgather.
#pragma once

#include "lookups.h"

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
