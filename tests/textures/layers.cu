// SPDX-License-Identifier: Apache-2.0
// Layers: those outside, and lookups of another kind than the object's, which give zeros (both as
// an H100 has it).
#include "textures.h"

using namespace textures;

int main() {
  float texels[60];
  for (int i = 0; i < 60; ++i) texels[i] = (float)(i + 1);
  const auto desc = cudaCreateChannelDesc<float>();
  cudaArray_t rows = array(desc, 5, 0, 12, cudaArrayLayered, texels),
              planes = array(desc, 5, 4, 3, cudaArrayLayered, texels),
              plane = array(desc, 5, 4, 0, 0, texels), box = array(desc, 5, 4, 3, 0, texels);
  std::vector<At> at;
  for (int layer = -4; layer < 16; ++layer) {
    for (float x : {0.3f, 2.75f, 4.5f}) at.push_back({x, 1.5f, 0.5f, (float)layer});
  }
  for (float layer : {-2e9f, 2e9f, 70000.0f}) at.push_back({1, 1.5f, 0.5f, layer});
  for (int filter = 0; filter < 2; ++filter) {
    Mode mode;
    mode.filter = filter;
    const auto in_rows = ask<float>(InLayers1D(), object(rows, mode), at);
    const auto in_planes = ask<float>(InLayers2D(), object(planes, mode), at);
    for (size_t i = 0; i < at.size(); ++i) {
      const auto layer_of = [&](int count) {
        return at[i].w < 0 || at[i].w >= (float)count ? count - 1 : (int)at[i].w;
      };
      const float x = filter ? std::fmax(std::floor((at[i].x - 0.5f) * 256 + 0.5f) / 256, 0.0f)
                             : std::floor(at[i].x);
      const float row = (float)(5 * layer_of(12) + 1) + x;
      const float plane_value = (float)(20 * layer_of(3) + 6) + x;
      gate::that(number(in_rows[i].w[0]) == row, "layers of rows");
      gate::that(number(in_planes[i].w[0]) == plane_value, "layers of planes");
    }
    const auto zeros = [&](const std::vector<Words>& got, const char* what) {
      for (const Words& words : got) {
        gate::that(words.w[0] == 0, what);
      }
    };
    zeros(ask<float>(In2D(), object(planes, mode), at), "layers as a plane");
    zeros(ask<float>(InLayers2D(), object(plane, mode), at), "a plane as layers");
    zeros(ask<float>(In1D(), object(plane, mode), at), "a plane as a row");
    zeros(ask<float>(In3D(), object(plane, mode), at), "a plane as a box");
    zeros(ask<float>(Fetch(), object(plane, mode), at), "a plane as memory");
    zeros(ask<float>(InLayers2D(), object(box, mode), at), "a box as layers");
  }
  return gate::result();
}
