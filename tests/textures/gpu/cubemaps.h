// SPDX-License-Identifier: Apache-2.0
// Cubemaps and their layers.
#pragma once

#include "lookups.h"

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
