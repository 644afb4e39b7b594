// SPDX-License-Identifier: Apache-2.0
// tex2Dgather: which four texels, in which order, of which component.
#include "textures.h"

using namespace textures;

namespace {

template <int kComponent>
struct Gather {
  template <class T>
  static __device__ T at(cudaTextureObject_t t, At a) {
    return tex2Dgather<T>(t, a.x, a.y, kComponent);
  }
};

}  // namespace

int main() {
  Measured h100({
#include "gpu/h100_gathers.inc"
  });
  float texels[80];
  unsigned char bytes[80];
  for (int i = 0; i < 80; ++i) {
    texels[i] = (float)(i + 1);
    bytes[i] = (unsigned char)(i + 1);
  }
  const unsigned flag = cudaArrayTextureGather;
  cudaArray_t one = array(cudaCreateChannelDesc<float>(), 5, 4, 0, flag, texels),
              four = array(cudaCreateChannelDesc<float4>(), 5, 4, 0, flag, texels),
              small = array(cudaCreateChannelDesc<uchar4>(), 5, 4, 0, flag, bytes);
  Mode clamp, border;
  border.address = cudaAddressModeBorder;
  h100.compare<float4>("gather0.clamp.point", Gather<0>(), object(one, clamp));
  h100.compare<float4>("gather0.border.point", Gather<0>(), object(one, border));
  h100.compare<float4>("gather4.0.clamp.point", Gather<0>(), object(four, clamp));
  h100.compare<float4>("gather4.1.clamp.point", Gather<1>(), object(four, clamp));
  h100.compare<float4>("gather4.2.clamp.point", Gather<2>(), object(four, clamp));
  h100.compare<float4>("gather4.3.clamp.point", Gather<3>(), object(four, clamp));
  const auto got = ask<uint4>(Gather<2>(), object(small, clamp), {{2, 2, 0, 0}, {9, 1, 0, 0}});
  const unsigned want[2][4] = {{47, 51, 31, 27}, {39, 39, 19, 19}};
  for (int i = 0; i < 2; ++i) {
    for (int c = 0; c < 4; ++c) gate::that(got[(size_t)i].w[c] == want[i][c], "bytes");
  }
  // Rows 4 and 5 of the picture and its mirror image, in this order (an H200).
  Mode mirror;
  mirror.address = cudaAddressModeMirror;
  mirror.normalized = 1;
  const Words turned = ask<float4>(Gather<0>(), object(one, mirror), {{0.5f, 1.3f, 0, 0}})[0];
  const float rows[4] = {13, 14, 19, 18};
  for (int c = 0; c < 4; ++c) gate::that(turned.w[c] == word(rows[c]), "mirrored");
  // Signed bytes are made numbers as a filter makes them.
  Mode number;
  number.read = cudaReadModeNormalizedFloat;
  cudaArray_t signs = array(cudaCreateChannelDesc<signed char>(), 5, 4, 0, flag, bytes);
  const Words of_signs = ask<float4>(Gather<0>(), object(signs, number), {{2, 2, 0, 0}})[0];
  const float steps[4] = {3096, 3354, 2064, 1806};  // of texels 12, 13, 8, 7
  for (int c = 0; c < 4; ++c) {
    gate::that(of_signs.w[c] == word(steps[c] / 32767), "signed bytes");
  }
  return gate::result();
}
