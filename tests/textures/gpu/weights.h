// SPDX-License-Identifier: Apache-2.0
// How coordinates become texels and weights.
#pragma once

#include "lookups.h"

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
